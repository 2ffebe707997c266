// Builds the web app when its sources changed since the last build, and leaves a compressed copy next to each file.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './bundle.mjs';
import { verifierPage } from './verifier.mjs';

const shared = [
  'packages/money/src',
  'packages/protocol/src',
  'packages/ui/src',
  'packages/words/src',
  'package-lock.json',
  'apps/web/build',
];
/** An app of the browser: its folder, and what else it is made from. */
const apps = {
  web: {
    folder: 'apps/web',
    sources: ['packages/engine/src', 'packages/transparency/src', 'packages/verifier/src', 'scripts/verifier.mjs'],
    extra: async (dist) => writeFileSync(join(dist, 'verifier.html'), await verifierPage()),
  },
  console: { folder: 'apps/console', sources: [], extra: async () => {} },
};
const ownSources = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts'];
const distOf = ({ folder }) => join(root, folder, 'dist');
export const distFolder = distOf(apps.web);
const generated = /routeTree\.gen\.ts$|\.test\.tsx?$/;

const filesUnder = (path) =>
  !existsSync(path)
    ? []
    : statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .flatMap((name) => filesUnder(join(path, name)))
      : [path];

function fingerprint({ folder, sources }) {
  const hash = createHash('sha256');
  const all = [...ownSources.map((source) => join(folder, source)), ...sources, ...shared];
  for (const file of all.flatMap((source) => filesUnder(join(root, source)))) {
    if (generated.test(file)) continue;
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function runBuild({ folder }) {
  return new Promise((resolve, reject) => {
    const lines = [];
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', folder, '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(chunk));
    child.once('error', reject);
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`${folder} could not be built:\n${lines.join('')}`))));
  });
}

const compressible = /\.(?:js|css|html|svg|json|webmanifest|map|txt)$/;
const smallestBytes = 1_024;

async function compress(dist) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const files = filesUnder(dist).filter((file) => compressible.test(file) && statSync(file).size >= smallestBytes);
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

/** Builds one app when its sources changed. @returns {Promise<'current' | 'built'>} */
async function buildApp(app) {
  const wanted = fingerprint(app);
  const dist = distOf(app);
  const stampFile = join(dist, '.built-from');
  if (existsSync(stampFile) && existsSync(join(dist, 'index.html')) && readFileSync(stampFile, 'utf8') === wanted) return 'current';
  await runBuild(app);
  await app.extra(dist);
  await compress(dist);
  writeFileSync(stampFile, wanted);
  return 'built';
}

export const buildWeb = () => buildApp(apps.web);
export const buildConsole = () => buildApp(apps.console);
