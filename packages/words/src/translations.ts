import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OfferedCode, offered } from './languages.ts';

export const states = ['draft', 'reviewed', 'native'] as const;
/** One translated sentence. `from` names the English text and note it was made from: another `from` than today's makes it stale. */
export interface Entry {
  text: string;
  from: string;
  state: (typeof states)[number];
}
/** Entries by namespace and name. What is missing is said in English. */
export type Translation = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** A language is a folder with a file for each namespace. This program may run as a bundle elsewhere inside the project. */
export function languageFolder(code: string): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const found = join(folder, 'packages/words/src', code);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error(`packages/words/src/${code} was not found above ${start}`);
  }
}

function translationOf(code: string): Translation {
  const folder = languageFolder(code);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(files.map((file) => [file.slice(0, -'.json'.length), entriesIn(join(folder, file))]));
}

function entriesIn(file: string): Readonly<Record<string, Entry>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Entry>>;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

export const translations = Object.fromEntries(
  offered.flatMap(({ code }) => (code === 'en' ? [] : [[code, translationOf(code)]])),
) as Readonly<Record<Exclude<OfferedCode, 'en'>, Translation>>;
