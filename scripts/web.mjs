// Builds the web app when its sources changed since the last build, and leaves a compressed copy next to each file.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './bundle.mjs';
import { verifierPage } from './verifier.mjs';

const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/build',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'packages/engine/src',
  'packages/money/src',
  'packages/protocol/src',
  'packages/transparency/src',
  'packages/ui/src',
  'packages/verifier/src',
  'scripts/verifier.mjs',
  'packages/words/src',
  'package-lock.json',
];
export const distFolder = join(root, 'apps/web/dist');
const stampFile = join(distFolder, '.built-from');
const generated = /routeTree\.gen\.ts$|\.test\.tsx?$/;

const filesUnder = (path) =>
  !existsSync(path)
    ? []
    : statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .flatMap((name) => filesUnder(join(path, name)))
      : [path];

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    if (generated.test(file)) continue;
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function runBuild() {
  return new Promise((resolve, reject) => {
    const lines = [];
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'apps/web', '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(chunk));
    child.once('error', reject);
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`The web app could not be built:\n${lines.join('')}`))));
  });
}

const compressible = /\.(?:js|css|html|svg|json|webmanifest|map|txt)$/;
const smallestBytes = 1_024;

async function compress() {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const files = filesUnder(distFolder).filter((file) => compressible.test(file) && statSync(file).size >= smallestBytes);
  for (const file of files) {
    const bytes = readFileSync(file);
    // Source maps are for developers: quick is enough.
    const quality = file.endsWith('.map') ? 4 : 10;
    const [br, gz] = await Promise.all([
      brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      zip(bytes, { level: 9 }),
    ]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }
}

/** @returns {Promise<'current' | 'built'>} */
export async function buildWeb() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && existsSync(join(distFolder, 'index.html')) && readFileSync(stampFile, 'utf8') === wanted) return 'current';
  await runBuild();
  writeFileSync(join(distFolder, 'verifier.html'), await verifierPage());
  await compress();
  writeFileSync(stampFile, wanted);
  return 'built';
}
