import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);

/** Names of tests that a page cites: a name in bold stands for a file, and the texts in quotes that follow it are tests of that file. `…` stands for anything. */
function cited(page: string) {
  const text = readFileSync(new URL(page, root), 'utf8');
  const files = new Map([...text.matchAll(/`([\w./-]+)` \(\*\*(\w+)\*\*/g)].map(([, file = '', alias = '']) => [alias, file]));
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('"'));
  return rows.flatMap((row) => {
    const cell = (row.split(' | ').at(-1) ?? '').replace(/ \|$/, '');
    const parts = [...cell.matchAll(/(\w+), ("[^"]*"(?:, "[^"]*")*)/g)];
    // Whatever else the cell says would not be looked at.
    expect(parts.map(([part]) => part).join('; ')).toBe(cell);
    return parts.flatMap(([, alias = '', list = '']) =>
      [...list.matchAll(/"([^"]*)"/g)].map(([, name = '']) => ({ alias, file: files.get(alias), name })),
    );
  });
}

/** The names that a file gives to its tests: texts that a function follows, and rows of tables of tests. */
const testsOf = (file: string): string[] =>
  [...readFileSync(new URL(file, root), 'utf8').matchAll(/[([]\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|\(|[a-z]\w*[\]),])/g)].map(
    ([, , name = '']) => name.replaceAll('\\', ''),
  );

it.each(['docs/security/transparency.md', 'docs/security/signatures.md'])('%s names only tests that exist', (page) => {
  const names = cited(page);
  expect(names.length).toBeGreaterThan(20);
  const missing = names.filter(({ file, name }) => {
    if (file === undefined || !existsSync(new URL(file, root))) return true;
    const [start = '', ...rest] = name.split('…').map((part) => part.trim());
    return !testsOf(file).some((title) => title.startsWith(start) && rest.every((part) => title.includes(part)));
  });
  expect(missing.map(({ alias, name }) => `${alias}, "${name}"`)).toEqual([]);
});
