import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import * as layouts from '../packages/engine/src/record/layouts.ts';
import { numberTables } from './number-tables.mjs';

const { lengthOf, ...records } = layouts;

test('a bundle reads the places of packed records that the sources declare', async () => {
  const read = Object.entries(records).map(
    ([record, places]) => `${record}: {${Object.keys(places).map((place) => `${place}: ${record}.${place}`)}}`,
  );
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${Object.keys(records)} } from './layouts.ts'; export default {${read}};`,
      resolveDir: fileURLToPath(new URL('../packages/engine/src/record', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [numberTables()],
  });
  const text = outputFiles[0]!.text;
  expect((await import(`data:text/javascript,${encodeURIComponent(text)}`)).default).toEqual(records);
  expect(text).not.toContain('record(');
});

test('every packed record has a code of its own that tells its length', () => {
  const all = Object.values(records);
  expect(new Set(all.map(({ code }) => code >> 6)).size).toBe(all.length);
  for (const { code, length } of all) expect(lengthOf(code)).toBe(length);
});
