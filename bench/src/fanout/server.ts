import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Board } from '@bourse/server/src/market/board.ts';
import { createCatalogue } from '@bourse/server/src/market/catalogue/catalogue.ts';
import type { Catalogue, InstrumentInfo } from '@bourse/server/src/market/port.ts';
import { rowOf } from '@bourse/server/src/market/rows.ts';
import { systemClock } from '@bourse/server/src/platform/clock.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { createHub, createSockets } from '@bourse/server/src/sockets/index.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FromServer, ToServer, Way } from './messages.ts';

/**
 * One server process of the bench. `ours` is the product's own socket server; the others send the same rows the usual way: a message is made for each
 * client. Prices move the same in all of them: a hundred symbols, five times a second each.
 */
const way = (process.argv[2] ?? 'ours') as Way;
const symbols = Number(process.argv[3] ?? 100);
const bundleMs = 200;

const startSet = createCatalogue();
const [model] = startSet.instruments;
if (!model) throw new Error('the catalogue is empty');
const instruments = Array.from(
  { length: symbols },
  (_, index): InstrumentInfo => ({ ...model, id: 50_000 + index, symbol: `SYM${index}/USDT` }),
);
const catalogue: Catalogue = {
  ...startSet,
  instruments,
  instrumentById: (id) => instruments[id - 50_000],
  instrumentBySymbol: (symbol) => instruments.find((one) => one.symbol === symbol),
};
const board = new Board(catalogue, systemClock);
for (const live of board.all) board.loaded(live, []);

let walk = 1;
const move = () => {
  for (const { id } of instruments) {
    walk = (Math.imul(walk, 1_103_515_245) + 12_345) >>> 0;
    const last = 6_800_000 + (walk % 20_000);
    board.tick({ instrument: id, time: Date.now(), bid: last - 1, ask: last + 1, last, lots: 1 + (walk % 50), side: walk & 1 ? 1 : 0 });
  }
};

const http = createServer();
let delivered = () => 0;
let publish = () => {};
/** Beyond this a client is passed over, as ours does: a buffer that grows without end measures memory. */
const slowBytes = 256 * 1024;

if (way === 'ours') {
  const sockets = createSockets({
    authenticator: { authenticate: () => Promise.reject(new Error('nobody signs in here')) },
    market: { catalogue, board, venueMarkets: new Map() },
    hub: createHub(),
    clock: systemClock,
    log: silentLog,
    origins: [],
    version: async () => ({ id: 'bench', updateType: 0 }),
    limits: { perAddress: 100_000, total: 100_000 },
  });
  sockets.attach(http);
  delivered = () => sockets.publishers.demo.counts.delivered;
} else {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  /** What each client asked to hear. */
  const clients = new Map<WebSocket, string[]>();
  let count = 0;
  server.on('connection', (client) => {
    client.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; rows?: string[] };
      if (message.type === 'SUB') clients.set(client, message.rows ?? []);
    });
    client.on('close', () => clients.delete(client));
    client.on('error', () => {});
  });
  let seq = 0;
  publish = () => {
    seq += 1;
    // The values are looked up once for all; what is done for each client is its message.
    const rows = new Map(
      board.all.map((live) => {
        const { o: _, ...row } = rowOf(board, live, undefined);
        return [row.p, { c: 'row', seq, prev: seq - 1, ...row }] as const;
      }),
    );
    for (const [client, wanted] of clients) {
      if (client.bufferedAmount > slowBytes) continue;
      const text = JSON.stringify({ m: wanted.map((symbol) => rows.get(symbol)) });
      client.send(way === 'stringify' ? text : gzipSync(text, way === 'stringify-gzip-fastest' ? { level: 1 } : {}), () => {
        count += 1;
      });
    }
  };
  delivered = () => count;
}

const say = (message: FromServer) => process.send?.(message);
let from = { cpu: process.cpuUsage(), delivered: 0, at: 0 };
process.on('message', (message: ToServer) => {
  if (message === 'go') {
    setInterval(() => {
      move();
      publish();
    }, bundleMs);
  } else if (message === 'begin') from = { cpu: process.cpuUsage(), delivered: delivered(), at: performance.now() };
  else {
    const { user, system } = process.cpuUsage(from.cpu);
    say({ kind: 'measured', cpuMicros: user + system, delivered: delivered() - from.delivered, wallMs: performance.now() - from.at });
  }
});
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  say({ kind: 'listening', port: address !== null && typeof address === 'object' ? address.port : 0 });
});
