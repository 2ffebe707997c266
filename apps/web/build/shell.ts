/**
 * What must exist outside the module graph: `boot.js` (theme, direction and language before the first paint; in the page itself, whose policy allows it
 * by its hash, because a file of its own would cost a round trip before anything that it sends for), `sw.js` (the shell works offline), and preloads of
 * the font, the words and the first screen.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transform } from 'esbuild';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

/** Pages live at `/home`, assets under `/v8/`: in development every page path answers with index.html. */
function isPage(url: string, accept: string | undefined): boolean {
  return accept?.includes('text/html') === true && !/^\/(?:v8|api|ws|metrics|health)(?:\/|$)/.test(url);
}

const bootTag = /<script src="\/v8\/boot\.js"[^>]*><\/script>/;

/** The words that the first script sends for: the first pack for every screen, all of them for the trading screens. */
const firstWords = ['core', 'trade'];
/** The first script sends for these: it knows which of them `/` shows. */
const firstScreenOf = { '/home': ['HomeScreen'], '/pc_home': ['LandingScreen'], '/bootPage': ['BootScreen'] };
/** The server names these in a header of the page, so that the first script need not list them: by the windows that need them, then by path. */
const trading = (layout: string) => {
  const names = ['TradeScreen', layout, 'engine'];
  return { '/order': names, '/chart': names };
};
const namedByServer = { '(min-width: 640px)': trading('Terminal'), 'not all and (min-width: 640px)': trading('PhoneTrade') };

/** What screens that a visit begins with need: their chunks and style sheets, after those of the program if asked. */
function filesOf(
  bundle: Rolldown.OutputBundle,
  screens: Readonly<Record<string, readonly string[]>>,
  withProgram = false,
): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (file: string, seen: Set<string>, above = new Set<string>()): Set<string> => {
    if (seen.has(file) || above.has(file)) return seen;
    above.add(file);
    // What a chunk imports comes before it: what several layouts share stands before what one of them adds.
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) withImports(next, seen, above);
    return seen.add(file);
  };
  const program = new Set<string>();
  for (const { isEntry, fileName } of chunks) if (isEntry) withImports(fileName, program);
  return Object.fromEntries(
    Object.entries(screens).map(([path, names]) => {
      const needed = new Set<string>();
      for (const name of names) {
        const screen = chunks.find((chunk) => chunk.isDynamicEntry && chunk.name === name);
        if (!screen) throw new Error(`the build has no chunk for ${name}, which ${path} begins with`);
        withImports(screen.fileName, needed);
      }
      const scripts = withProgram ? [...new Set([...program, ...needed])] : [...needed].filter((file) => !program.has(file));
      const files = scripts.flatMap((file) => [
        file,
        ...(chunks.find((chunk) => chunk.fileName === file)?.viteMetadata?.importedCss ?? []),
      ]);
      return [path, [...new Set(files)].map((file) => `/v8/${file}`)];
    }),
  );
}

export function shell(root: string): Plugin {
  const read = (name: string) => readFileSync(resolve(root, 'build', name), 'utf8');
  /** Comments, indents and long names are for people. */
  const lean = async (text: string) => (await transform(text, { minify: true, target: 'es2022' })).code;
  /** The first script, with the resolver of languages and the sentences that it shares with the program. */
  const boot = async (languages: Record<string, string[]>, screens: Record<string, string[]>) => {
    const { module } = await runnerImport<{ bootParts: () => Record<string, string> }>(resolve(root, '../../packages/words/src/build.ts'));
    const parts = { ...module.bootParts(), __LANGUAGE_FILES__: JSON.stringify(languages), __SCREEN_FILES__: JSON.stringify(screens) };
    return Object.entries(parts).reduce((text, [name, value]) => text.replace(name, () => value), read('boot.js'));
  };
  return {
    name: 'bourse-shell',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '/';
        if (url.startsWith('/v8/boot.js')) {
          response.setHeader('Content-Type', 'text/javascript');
          boot({}, {}).then((script) => response.end(script), next);
          return;
        }
        if (isPage(url, request.headers.accept)) request.url = '/v8/index.html';
        next();
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-opsz-normal.*\.woff2$/.test(name));
        return font
          ? [
              {
                tag: 'link',
                // Words are readable in another font meanwhile; without the program there are none.
                attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/v8/${font}`, crossorigin: '', fetchpriority: 'low' },
                injectTo: 'head-prepend',
              },
            ]
          : html;
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const languages: Record<string, string[]> = {};
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const [, locale, pack] = /virtual:messages\/([\w-]+)\/(\w+)$/.exec(chunk.facadeModuleId ?? '') ?? [];
          const at = firstWords.indexOf(pack ?? '');
          if (!locale || at < 0) continue;
          const files = languages[locale] ?? [];
          // Pseudo-languages are for tests: they are known, and the program sends for their words.
          if (!/-X[A-Z]$/.test(locale)) files[at] = `/v8/${file}`;
          languages[locale] = files;
        }
        const script = await lean(await boot(languages, filesOf(bundle, firstScreenOf)));
        const page = bundle['index.html'];
        if (page?.type !== 'asset' || !bootTag.test(String(page.source))) throw new Error('the page has no place for its first script');
        page.source = String(page.source).replace(bootTag, () => `<script>${script.trim()}</script>`);
        this.emitFile({ type: 'asset', fileName: '.vite/early.js', source: (await lean(read('early.js'))).trim() });
        const named = Object.fromEntries(Object.entries(namedByServer).map(([media, screens]) => [media, filesOf(bundle, screens, true)]));
        this.emitFile({ type: 'asset', fileName: '.vite/first-screens.json', source: JSON.stringify(named) });
      },
    },
    writeBundle: {
      order: 'post',
      async handler(options, bundle) {
        const files = Object.keys(bundle).filter(
          (name) => /\.(?:js|css|woff2|svg|webmanifest)$/.test(name) && !/cyrillic|latin-ext|sw\.js/.test(name),
        );
        const list = ['/v8/index.html', '/v8/manifest.webmanifest', '/v8/icon.svg', ...files.map((name) => `/v8/${name}`)];
        const hash = createHash('sha256');
        for (const name of Object.keys(bundle).sort()) hash.update(name);
        const index = bundle['index.html'];
        if (index?.type === 'asset') hash.update(index.source);
        const { writeFile } = await import('node:fs/promises');
        await writeFile(
          resolve(options.dir ?? 'dist', 'sw.js'),
          await lean(read('sw.js').replace('__VERSION__', hash.digest('hex').slice(0, 12)).replace('__FILES__', JSON.stringify(list))),
        );
      },
    },
  };
}
