import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * A market without an exchange: the built web app, the few calls the terminal makes, and a socket that moves a hundred rows twenty times a second.
 * The load is the page's alone: nothing else runs in this process.
 */
export const symbolCount = 100;
const updatesPerSecond = 20;

const symbols = Array.from({ length: symbolCount }, (_, at) => (at === 0 ? 'BTC/USDT' : `A${String(at).padStart(2, '0')}/USDT`));
const priceOf = (at: number) => (at === 0 ? 68_400 : 10 + at * 7);

const instruments = symbols.map((symbol, at) => ({
  id: 1_000 + at,
  symbol,
  name: symbol.replace('/', ' / '),
  words: '',
  kind: 1,
  base: symbol.split('/')[0],
  quote: 'USDT',
  plate: 'bench',
  board: null,
  tick: '0.01',
  lot: '0.0001',
  priceAccuracy: 2,
  transactionAccuracy: 4,
  lever: 1,
  minQuantity: '0.0001',
  maxQuantity: '100',
  minNotional: '5',
  bandBps: 500,
  takerFee: '0.001',
  makerFee: '0.0008',
  status: 1,
  session: null,
  nextOpen: null,
  participants: false,
  tradable: true,
  source: { feed: 'simulated', name: 'bench' },
}));

function candles(interval: string, to: number) {
  const minutes: Record<string, number> = {
    '1': 1,
    '5': 5,
    '15': 15,
    '30': 30,
    '60': 60,
    '2H': 120,
    '4H': 240,
    '1D': 1_440,
    '1W': 10_080,
    '1M': 43_200,
  };
  const step = (minutes[interval] ?? 30) * 60_000;
  const last = Math.floor(to / step) * step;
  let price = priceOf(0);
  return Array.from({ length: 500 }, (_, at) => {
    const open = price;
    price += Math.sin(at / 7) * 60 + Math.cos(at * 1.7) * 40;
    const [high, low] = [Math.max(open, price) + 30, Math.min(open, price) - 30];
    return {
      t: last - (499 - at) * step,
      o: open.toFixed(2),
      h: high.toFixed(2),
      l: low.toFixed(2),
      c: price.toFixed(2),
      v: (5 + Math.abs(Math.sin(at)) * 9).toFixed(4),
    };
  });
}

function answer(path: string, query: URLSearchParams): unknown {
  switch (path) {
    case 'pay/symbol/instruments':
      return instruments;
    case 'exchange/candlestick/stock-data': {
      const interval = query.get('interval') ?? '30';
      const symbol = query.get('symbol') ?? symbols[0];
      return { symbol, interval, candles: query.has('to') ? [] : candles(interval, Date.now()), source: 'bench' };
    }
    case 'exchange/sources':
      return [{ source: 'bench', feed: 'simulated', instruments: symbolCount, lastTick: Date.now(), ageMs: 0, gaps: 0 }];
    case 'pay/coin/coin-list-all':
    case 'pay/exchange-rate/list':
      return [];
    default:
      return undefined;
  }
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export interface BenchMarket {
  origin: string;
  /** Rows, book, tape and candle move from now on, or stand still. */
  moving: boolean;
  sent: () => number;
  close: () => void;
}

/** Serves `dist` and the market on a free port. */
export async function openMarket(dist: string): Promise<BenchMarket> {
  const page = readFileSync(join(dist, 'index.html'));
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    const file = url.pathname.startsWith('/v8/') ? join(dist, url.pathname.slice(4).replaceAll('..', '')) : undefined;
    if (url.pathname.startsWith('/api/app-api/')) {
      const data = answer(url.pathname.slice('/api/app-api/'.length), url.searchParams);
      response.writeHead(data === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(data === undefined ? { code: 1003, data: null, msg: 'not here' } : { code: 0, data, msg: '' }));
    } else if (file && existsSync(file) && extname(file) !== '') {
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(page);
    }
  });
  const sockets = new WebSocketServer({ server });
  const market = { moving: false };
  let updates = 0;
  sockets.on('connection', (socket) => {
    const close = serve(socket, market, (count) => {
      updates += count;
    });
    socket.on('close', close);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    get moving() {
      return market.moving;
    },
    set moving(on) {
      market.moving = on;
    },
    sent: () => updates,
    close: () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.close();
    },
  };
}

