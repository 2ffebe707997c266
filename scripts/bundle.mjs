// Bundles one TypeScript entry for Node: workspace sources inside, npm packages outside. Milliseconds, so it runs at every start.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { numberTables } from './number-tables.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const packageName = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** What a server runs beside itself: its threads, and in development a notary, a signer and the world outside. Each file is next to every program that may start it, under its name. */
const companions = {
  shadow: 'apps/server/src/sequencer/shadow/thread.ts',
  histories: 'apps/server/src/projections/thread/thread.ts',
  signatures: 'apps/server/src/devices/thread.ts',
  notary: 'apps/notary/src/main.ts',
  signer: 'apps/signer/src/main.ts',
  outside: 'packages/stand-ins/src/main.ts',
};

/** @param {string} entry path from the project root @returns {Promise<string>} path of the runnable file, inside the project so that packages resolve */
export async function bundle(entry) {
  const outfile = resolve(root, 'node_modules/.cache/bourse', `${entry.replaceAll('/', '-').replace(/\.tsx?$/, '')}-${process.pid}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  const files = filesOf(outfile);
  await Promise.all([entry, ...Object.values(companions)].map((from, at) => bundleInto(from, files[at])));
  return outfile;
}

/** @param {string} file what `bundle` answered @returns {string[]} it and the files of its companions */
export const filesOf = (file) => [file, ...Object.keys(companions).map((name) => file.replace(/\.mjs$/, `.${name}.mjs`))];

async function bundleInto(entry, outfile) {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, entry)],
    outfile,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'error',
    define: { 'import.meta.vitest': 'undefined' },
    plugins: [
      numberTables(),
      {
        name: 'packages-stay-outside',
        setup(builder) {
          builder.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
            if (path.startsWith('@bourse/') || pluginData === 'seen') return undefined;
            if (path.startsWith('node:') || existsSync(resolve(root, 'node_modules', packageName(path)))) return { path, external: true };
            // A package that npm kept inside one workspace is not found from the bundle's own place: it is named by its file.
            const found = await builder.resolve(path, { kind, resolveDir, importer, pluginData: 'seen' });
            return found.errors.length > 0 ? { path, external: true } : { path: pathToFileURL(found.path).href, external: true };
          });
        },
      },
    ],
  });
  writeFileSync(outfile, outputFiles[0].contents);
}
