import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);

it.each(['docs/security/asvs.md', 'docs/security/sign-in.md', 'SECURITY.md'])('%s names only files that exist', (page) => {
  const text = readFileSync(new URL(page, root), 'utf8');
  const named = [...text.matchAll(/`((?:apps|packages|docs)\/[\w./-]+|[A-Z]+\.md)`/g)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
});
