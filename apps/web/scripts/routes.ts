/** Prints the route paths of the customers' app, one a line, as the product specification writes them. Read from the route files themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'apps/web/src/screens';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && !name.includes('__root'),
);
const paths = files.flatMap((name) => {
  const found = /createFileRoute\('([^']+)'\)/.exec(readFileSync(join(folder, name), 'utf8'));
  return found?.[1] === undefined ? [] : [found[1]];
});
const spelled = paths.map((path) => path.replace(/(.)\/$/, '$1').replace(/\$(\w+)/g, ':$1'));
for (const path of [...spelled.sort(), '/*']) console.log(path);
