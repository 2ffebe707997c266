import type { BenchResult } from './result.ts';

/** Every bench by its name on the command line; loaded only when asked for. `npm run bench` gives Node the flags of `npm start`: what is measured is what customers get. */
const benches: Record<string, { about: string; run: () => Promise<BenchResult> }> = {
  'engine-spot': {
    about: 'spot stream with full ledger, beside nodejs-order-book',
    run: async () => (await import('./engine/spot.ts')).engineSpot(),
  },
  'engine-wide': {
    about: '90,000 price levels a side, beside nodejs-order-book',
    run: async () => (await import('./engine/wide.ts')).engineWide(),
  },
  'engine-contract': {
    about: 'contract stream with mark prices and 10,000 positions, beside nodejs-order-book',
    run: async () => (await import('./engine/contract.ts')).engineContract(),
  },
  pauses: {
    about: 'longest single command where 20,000 positions have to do with one event',
    run: async () => (await import('./engine/pauses.ts')).pauses(),
  },
  'snapshot-pause': {
    about: 'longest block of the loop while snapshots of 1,000,000 orders and accounts are made: by the engine itself, and by its shadow',
    run: async () => (await import('./durable/snapshot-pause.ts')).snapshotPause(),
  },
  growth: { about: 'cost per command from 1 k to 1 M orders and accounts', run: async () => (await import('./engine/growth.ts')).growth() },
  memory: { about: 'bytes per resting order and per idle account', run: async () => (await import('./engine/memory.ts')).memory() },
  'engine-journal': {
    about: 'engine and durable journal without HTTP, beside a transaction per order',
    run: async () => (await import('./durable/engine-journal.ts')).engineJournal(),
  },
  'durable-http': {
    about: 'durable orders over the real HTTP endpoint, beside a transaction-per-order server',
    run: async () => (await import('./durable/durable-http.ts')).durableHttp(),
  },
  'transparency-log': {
    about: 'what the transparency log costs a command, beside hashing its contents once',
    run: async () => (await import('./durable/transparency-log.ts')).transparencyLog(),
  },
  'proof-of-liabilities': {
    about: 'what a proof of liabilities for 100,000 customers costs and how long it holds the loop, beside hashing once',
    run: async () => (await import('./durable/proof-of-liabilities.ts')).proofOfLiabilities(),
  },
  'durable-http-signed': {
    about: 'the same with a signature on each order',
    run: async () => (await import('./durable/durable-http.ts')).durableHttp({ signed: true }),
  },
  'durable-http-batches': {
    about: 'the same with 16 orders and one signature in each command',
    run: async () => (await import('./durable/durable-http.ts')).durableHttp({ signed: true, perCommand: 16 }),
  },
  signatures: {
    about: 'what the check of a signature costs, beside crypto.verify in a loop',
    run: async () => (await import('./durable/signatures.ts')).signatures(),
  },
  recovery: { about: 'snapshot and replay, beside the live rate', run: async () => (await import('./durable/recovery.ts')).recovery() },
  restart: {
    about: 'time and memory of a start from the journal alone; BOURSE_BENCH_COMMANDS, BOURSE_BENCH_ROUNDS, BOURSE_BENCH_OTHER',
    run: async () => (await import('./durable/restart.ts')).restartBench(),
  },
  'fan-out': {
    about: 'market bundles to 2,000 sockets, beside JSON.stringify per client',
    run: async () => (await import('./fanout/fan-out.ts')).fanOut(),
  },
  'chat-fan-out': {
    about: 'messages of the service chat to 5,000 sockets, beside JSON.stringify per client',
    run: async () => (await import('./fanout/chat-fan-out.ts')).chatFanOut(),
  },
  'chat-growth': {
    about: 'cost of a message of the service chat from 1 k to 1 M stored ones',
    run: async () => (await import('./chat/growth.ts')).chatGrowth(),
  },
  'first-route': {
    about: 'JavaScript of the first route and the chart route, gzip',
    run: async () => (await import('./web/first-route.ts')).firstRoute(),
  },
  'first-order-screen': {
    about: 'first visit to /order, first order and switch on a phone slowed fourfold, over Fast 3G',
    run: async () => (await import('./web/first-order-screen.ts')).firstOrderScreen(),
  },
  terminal: {
    about: 'the terminal under load in Chromium, CPU throttled fourfold',
    run: async () => (await import('./web/terminal.ts')).terminal(),
  },
};

const [, , name] = process.argv;
if (name === '--list') {
  for (const [key, { about }] of Object.entries(benches)) console.log(`${key}: ${about}`);
} else {
  const chosen = name === undefined ? Object.entries(benches) : Object.entries(benches).filter(([key]) => key === name);
  if (chosen.length === 0) {
    console.error(`no bench is called ${name}; npm run bench -- --list names all`);
    process.exit(2);
  }
  for (const [key, bench] of chosen) {
    const result = await bench.run();
    for (const line of result.report) console.log(`  ${line}`);
    console.log(
      `${key}: ratio ${result.ratio === null ? 'none' : result.ratio.toFixed(2)} (bar ${result.bar}), ours ${result.ours}, reference ${result.reference}`,
    );
  }
}
process.exit(0);
