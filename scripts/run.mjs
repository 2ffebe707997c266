// node scripts/run.mjs ENTRY.ts [arguments]: bundles the entry and runs it in this process.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bundle, threadsOf } from './bundle.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run.mjs ENTRY.ts [arguments]');
  process.exit(2);
}
process.setSourceMapsEnabled(true);
const file = await bundle(entry);
process.on('exit', () => {
  for (const made of [file, ...threadsOf(file)]) rmSync(made, { force: true });
});
process.argv = [process.argv[0], file, ...rest];
await import(pathToFileURL(file).href);
