import { createHash } from 'node:crypto';
import { english } from './en/index.ts';
import { noteOf } from './notes.ts';
import { states, type Translation } from './translations.ts';

export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
export const source: Texts = english;

/** Names the English text and its note: what a translation was made from. */
export function sourceHash(space: string, name: string): string {
  const { role, width = '', sense = '' } = noteOf(space, name);
  const text = source[space]?.[name] ?? '';
  return createHash('sha256').update([text, role, width, sense].join('\0')).digest('base64url').slice(0, 8);
}

export interface Status {
  keys: number;
  critical: number;
  /** Said in English until somebody translates them. */
  missing: string[];
  /** Made from another English text or note than today's. */
  stale: string[];
  /** Missing or stale although critical: they stop the build. */
  criticalStale: string[];
  /** In the translation, and nowhere in English. */
  unknown: string[];
  /** Entries that are not `{text, from, state}`. */
  malformed: string[];
}

const own = (table: Readonly<Record<string, unknown>>, name: string) => Object.hasOwn(table, name);

export function statusOf(translation: Translation): Status {
  const status: Status = { keys: 0, critical: 0, missing: [], stale: [], criticalStale: [], unknown: [], malformed: [] };
  for (const [space, words] of Object.entries(source))
    for (const name of Object.keys(words)) {
      const key = `${space}.${name}`;
      const entry = own(translation, space) && own(translation[space]!, name) ? translation[space]![name] : undefined;
      const { critical } = noteOf(space, name);
      status.keys += 1;
      if (critical) status.critical += 1;
      if (!entry) status.missing.push(key);
      else if (typeof entry.text !== 'string' || entry.text.trim() === '' || !states.includes(entry.state)) status.malformed.push(key);
      else if (entry.from !== sourceHash(space, name)) status.stale.push(key);
      if (critical && (!entry || status.stale.at(-1) === key)) status.criticalStale.push(key);
    }
  for (const [space, entries] of Object.entries(translation))
    for (const name of Object.keys(entries)) if (!own(source, space) || !own(source[space]!, name)) status.unknown.push(`${space}.${name}`);
  return status;
}

/** What stops a build, each line naming its key. */
export const stoppers = (code: string, { criticalStale, unknown, malformed }: Status): string[] => [
  ...criticalStale.map(
    (key) =>
      `${code} ${key}: the English text or its note changed, or it is new: translate it, then run "npm run words -- --stamp ${code} ${key}"`,
  ),
  ...unknown.map((key) => `${code} ${key}: English has no such key`),
  ...malformed.map((key) => `${code} ${key}: an entry is {text, from, state} with a text`),
];
