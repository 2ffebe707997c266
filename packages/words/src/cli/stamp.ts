import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { source, sourceHash } from '../status.ts';
import { type Entry, languageFolder } from '../translations.ts';

/** As the formatter leaves it: an entry on one line where it fits, and in the order of the English keys. */
const widest = 140;
function written(entries: Readonly<Record<string, Entry>>): string {
  const lines = Object.entries(entries).map(([name, { text, from, state }], at, all) => {
    const comma = at === all.length - 1 ? '' : ',';
    const [key, ...fields] = [name, text, from, state].map((one) => JSON.stringify(one));
    const line = `  ${key}: { "text": ${fields[0]}, "from": ${fields[1]}, "state": ${fields[2]} }${comma}`;
    return columns(line) <= widest
      ? line
      : `  ${key}: {\n    "text": ${fields[0]},\n    "from": ${fields[1]},\n    "state": ${fields[2]}\n  }${comma}`;
  });
  return `{\n${lines.join('\n')}\n}\n`;
}
const columns = (line: string) =>
  [...line].reduce(
    (sum, letter) =>
      sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(letter) ? 2 : 1),
    0,
  );

/**
 * Writes down that translations were checked against today's English: `keys` of a language, or all that have a text. Who stamps has read them.
 * Answers how many changed.
 */
export function stamp(code: string, keys: readonly string[] | 'all'): number {
  let changed = 0;
  for (const [space, words] of Object.entries(source)) {
    const file = join(languageFolder(code), `${space}.json`);
    if (!existsSync(file)) continue;
    const entries = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry>;
    const ordered: Record<string, Entry> = {};
    for (const name of Object.keys(words)) {
      const entry = entries[name];
      if (!entry) continue;
      const from = sourceHash(space, name);
      const asked = keys === 'all' || keys.includes(`${space}.${name}`);
      if (asked && entry.from !== from) changed += 1;
      ordered[name] = asked ? { ...entry, from } : entry;
    }
    // What English does not know stays, so that the gates name it.
    for (const [name, entry] of Object.entries(entries)) if (!(name in ordered)) ordered[name] = entry;
    writeFileSync(file, written(ordered));
  }
  return changed;
}
