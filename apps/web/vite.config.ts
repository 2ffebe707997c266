import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanChart } from './build/lean-chart.ts';
import { messages } from './build/messages.ts';
import { shell } from './build/shell.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
/** The first to know light-dark(): transpiling it would freeze colours at the root, and a panel could no longer be shown in the other theme. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'];
const server = 'http://127.0.0.1:8080';

/**
 * `base`: what every first screen needs, in one file, because what is compressed together is smaller. `kit`: the other shared pieces, in one file
 * for all later screens instead of a hundred small ones.
 */
const groups = [
  // What both layouts of the trading screen begin with, and of that what other screens show too: on a slow network each file more costs a round trip.
  {
    name: 'trading',
    includeDependenciesRecursively: false,
    priority: 4,
    test: /features\/trade\/(?:book\/(?:Book|BookPanel|grouping|ParticipantsNote|useFits)|chart\/(?:after-paint|asked-price|bars|candles|candle-times|ChartLines|ChartPanel|LineTag|OrderTags|sharpness|sideLabel|tools|useAlertLines|useAmendLine|useChart|useChartSummary|useDrag|view)|phone\/PhoneTrade\.module)\./,
  },
  {
    name: 'orders',
    includeDependenciesRecursively: false,
    priority: 4,
    test: /features\/alerts\/alerts\.|features\/trade\/(?:lazy|instrument\/(?:Head|slow|SymbolName)|leverage\/draft|spot\/(?:draft|drafts|orders|sentence)|stock\/sides|ticket\/(?:again|arithmetic|draft-store|order-form|turn))\./,
  },
  {
    name: 'base',
    priority: 2,
    test: new RegExp(
      [
        'node_modules/(?:react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack/(?:react-router|router-core|history|store|react-store))/',
        'node_modules/lucide-react/dist/esm/icons/(?:search|star|check|triangle-alert|wifi-off|house)\\.',
        'packages/money/src/(?:display|display-account|display-decimal)\\.',
        'packages/protocol/src/(?:client|enums)\\.',
        'packages/words/src/(?:languages|speak)\\.',
        'packages/ui/src/(?:tokens|base|Amount|Button|Small|States|Tabs|pictures/Sparkline|walk|pictures/picture-paths|context|cx|flash|icons|plain-icon|toast-store)\\.',
        'apps/web/src/(?:boot\\.css|data/(?!live-core|proofs|notices/|wants|market-socket|socket-line|chat/|market-cache|backoff|channels|books|pushes|changes/|commands/|work/|.*-reads)|i18n/(?!pseudo|sentences)|begin|router|front-screens)',
        'apps/web/src/screens/(?:__root|bootPage|chart|funds/index|home|index|login|market|order/index|pc_home)\\.',
        'apps/web/src/features/(?:home/model/watch|account/parts/(?:DemoButton|useArrive))\\.(?!.*css)',
        'apps/web/src/shell/(?:Shell|nav|labels|palette-state|search|screen|Failures|fresh|Unread|use-wide)\\.',
      ].join('|'),
    ),
  },
  {
    // The socket.
    name: 'live',
    includeDependenciesRecursively: false,
    priority: 4,
    test: /apps\/web\/src\/data\/(?:live-core|socket-line|market-socket|market-cache|backoff|channels|books\/books|wants)\.|packages\/protocol\/src\/socket-limits\./,
  },
  {
    // What the landing and welcome pages need of the kit, so that they need not load it.
    name: 'bits',
    includeDependenciesRecursively: false,
    priority: 3,
    test: /node_modules\/lucide-react\/dist\/esm\/icons\/(?:x|chevron-right)\.|packages\/(?:money\/src\/units|ui\/src\/pictures\/Fingerprint)\./,
  },
  {
    name: 'kit',
    priority: 1,
    test: /node_modules\/lucide-react\/|packages\/(?:money|ui)\/src\/(?!DataTable|csv|table|Toast|overlay-stack|pictures\/Fingerprint)|apps\/web\/src\/data\/(?:.*-reads|commands\/|proofs|work\/solveInWorker)/,
  },
];

/** Short class names in the build: they are in the style sheet and in the program. */
const shortName = (name: string, file: string) =>
  `_${createHash('sha256')
    .update(`${relative(root, file.split('?')[0]!)} ${name}`)
    .digest('base64url')
    .slice(0, 6)}`;

export default defineConfig(({ command }) => ({
  root,
  base: '/v8/',
  resolve: {
    alias: [
      // The icon set's runtime, replaced by our own few lines.
      { find: '../createLucideIcon.mjs', replacement: fileURLToPath(new URL('../../packages/ui/src/plain-icon.tsx', import.meta.url)) },
      // React has had this hook since 18: the shim for older ones stays out.
      { find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/screens',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    messages(root),
    leanChart(),
    shell(root),
  ],
  build: {
    target: browsers,
    cssTarget: browsers,
    sourcemap: true,
    manifest: true,
    modulePreload: { polyfill: false },
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups },
      },
    },
  },
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/ws': { target: server.replace('http', 'ws'), ws: true },
      '/health': server,
    },
  },
  preview: { port: 5174 },
}));
