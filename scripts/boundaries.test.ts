import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, valueImportsOf } from './circles.ts';

const root = resolve(import.meta.dirname, '..');

/** What each room may import of the others; ARCHITECTURE.md shows the same table. Tests beside the code may also use Node and vitest. */
const allowed: Record<string, readonly string[]> = {
  'packages/money': [],
  'packages/protocol': ['@bourse/money'],
  'packages/engine': ['@bourse/money', '@bourse/protocol'],
  'packages/words': ['@bourse/money', '@bourse/protocol'],
  'packages/ui': ['@bourse/money'],
  'packages/transparency': [],
  'packages/chains': [],
  'packages/bank-files': ['@bourse/identity'],
  'packages/stand-ins': ['@bourse/bank-files', '@bourse/chains'],
  'packages/identity': [],
  'packages/verifier': ['@bourse/engine', '@bourse/protocol/canonical', '@bourse/transparency', '@bourse/words'],
  'apps/server': [
    ...['@bourse/money', '@bourse/protocol', '@bourse/engine', '@bourse/identity', '@bourse/transparency', '@bourse/words'],
    // Its tests check answers with the code of the page.
    ...['@bourse/chains', '@bourse/bank-files', '@bourse/stand-ins', '@bourse/verifier'],
  ],
  'apps/console': ['@bourse/protocol', '@bourse/ui', '@bourse/words'],
  'packages/key-process': [],
  'apps/signer': [
    ...['@bourse/chains', '@bourse/key-process', '@bourse/money', '@bourse/stand-ins'],
    ...['@bourse/engine/digests', '@bourse/protocol/canonical', '@bourse/protocol/proof-challenge'],
  ],
  'apps/web': [
    '@bourse/money',
    '@bourse/protocol',
    '@bourse/identity',
    '@bourse/ui',
    '@bourse/words',
    '@bourse/verifier',
    '@bourse/engine/receipts',
    '@bourse/chains/attestation',
    '@bourse/bank-files/iban',
  ],
};
const pure = ['packages/money', 'packages/protocol', 'packages/engine'];
const declared = (room: string) => {
  const manifest = JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
const importsOf = (text: string) =>
  [...text.matchAll(/^\s*(?:import|export)\b[^;'"]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
/** Tests and what only tests import: scenario runners, shared exams, test kits. */
const forTests = /\.test\.tsx?$|\/testing\/|\/testing[\w-]*\.ts$|\.?conformance\.ts$/;
const circlesIn = (files: readonly string[]) => {
  const imports = files.map((file): [string, string[]] => [
    relative(root, file),
    valueImportsOf(readFileSync(file, 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => relative(root, resolve(dirname(file), specifier))),
  ]);
  return circlesOf(new Map(imports)).map((circle) => circle.join(' → '));
};
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

describe.each(Object.entries(allowed))('%s', (room, others) => {
  const files = sources(join(root, room, 'src'));
  it('imports other rooms only along the arrows', () => {
    const wrong = files.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter((specifier) => specifier.startsWith('@bourse/') && packageOf(specifier) !== `@bourse/${room.split('/')[1]}`)
        .filter((specifier) => !others.some((other) => specifier === other || specifier.startsWith(`${other}/`)))
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
  it('never reaches into another room by a relative path; the manifest of the whole tree is open to all', () => {
    const wrong = files.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter((specifier) => specifier.startsWith('.') && !resolve(file, '..', specifier).startsWith(join(root, room)))
        .filter((specifier) => resolve(file, '..', specifier) !== join(root, 'package.json'))
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
  it('imports only packages that its manifest names', () => {
    const names = declared(room);
    const wrong = files
      .filter((file) => !forTests.test(file))
      .flatMap((file) =>
        importsOf(readFileSync(file, 'utf8'))
          .filter(
            (specifier) =>
              !specifier.startsWith('.') &&
              !specifier.startsWith('node:') &&
              !specifier.startsWith('virtual:') &&
              packageOf(specifier) !== `@bourse/${room.split('/')[1]}`,
          )
          .filter((specifier) => !names.has(packageOf(specifier)))
          .map((specifier) => `${relative(root, file)} imports ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });
  it('holds no circle of value imports', () => {
    expect(circlesIn(files)).toEqual([]);
  });
  it('keeps no folder of more than 40 files', () => {
    const sizes = new Map<string, number>();
    for (const file of files) {
      const folder = relative(root, dirname(file));
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    expect([...sizes].filter(([, size]) => size > 40)).toEqual([]);
  });
  if (!pure.includes(room)) return;
  it('knows nothing of Node', () => {
    const wrong = files
      .filter((file) => !forTests.test(file))
      .filter((file) => importsOf(readFileSync(file, 'utf8')).some((specifier) => specifier.startsWith('node:')));
    expect(wrong.map((file) => relative(root, file))).toEqual([]);
  });
});

describe('a circle of imports', () => {
  const named = (files: Record<string, string>) =>
    circlesOf(new Map(Object.entries(files).map(([file, text]) => [file, valueImportsOf(text)])));

  it('is found and named, however long', () => {
    const first = "import { b } from 'b';\nimport 'aside';";
    expect(named({ a: first, b: "export * from 'c';", c: "import {\n  type A,\n  a,\n} from 'a';", aside: '' })).toEqual([
      ['a', 'b', 'c', 'a'],
    ]);
    expect(named({ a: "import b, { type C } from 'b';", b: "import * as a from 'a';" })).toEqual([['a', 'b', 'a']]);
  });
  it('is none when a type or a lazy import closes it', () => {
    const back = [
      "import type { A } from 'a';",
      "import { type A, type B } from 'a';",
      "export type * from 'a';",
      "const a = () => import('a');",
    ];
    for (const text of back) expect(named({ a: "import { b } from 'b';", b: text })).toEqual([]);
  });
});
