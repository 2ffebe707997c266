import { createServer, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Refusal } from '@bourse/protocol/errors';
import { type ServerMessage, serverBundle } from '@bourse/protocol/socket';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import type { Session } from '../calls/session.ts';
import { Board } from '../market/board.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { PublicBooks } from '../market/house/books.ts';
import { defineVenue } from '../market/house/definitions.ts';
import { MarketMaker } from '../market/house/maker.ts';
import { PublicMarks } from '../market/house/marks.ts';
import { TickPump } from '../market/house/tick-pump.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { createHub, createSockets, type SocketOptions } from '../sockets/index.ts';
import { memoryVenue, noTable } from './market.ts';

/** A market socket over a venue in memory, and its clients. Everything is closed after each test. */

const catalogue = createCatalogue();
export const btc = catalogue.instrumentBySymbol('BTC/USDT')!;
export const perp = catalogue.instrumentBySymbol('BTC-PERP')!;
export const session: Session = {
  sessionId: 'session-1',
  customerId: '7',
  account: 100_007,
  venue: 'demo',
  loginType: 2,
  deviceClass: 'desktop',
};
export const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export class Client {
  readonly messages: ServerMessage[] = [];
  readonly ws: WebSocket;
  closed: { code: number } | undefined;
  private checked = 0;
  constructor(url: string, options: { origin?: string } = {}) {
    this.ws = new WebSocket(url, { ...options, perMessageDeflate: false });
    this.ws.on('message', (data: Buffer) => {
      // Every frame must match the contract.
      this.messages.push(...(serverBundle.parse(JSON.parse(gunzipSync(data).toString())).m as ServerMessage[]));
    });
    this.ws.on('close', (code) => {
      this.closed = { code };
    });
    this.ws.on('error', () => {});
  }
  send(message: unknown) {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
  async next<C extends ServerMessage['c']>(c: C, matches: (message: Extract<ServerMessage, { c: C }>) => boolean = () => true) {
    return until(() => {
      for (; this.checked < this.messages.length; this.checked += 1) {
        const message = this.messages[this.checked]!;
        if (message.c === c && matches(message as Extract<ServerMessage, { c: C }>)) {
          this.checked += 1;
          return message as Extract<ServerMessage, { c: C }>;
        }
      }
      return undefined;
    });
  }
}

export async function until<T>(look: () => T | undefined | false, forMs = 8_000): Promise<T> {
  const end = Date.now() + forMs;
  for (;;) {
    const found = look();
    if (found) return found;
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function openSockets(more: Partial<SocketOptions> = {}) {
  const { engine, port } = memoryVenue('demo', systemClock);
  const board = new Board(catalogue, systemClock);
  await defineVenue(port, catalogue, noTable, Date.now());
  const pump = new TickPump(port, board, systemClock, silentLog);
  const maker = new MarketMaker(port, board, systemClock, silentLog, (id) => pump.freshPrice(id));
  const books = new PublicBooks(port);
  await books.start(catalogue.instruments.filter(({ tradable }) => tradable).map(({ id }) => id));
  const marks = new PublicMarks(port, systemClock, [perp.id]);
  await marks.start();
  closing.push(async () => marks.stop());
  for (const live of board.all) board.loaded(live, []);
  const tick = (price: number, instrument = btc.id) =>
    board.tick({ instrument, time: Date.now(), bid: price - 1, ask: price + 1, last: price, lots: 3, side: 1 });
  for (const { instrument } of board.all) if (instrument.tradable) tick(instrument.id === btc.id ? 6_841_250 : 10_000, instrument.id);
  await pump.pump();
  const hub = createHub();
  let ended: (sessionId: string) => void = () => {};
  const sockets = createSockets({
    authenticator: {
      authenticate: async (token) => {
        if (token === 'good') return session;
        if (token === 'real') return { ...session, venue: 'real' };
        throw new Refusal('unauthorised');
      },
      onSessionEnd: (listener) => {
        ended = (sessionId) => listener(sessionId, 'revoked', { device: '' });
        return () => {};
      },
    },
    market: { catalogue, board, venueMarkets: new Map([['demo', { books, marks }]]) },
    hub,
    clock: systemClock,
    log: silentLog,
    origins: ['https://bourse.example'],
    version: async () => ({ id: 'test', updateType: 0 }),
    ...more,
  });
  const server: Server = createServer();
  sockets.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port80 = address && typeof address === 'object' ? address.port : 0;
  const clients: Client[] = [];
  closing.push(async () => {
    for (const client of clients) client.ws.terminate();
    await sockets.stop();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = (path: string) => `ws://127.0.0.1:${port80}${path}`;
  const client = async (path = '/ws/market-demo?socketId=abc&version=v1', options: { origin?: string } = {}) => {
    const one = new Client(url(path), options);
    clients.push(one);
    await until(() => one.ws.readyState === WebSocket.OPEN || one.closed);
    return one;
  };
  return { engine, port, board, pump, maker, books, hub, sockets, tick, client, url, port80, end: (id: string) => ended(id) };
}

/** What a client does with snapshots and changes. */
export class Book {
  a = new Map<string, string>();
  b = new Map<string, string>();
  seq = -1;
  gaps = 0;
  take(message: Extract<ServerMessage, { c: 'depth' }>) {
    if (message.snap) {
      this.a.clear();
      this.b.clear();
    } else if (message.prev !== this.seq) this.gaps += 1;
    this.seq = message.seq;
    for (const [side, levels] of [
      [this.a, message.a],
      [this.b, message.b],
    ] as const) {
      for (const [price, quantity] of levels) {
        if (quantity === '0') side.delete(price);
        else side.set(price, quantity);
      }
    }
  }
}
