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

/** The code that runs in a server's threads. It is next to every program that may start it, under this ending. */
const threads = {
  '.shadow.mjs': 'apps/server/src/sequencer/shadow/thread.ts',
  '.signatures.mjs': 'apps/server/src/devices/thread.ts',
};

/** @param {string} entry path from the project root @returns {Promise<string>} path of the runnable file, inside the project so that packages resolve */
export async function bundle(entry) {
  const outfile = resolve(root, 'node_modules/.cache/bourse', `${entry.replaceAll('/', '-').replace(/\.tsx?$/, '')}-${process.pid}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  await Promise.all([
    bundleInto(entry, outfile),
    ...Object.entries(threads).map(([ending, thread]) => bundleInto(thread, withEnding(outfile, ending))),
  ]);
  return outfile;
}

const withEnding = (file, ending) => file.replace(/\.mjs$/, ending);

/** The files of the threads that belong to a program. @param {string} file what `bundle` answered */
export const threadsOf = (file) => Object.keys(threads).map((ending) => withEnding(file, ending));

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