/** One page's socket: snapshots when it subscribes, then bundles every 50 ms while the market moves. */
function serve(socket: WebSocket, market: { moving: boolean }, count: (updates: number) => void): () => void {
  const seqs = new Map<string, number>();
  const numbered = (channel: string) => {
    const prev = seqs.get(channel) ?? 0;
    seqs.set(channel, prev + 1);
    return { seq: prev + 1, prev };
  };
  const send = (messages: unknown[]) =>
    socket.readyState === socket.OPEN && socket.send(gzipSync(JSON.stringify({ m: messages }), { level: 1 }));
  let beat = 0;
  const row = (symbol: string, at: number) => {
    const middle = priceOf(at) * (1 + Math.sin((beat + at * 13) / 9) * 0.002);
    const price = middle.toFixed(2);
    return {
      c: 'row',
      ...numbered(`row:${symbol}`),
      p: symbol,
      a: (middle + 0.01).toFixed(2),
      b: price,
      pe: price,
      peA: (Math.sin((beat + at) / 40) * 3).toFixed(2),
      t: Date.now(),
      st: 0,
      h: (middle * 1.02).toFixed(2),
      l: (middle * 0.98).toFixed(2),
      v: '1234.5',
      q: '84425100.1',
      f: 'simulated',
    };
  };
  const levels = (side: 1 | -1, from: number, amount: number) =>
    Array.from({ length: amount }, (_, at) => [
      (priceOf(0) + side * (from + at) * 0.5).toFixed(2),
      (0.1 + ((beat * 7 + at * 3) % 17) / 10).toFixed(4),
    ]);
  const book = (snap: 0 | 1) => ({
    c: 'depth',
    ...numbered('depth'),
    p: symbols[0],
    snap,
    a: levels(1, 1 + (snap ? 0 : beat % 8), snap ? 50 : 6),
    b: levels(-1, 1 + (snap ? 0 : beat % 8), snap ? 50 : 6),
  });
  const tape = (snap: 0 | 1) => ({
    c: 'trades',
    ...numbered('trades'),
    p: symbols[0],
    snap,
    l: Array.from({ length: snap ? 40 : 2 }, (_, at) => [
      (priceOf(0) + Math.sin(beat + at)).toFixed(2),
      '0.0123',
      (beat + at) % 2,
      Date.now() - at * 90,
      null,
      0,
    ]),
  });
  const wanted = { candle: null as { s: string; i: string } | null };
  const candle = () => {
    if (!wanted.candle) return [];
    const now = candles(wanted.candle.i, Date.now()).at(-1)!;
    const close = (Number(now.c) + Math.sin(beat / 5) * 20).toFixed(2);
    return [
      {
        c: 'candle',
        ...numbered('candle'),
        s: wanted.candle.s,
        i: wanted.candle.i,
        ts: Date.now(),
        t: now.t,
        o: now.o,
        h: now.h,
        l: now.l,
        cl: close,
        v: now.v,
        closed: false,
      },
    ];
  };
  send([{ c: 'hello', socketId: 'bench', venue: 'demo', t: Date.now(), signedIn: false }]);
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; t?: number; candles?: { s: string; i: string }[] };
    if (message.type === 'heartbeat') send([{ c: 'heartbeat', t: Date.now() }]);
    if (message.type === 'ping') send([{ c: 'pong', t: message.t ?? 0, st: Date.now() }]);
    if (message.type !== 'SUB') return;
    wanted.candle = message.candles?.[0] ?? null;
    seqs.clear();
    send([...symbols.map(row), book(1), tape(1)]);
  });
  const timer = setInterval(() => {
    beat += 1;
    if (!market.moving) return;
    send([...symbols.map(row), book(0), tape(0), ...(beat % 4 === 0 ? candle() : [])]);
    count(symbolCount);
  }, 1_000 / updatesPerSecond);
  return () => clearInterval(timer);
}
