import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { BenchResult } from '../result.ts';
import { gzipBytes, inlineBytes, laterChunks, readManifest, staticFiles } from './manifest.ts';

const firstBarKb = 125;
const chartBarKb = 190;
const kb = (bytes: number) => bytes / 1000;
const shown = (bytes: number) => `${kb(bytes).toFixed(1)} KB`;

/** Builds what `npm start` would serve; nothing happens when it is already of these sources. */
function build(root: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', "const { buildWeb } = await import('./scripts/web.mjs'); await buildWeb();"],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the web app does not build:\n${stderr}`);
}

/**
 * JavaScript that stands between the address and a usable page, with the page's own script. First route: the program, `/home` and the first words of a language (the
 * largest of those offered). Chart route: the program, `/chart`, the words of trading, and the chart library, which the screen itself loads.
 */
export async function firstRoute(): Promise<BenchResult> {
  const root = process.cwd();
  build(root);
  const dist = join(root, 'apps/web/dist');
  const manifest = readManifest(dist);
  const keyOf = (end: string) => {
    const key = Object.keys(manifest).find((known) => known.endsWith(end));
    if (!key) throw new Error(`the build has no chunk for ${end}`);
    return key;
  };
  const heaviest = (pack: 'core' | 'landing' | 'trade' | 'rest') =>
    ['en', 'zh-CN']
      .map((language) => keyOf(`virtual:messages/${language}/${pack}`))
      .sort((a, b) => gzipBytes(dist, staticFiles(manifest, [b])) - gzipBytes(dist, staticFiles(manifest, [a])))[0]!;
  const program = keyOf('index.html');
  const measure = (keys: readonly string[]) => {
    const files = [...new Set(staticFiles(manifest, keys))];
    return { bytes: gzipBytes(dist, files) + inlineBytes(dist), files: files.length };
  };

  const first = measure([program, keyOf('home/HomeScreen.tsx'), heaviest('core')]);
  const chartScreen = [program, keyOf('trade/TradeScreen.tsx'), heaviest('core'), heaviest('trade')];
  const library = laterChunks(manifest, chartScreen, /chart\/engine|klinecharts/);
  const chart = measure([...chartScreen, ...library]);

  const parts = [
    ['program', measure([program])],
    ['landing /pc_home', measure([program, keyOf('landing/LandingScreen.tsx'), heaviest('core'), heaviest('landing')])],
    ['sign-in /login', measure([program, keyOf('account/LoginScreen.tsx'), heaviest('core'), heaviest('rest')])],
    ['funds /funds', measure([program, keyOf('funds/FundsScreen.tsx'), heaviest('core'), heaviest('rest')])],
  ] as const;
  const met = kb(first.bytes) <= firstBarKb && kb(chart.bytes) <= chartBarKb;
  return {
    name: 'first-route',
    ratio: null,
    bar: `first route ≤ ${firstBarKb} KB, chart route ≤ ${chartBarKb} KB gzip: ${met ? 'met' : 'not met'}`,
    ours: `${shown(first.bytes)} first route and ${shown(chart.bytes)} chart route`,
    reference: 'public exchange fronts ship 500 to 2,000 KB',
    report: [
      `first route /home: ${shown(first.bytes)} in ${first.files} files`,
      `chart route /chart: ${shown(chart.bytes)} in ${chart.files} files${library.length === 0 ? ' (no separate chart library found)' : ''}`,
      ...parts.map(([name, { bytes, files }]) => `${name}: ${shown(bytes)} in ${files} files`),
    ],
  };
}
