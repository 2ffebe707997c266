// The engine's tables of places and codes (`const Ord = { id: 0, price: 1 } as const`) are read on every line of its hot paths. In a bundle each read is
// a look-up in an object of the module's scope, and its bytecode counts against what V8 is willing to inline. Told to esbuild as enums, the numbers
// themselves stand where they are read, and the tables are gone.
import { readFileSync } from 'node:fs';

const engineSources = /packages\/engine\/src\/.*\.ts$/;
const table = /^(export )?const (\w+) = \{((?:\s|\/\*\*.*?\*\/|\w+: \d+,?)+)\} as const;/gm;
/** Declarations of packed records (`packages/engine/src/record/layouts.ts`): each field takes the next place, an amount in limbs two. */
const layout = /^export const (\w+) = record\((\d+), \{([^}]+)\}\);/gm;
const placesOf = (fields) =>
  fields
    .replace(/(\w+): 'limbs'/g, '$1, $1Low')
    .replace(/(\w+): '\w+'/g, '$1')
    .replace(/,\s*$/, '');
/** Walked as a whole, so that it stays an object. */
const walked = new Set(['House', 'depositSources', 'reviewFlags']);

export const numberTables = () => {
  const names = new Set();
  return {
    name: 'number-tables',
    setup(builder) {
      builder.onLoad({ filter: engineSources }, ({ path }) => ({
        loader: 'ts',
        contents: readFileSync(path, 'utf8')
          .replace(table, (whole, exported = '', name, body) => {
            if (walked.has(name)) return whole;
            names.add(name);
            return `${exported}enum ${name} {${body.replaceAll(': ', ' = ')}}`;
          })
          .replace(layout, (_, name, number, fields) => {
            names.add(name);
            return `export enum ${name} {start, ${placesOf(fields)}, length, code = (${number} << 6) + length}`;
          }),
      }));
      // A table that is still there is used as an object somewhere, and an enum has more keys than the table.
      builder.onEnd(({ outputFiles = [] }) => ({
        errors: [...(outputFiles[0]?.text ?? '').matchAll(/^var (\w+) = \/\* @__PURE__ \*\/ \(\(\w+\) =>/gm)]
          .filter(([, name]) => names.has(name))
          .map(([, name]) => ({ text: `the table ${name} is used as a whole: add it to \`walked\` in scripts/number-tables.mjs` })),
      }));
    },
  };
};
