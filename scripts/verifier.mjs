// Builds the stand-alone verifier: a program for Node, and one HTML page that works without a network. Everything is inside, the sentences too.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { root } from './bundle.mjs';

const languages = ['en', 'zh-CN'];
const room = join(root, 'packages/verifier');

/** The sentences of `evidence` by language, compiled. A stale translation stops the build. */
async function words() {
  // Inside the project: translations are found from the file's own place.
  const file = join(root, `node_modules/.cache/bourse/words-${process.pid}.mjs`);
  const entry = join(root, 'packages/words/src/build.ts');
  await build({ entryPoints: [entry], outfile: file, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' });
  try {
    const { compiledPack } = await import(pathToFileURL(file).href);
    const own = (pack) => Object.fromEntries(Object.entries(pack).filter(([key]) => key.startsWith('evidence.')));
    return Object.fromEntries(languages.map((language) => [language, own(compiledPack(language, 'rest'))]));
  } finally {
    rmSync(file, { force: true });
  }
}

async function bundled(entry, platform) {
  const { outputFiles } = await build({
    entryPoints: [join(room, entry)],
    bundle: true,
    write: false,
    minify: true,
    platform,
    format: platform === 'node' ? 'esm' : 'iife',
    target: platform === 'node' ? 'node20' : 'es2023',
    // ASCII only: the page's bytes and its hash do not depend on how they are read.
    charset: 'ascii',
    logLevel: 'error',
    define: { __EVIDENCE_WORDS__: JSON.stringify(await words()), 'import.meta.vitest': 'undefined' },
  });
  return outputFiles[0].text;
}

/** Writes the program and answers its URL. `file`: where to, by default a place of its own under node_modules. */
export async function buildProgram(file = join(root, `node_modules/.cache/bourse/bourse-verify-${process.pid}.mjs`)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await bundled('src/cli/main.ts', 'node'));
  if (file.includes('.cache')) process.on('exit', () => rmSync(file, { force: true }));
  return pathToFileURL(file);
}

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page. It may load nothing and send nothing: only its own script and style run. */
export async function verifierPage() {
  const script = (await bundled('src/page/main.ts', 'browser')).trim().replaceAll('</script', '<\\/script');
  const style = (await transform(readFileSync(join(room, 'src/page/page.css'), 'utf8'), { loader: 'css', minify: true })).code.trim();
  const policy = `default-src 'none'; script-src ${sha256(script)}; style-src ${sha256(style)}; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Bourse verifier</title>',
    `<style>${style}</style></head><body><script>${script}</script></body></html>\n`,
  ].join('');
}

// node scripts/verifier.mjs: into the package, for publishing.
if (process.argv[1] === join(root, 'scripts/verifier.mjs')) {
  const out = join(room, 'dist');
  await buildProgram(join(out, 'bourse-verify.mjs'));
  writeFileSync(join(out, 'verifier.html'), await verifierPage());
  console.log(out);
}
