import type { ServerMessage } from '@bourse/protocol/socket';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';
import { MarketSocket, type SocketLike } from './market-socket.ts';

class FakeSocket implements SocketLike {
  binaryType = '';
  readyState = 0;
  sent: { type: string; [key: string]: unknown }[] = [];
  onopen: SocketLike['onopen'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  onmessage: SocketLike['onmessage'] = null;
  readonly address: string;
  constructor(address: string) {
    this.address = address;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  arrive() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(...m: ServerMessage[]) {
    this.onmessage?.({ data: JSON.stringify({ m }) });
  }
  fail() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
  kinds = () => this.sent.map((message) => message.type);
}

function rig(path = '/order') {
  let now = 1_000_000;
  let token: string | null = null;
  const timers: { at: number; run: () => void; id: number }[] = [];
  let nextTimer = 1;
  const sockets: FakeSocket[] = [];
  const delivered: ServerMessage[] = [];
  const gaps: string[] = [];
  let refreshes = 0;
  const socket = new MarketSocket({
    open: (address) => {
      const made = new FakeSocket(address);
      sockets.push(made);
      return made;
    },
    now: () => now,
    random: () => 0.5,
    newId: () => `id${sockets.length}`,
    address: () => (token ? 'wss://x/ws/market' : 'wss://x/ws/market-demo'),
    token: () => token,
    language: () => 'en',
    gunzip: () => null,
    path: () => path,
    refresh: async () => {
      refreshes += 1;
      token = 'B';
      return true;
    },
    deliver: (message) => delivered.push(message),
    gap: (channel) => gaps.push(channel),
    setTimer: (run, ms) => {
      const id = nextTimer++;
      timers.push({ at: now + ms, run, id });
      return id;
    },
    clearTimer: (id) => {
      const at = timers.findIndex((timer) => timer.id === id);
      if (at >= 0) timers.splice(at, 1);
    },
  });
  const pass = (ms: number, each?: () => void) => {
    const end = now + ms;
    for (;;) {
      const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      now = Math.max(now, due.at);
      timers.splice(timers.indexOf(due), 1);
      due.run();
      each?.();
    }
    now = end;
  };
  return {
    socket,
    sockets,
    delivered,
    gaps,
    pass,
    last: () => sockets.at(-1)!,
    signIn: (value: string) => {
      token = value;
    },
    refreshes: () => refreshes,
  };
}

const pong = { c: 'heartbeat', t: 1 } as const;
const depth = (seq: number, prev: number, snap: 0 | 1 = 0): ServerMessage => ({ c: 'depth', seq, prev, p: 'BTC/USDT', snap, a: [], b: [] });

describe('the market socket', () => {
  it('goes to the demo address without a token, and to the real one with it', () => {
    const { socket, sockets, signIn } = rig();
    socket.start();
    expect(sockets[0]!.address).toBe('wss://x/ws/market-demo?socketId=id0&version=v1');
    signIn('A');
    socket.restart();
    expect(sockets[1]!.address).toBe('wss://x/ws/market?socketId=id1&version=v1');
  });

  it('subscribes once for what several screens want, and not again for the same', () => {
    const { socket, last, pass, signIn } = rig();
    signIn('A');
    socket.want({ rows: ['BTC/USDT'], depth: [], trades: [], candles: [] });
    socket.start();
    last().arrive();
    expect(last().kinds()).toEqual(['auth', 'language', 'SUB']);
    expect(last().sent[2]).toMatchObject({ rows: ['BTC/USDT'], Authorization: 'Bearer A' });
    socket.want({ rows: ['BTC/USDT'], depth: [], trades: [], candles: [] });
    pass(60);
    expect(
      last()
        .kinds()
        .filter((kind) => kind === 'SUB'),
    ).toHaveLength(1);
    socket.want({ rows: ['ETH/USDT', 'BTC/USDT'], depth: ['BTC/USDT'], trades: [], candles: [] });
    socket.want({ rows: ['ETH/USDT'], depth: ['BTC/USDT'], trades: [], candles: [] });
    pass(60);
    expect(last().sent.at(-1)).toMatchObject({ type: 'SUB', rows: ['ETH/USDT'], depth: ['BTC/USDT'] });
  });

  it('beats every 2 s and pings every 6 s', () => {
    const { socket, last, pass } = rig();
    socket.start();
    const link = last();
    link.arrive();
    pass(12_500, () => link.say(pong));
    expect(link.kinds().filter((kind) => kind === 'heartbeat')).toHaveLength(6);
    expect(link.kinds().filter((kind) => kind === 'ping')).toHaveLength(2);
  });

  it('is offline after more than 6 s of silence and live again with the next message', () => {
    const { socket, last, pass } = rig();
    socket.start();
    const link = last();
    link.arrive();
    pass(4_900);
    link.say(pong);
    pass(5_900);
    expect(socket.status.offline).toBe(false);
    link.say(pong);
    pass(4_000);
    expect(socket.status.offline).toBe(false);
  });

  it('reconnects after 5 s of silence, at most five times, and resets the count when it opens', () => {
    const { socket, sockets, pass } = rig();
    socket.start();
    pass(120_000);
    expect(sockets).toHaveLength(6);
    expect(socket.status.manualReconnects).toBe(5);
    sockets.at(-1)!.arrive();
    pass(12_000);
    expect(sockets.length).toBeGreaterThan(6);
  });

  it('reconnects by itself after a loss, waiting longer each time', () => {
    const { socket, sockets, pass, last } = rig();
    socket.start();
    last().arrive();
    last().fail();
    expect(socket.status).toMatchObject({ link: 'closed', offline: true });
    pass(499);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(sockets).toHaveLength(2);
    last().fail();
    pass(999);
    expect(sockets).toHaveLength(2);
    pass(1);
    expect(sockets).toHaveLength(3);
    expect(backoffMs(50, () => 0.5)).toBe(30_000);
  });

  it('waits as long as a stopping server asks for', () => {
    const { socket, sockets, pass, last } = rig();
    socket.start();
    last().arrive();
    last().say({ c: 'shutdown', afterMs: 4_000 });
    last().fail();
    pass(3_999);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(sockets).toHaveLength(2);
  });

  it('refreshes an invalid token silently and reconnects', async () => {
    const { socket, sockets, last, refreshes, signIn } = rig();
    signIn('A');
    socket.start();
    last().arrive();
    last().say({ c: 'TOKEN_INVALID', text: 'Invalid token' });
    await Promise.resolve();
    await Promise.resolve();
    expect(refreshes()).toBe(1);
    expect(sockets).toHaveLength(2);
    last().arrive();
    expect(last().sent[0]).toMatchObject({ type: 'auth', Authorization: 'Bearer B' });
    last().onmessage?.({ data: 'Invalid token' });
    await Promise.resolve();
    await Promise.resolve();
    expect(refreshes()).toBe(2);
  });

  it.each(['/', '/login', '/forgot/', '/pc_home'])('refreshes nothing on %s, where somebody is about to sign in', async (path) => {
    const { socket, sockets, last, refreshes, signIn } = rig(path);
    signIn('A');
    socket.start();
    last().arrive();
    last().say({ c: 'TOKEN_INVALID', text: 'Invalid token' });
    last().onmessage?.({ data: 'Invalid token' });
    await Promise.resolve();
    await Promise.resolve();
    expect(refreshes()).toBe(0);
    expect(sockets).toHaveLength(1);
  });

  it('asks for a fresh book after a gap, and ignores what came twice', () => {
    const { socket, last, delivered, gaps } = rig();
    socket.start();
    last().arrive();
    last().say(depth(10, 0, 1), depth(11, 10), depth(11, 10));
    expect(delivered).toHaveLength(2);
    const before = last()
      .kinds()
      .filter((kind) => kind === 'SUB').length;
    last().say(depth(13, 12));
    expect(gaps).toEqual(['depth:BTC/USDT']);
    expect(delivered).toHaveLength(2);
    expect(
      last()
        .kinds()
        .filter((kind) => kind === 'SUB'),
    ).toHaveLength(before + 1);
    last().say(depth(20, 0, 1));
    expect(delivered).toHaveLength(3);
  });

  it('subscribes again when the server had to drop messages', () => {
    const { socket, last, gaps } = rig();
    socket.start();
    last().arrive();
    last().say({ c: 'dropped', channels: ['trades:BTC/USDT'] });
    expect(gaps).toEqual(['trades:BTC/USDT']);
    expect(
      last()
        .kinds()
        .filter((kind) => kind === 'SUB'),
    ).toHaveLength(2);
  });

  it('sends a language change only while subscribed, and reconnects when the tab becomes visible unsubscribed', () => {
    const { socket, sockets, last } = rig();
    socket.start();
    socket.languageChanged();
    expect(last().sent).toEqual([]);
    socket.becameVisible();
    expect(sockets).toHaveLength(2);
    last().arrive();
    socket.languageChanged();
    expect(last().kinds().at(-1)).toBe('language');
    socket.becameVisible();
    expect(sockets).toHaveLength(2);
  });

  it('lives through a frame that cannot be unpacked', () => {
    const { socket, last, delivered } = rig();
    socket.start();
    last().arrive();
    last().onmessage?.({ data: new Uint8Array([1, 2, 3]).buffer });
    last().onmessage?.({ data: '{broken' });
    expect(delivered).toEqual([]);
    expect(socket.status.messages).toBe(2);
  });
});
