import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { StatementLine } from '@bourse/protocol';
import { catalogue as errors, Refusal } from '@bourse/protocol/errors';
import type { ServerMessage } from '@bourse/protocol/socket';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addressBehind } from '../http/client-address.ts';
import { systemClock } from '../platform/clock.ts';
import { Book, btc, closing, openSockets, perp, session, until } from '../testing/sockets.ts';

const lineOf = (id: string): StatementLine => ({
  ...{ id, seq: '7', time: 1, wallet: 1, asset: 'USDT', direction: 1, flow: 1, flowName: '', amount: '1', availableAfter: '1' },
  ...{ frozenAfter: '0', orderId: null, fillId: null, symbol: null },
});

describe('the market socket', () => {
  it('tells an open page of a version that an operator publishes', async () => {
    let version: { id: string; updateType: 0 | 1 | 2 } = { id: 'test', updateType: 0 };
    const { client } = await openSockets({ version: async () => version });
    const one = await client();
    expect(await one.next('version')).toMatchObject({ id: 'test', updateType: 0 });
    version = { id: '9.9.9', updateType: 2 };
    expect(await one.next('version')).toMatchObject({ id: '9.9.9', updateType: 2 });
  });

  it('sends a greeting with the version, answers pings and sends heartbeats', async () => {
    const { client } = await openSockets();
    const one = await client();
    expect(await one.next('hello')).toMatchObject({ socketId: 'abc', venue: 'demo', signedIn: false });
    expect(await one.next('version')).toMatchObject({ id: 'test', updateType: 0 });
    one.send({ type: 'ping', t: 5 });
    expect(await one.next('pong')).toMatchObject({ t: 5 });
    await one.next('heartbeat');
  });

  it('sends snapshots on SUB, then what changes; the book so kept equals the engine’s', async () => {
    const { client, engine, maker, pump, tick, books } = await openSockets();
    await maker.start();
    await maker.round();
    const one = await client();
    // A price of this moment: on a busy machine the house's first round takes longer than a price is fresh.
    tick(6_841_250);
    one.send({
      type: 'SUB',
      rows: ['BTC/USDT', 'eth/usdt', 'NOPE'],
      depth: ['BTC/USDT'],
      trades: ['BTC/USDT'],
      candles: [{ s: 'BTC/USDT', i: '1' }],
    });
    expect(await one.next('subscribed')).toMatchObject({ rows: 2, unknown: ['NOPE'] });
    expect(await one.next('row', ({ p }) => p === 'BTC/USDT')).toMatchObject({ pe: '68412.50', st: 0 });
    for (let round = 1; round <= 4; round += 1) {
      tick(6_841_250 + round * 4_000);
      await pump.pump();
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      await maker.round();
    }
    maker.stop();
    const depth = books.depth(btc.id, 1_000);
    // The last changes are still on their way.
    await vi.waitFor(() => {
      const book = new Book();
      for (const message of one.messages) if (message.c === 'depth') book.take(message);
      expect(book.gaps).toBe(0);
      expect([...book.b.keys()].sort()).toEqual(depth.bids.map(([price]) => (price / 100).toFixed(2)).sort());
      expect([...book.a.entries()].sort()).toEqual(
        depth.asks.map(([price, lots]) => [(price / 100).toFixed(2), (lots / 10_000).toFixed(4)]).sort(),
      );
      expect(engine.depth(btc.id, 100).bids.length).toBe(book.b.size);
      const row = one.messages.findLast((message) => message.c === 'row' && message.p === 'BTC/USDT');
      expect(row).toMatchObject({ b: (depth.bids[0]![0] / 100).toFixed(2), a: (depth.asks[0]![0] / 100).toFixed(2) });
    }, 8_000);
    const trades = one.messages.filter(({ c }) => c === 'trades');
    expect(trades[0]).toMatchObject({ snap: 1 });
    // The source printed trades meanwhile. The tape is the venue's own, and nobody traded there.
    expect(trades.flatMap((message) => (message.c === 'trades' ? message.l : []))).toEqual([]);
    expect(trades.slice(1).every((message) => 'seq' in message && message.seq === (message as { prev: number }).prev + 1)).toBe(true);
    expect(one.messages.some((message) => message.c === 'candle' && message.s === 'BTC/USDT' && message.i === '1')).toBe(true);
  }, 15_000);

  it('sends the mark price of a contract with its index and its next funding', async () => {
    const { client, pump, tick } = await openSockets();
    const [watcher, other] = [await client(), await client()];
    watcher.send({ type: 'SUB', depth: ['BTC-PERP'] });
    other.send({ type: 'SUB', rows: ['BTC-PERP'], depth: ['BTC/USDT'] });
    const first = await watcher.next('mark');
    const nextFunding = (Math.floor(Date.now() / 28_800_000) + 1) * 28_800_000;
    expect(first).toMatchObject({ p: 'BTC-PERP', m: '5000.0', i: '5000.0', r: '0.010000', n: nextFunding });
    tick(10_004, perp.id);
    await pump.pump();
    const second = await watcher.next('mark');
    expect(second).toMatchObject({ m: '5002.0', i: '5002.0', prev: first.seq, seq: first.seq + 1 });
    await other.next('row', ({ p, pe }) => p === 'BTC-PERP' && pe === '5002.0');
    expect(other.messages.filter(({ c }) => c === 'mark')).toEqual([]);
  });

  it('makes a bundle once for all who hear the same, and the same bytes reach them', async () => {
    const { client, sockets, tick } = await openSockets();
    const raw: string[][] = [[], [], []];
    for (let index = 0; index < 3; index += 1) {
      const one = await client(`/ws/market-demo?socketId=s${index}`);
      one.ws.on('message', (data: Buffer) => {
        const text = gunzipSync(data).toString();
        if (text.includes('"c":"row"') && !text.includes('subscribed')) raw[index]!.push(data.toString('base64'));
      });
      one.send({ type: 'SUB', rows: index === 1 ? ['ETH/USDT', 'BTC/USDT'] : ['BTC/USDT', 'ETH/USDT'] });
      await one.next('subscribed');
    }
    expect(sockets.publishers.demo.distinctSets).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (const list of raw) list.length = 0;
    const before = { ...sockets.publishers.demo.counts };
    tick(6_850_000);
    await until(() => raw.every((list) => list.length > 0));
    expect(raw[1]).toEqual(raw[0]);
    expect(raw[2]).toEqual(raw[0]);
    expect(sockets.publishers.demo.counts.bundles - before.bundles).toBe(1);
    expect(sockets.publishers.demo.counts.delivered - before.delivered).toBe(3);
  });

  it('conflates a client that does not read, then says what was dropped and brings it up to date', async () => {
    const { client, tick, board, hub } = await openSockets();
    const one = await client();
    one.send({ type: 'SUB', rows: board.all.map(({ instrument }) => instrument.symbol) });
    await one.next('subscribed');
    const socket = (one.ws as unknown as { _socket: { pause(): void; resume(): void } })._socket;
    socket.pause();
    const connection = [...hub.connections][0]!;
    // Fill the socket's buffers with frames that do not compress.
    const noise = Buffer.alloc(64 * 1024, 1);
    for (let index = 0; index < 3_000 && !connection.isSlow; index += 1) {
      connection.deliver(Buffer.concat([Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]), noise]));
      if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connection.isSlow).toBe(true);
    one.ws.removeAllListeners('message');
    const later: ServerMessage[] = [];
    one.ws.on('message', (data: Buffer) => {
      if (data.length !== noise.length) later.push(...(JSON.parse(gunzipSync(data).toString()).m as ServerMessage[]));
    });
    tick(6_900_000);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(later).toEqual([]);
    socket.resume();
    const dropped = await until(() => later.find(({ c }) => c === 'dropped'));
    expect((dropped as { channels: string[] }).channels).toContain('row:BTC/USDT');
    // The client first gets what was in the socket's buffers, then the current state.
    await until(() => later.find((message) => message.c === 'row' && message.p === 'BTC/USDT' && message.pe === '69000.00'));
  }, 20_000);

  it('keeps nothing more for a client that asks and never reads, and lets it go', async () => {
    let behind = 0;
    const { client, board, hub } = await openSockets({ clock: { ...systemClock, now: () => Date.now() + behind } });
    const one = await client();
    const rows = board.all.map(({ instrument }) => instrument.symbol);
    one.send({ type: 'SUB', rows, depth: rows.slice(0, 4) });
    await one.next('subscribed');
    (one.ws as unknown as { _socket: { pause(): void } })._socket.pause();
    const connection = [...hub.connections][0]!;
    const { socket } = connection as unknown as { socket: { writableLength: number } };
    // The buffers of this machine come first.
    while (socket.writableLength <= 256 * 1024) {
      connection.texts([JSON.stringify(randomBytes(512 * 1024).toString('base64'))]);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const full = socket.writableLength;
    for (let asked = 0; asked < 15; asked += 1) one.send({ type: 'SUB', rows, depth: rows.slice(0, 4) });
    for (let asked = 0; asked < 15; asked += 1) connection.control({ c: 'pong', t: asked, st: 0 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(socket.writableLength).toBeLessThanOrEqual(full);
    behind = 21_000;
    connection.heardAt = Date.now() + behind;
    await until(() => !hub.connections.has(connection));
  });

  it('signs in by a message, pushes what is yours, and closes when the session ends', async () => {
    const { client, hub, end } = await openSockets({
      missedNotices: async () => [{ c: 'notice', id: '9', kind: 'order.filled', params: { no: 1 }, t: 1 }],
    });
    const one = await client();
    await one.next('hello');
    one.send({ type: 'auth', Authorization: 'Bearer good' });
    expect(await one.next('hello')).toMatchObject({ signedIn: true });
    expect(await one.next('notice')).toMatchObject({ id: '9', seq: 1, prev: 0 });
    expect(hub.listens('demo', session.account)).toBe(true);
    hub.toAccount('demo', session.account, { c: 'line', asOf: 7, v: lineOf('5') });
    hub.toAccount('demo', session.account, { c: 'line', asOf: 8, v: lineOf('6') });
    hub.toAccount('demo', 100_008, { c: 'line', asOf: 9, v: lineOf('not yours') });
    expect(await one.next('line')).toMatchObject({ seq: 1, prev: 0, asOf: 7, v: { id: '5' } });
    expect(await one.next('line')).toMatchObject({ seq: 2, prev: 1, asOf: 8, v: { id: '6' } });
    hub.toSession(session.sessionId, { c: 'forced-logout', reason: 'revoked' });
    end(session.sessionId);
    await one.next('forced-logout');
    await until(() => one.closed);
    expect(JSON.stringify(one.messages)).not.toContain('not yours');
    expect(hub.listens('demo', session.account)).toBe(false);
  });

  it('greets whoever signs in with the sequence at which their account changed last', async () => {
    const { client, hub } = await openSockets();
    const greeting = async () => {
      const one = await client();
      expect(await one.next('hello')).toMatchObject({ signedIn: false, asOf: null });
      one.send({ type: 'auth', Authorization: 'Bearer good' });
      return one.next('hello');
    };
    expect(await greeting()).toMatchObject({ signedIn: true, asOf: null });
    hub.changesFrom('demo', 100);
    hub.changed('demo', 100_008, 120);
    expect(await greeting()).toMatchObject({ asOf: 100 });
    hub.changed('demo', session.account, 130);
    hub.changed('real', session.account, 150);
    expect(await greeting()).toMatchObject({ asOf: 130 });
  });

  it('answers a bad token in the specification’s words and goes on with the public part; the other venue’s token opens nothing', async () => {
    const { client, hub } = await openSockets();
    const one = await client();
    one.send({ type: 'SUB', rows: ['BTC/USDT'], Authorization: 'nonsense' });
    expect(await one.next('TOKEN_INVALID')).toEqual({ c: 'TOKEN_INVALID', text: 'Invalid token' });
    await one.next('row');
    one.send({ type: 'auth', Authorization: 'real' });
    expect(await one.next('error')).toMatchObject({ code: 403 });
    expect(hub.listens('real', session.account)).toBe(false);
  });

  it('tells every open page, in its language, that a venue takes no new orders', async () => {
    const { client, hub } = await openSockets();
    const [one, other] = [await client(), await client()];
    other.send({ type: 'language', language: 'zh-CN' });
    other.send({ type: 'SUB', rows: ['BTC/USDT'] });
    await other.next('subscribed');
    hub.sayToAll('venueCancelOnly');
    expect(await one.next('error')).toEqual({ c: 'error', code: 9004, msg: 'Only cancellations are accepted right now.' });
    const { msg } = (await other.next('error')) as { msg: string };
    expect(msg).toMatch(/\p{Script=Han}/u);
  });

  it('leaves people signed in while the database is away, and signs a newcomer in when it is back', async () => {
    let away = false;
    const { client, hub } = await openSockets({
      authenticator: {
        authenticate: async (token) => {
          if (away) throw new Error('Query read timeout');
          if (token !== 'good') throw new Refusal('unauthorised');
          return session;
        },
      },
      missedNotices: async () => {
        throw new Error('Query read timeout');
      },
    });
    const [one, other] = [await client(), await client()];
    one.send({ type: 'auth', Authorization: 'good' });
    await one.next('hello', ({ signedIn }) => signedIn);
    away = true;
    one.send({ type: 'SUB', rows: ['BTC/USDT'], Authorization: 'good' });
    await one.next('row');
    other.send({ type: 'SUB', rows: ['BTC/USDT'], Authorization: 'good' });
    expect(await other.next('error')).toMatchObject({ code: errors.unavailable.code });
    await other.next('row');
    expect(JSON.stringify([one.messages, other.messages])).not.toContain('TOKEN_INVALID');
    expect(hub.listens('demo', session.account)).toBe(true);
    away = false;
    other.send({ type: 'auth', Authorization: 'good' });
    await other.next('hello', ({ signedIn }) => signedIn);
  });

  it('refuses bad frames, oversized ones and floods, and lets go of those who go on', async () => {
    const { client } = await openSockets();
    const bad = await client();
    for (const text of ['{', 'null', '{"type":"SUB","rows":"BTC"}', '{"type":"order"}', '{"type":"ping","extra":1}']) bad.send(text);
    expect(await bad.next('error')).toMatchObject({ code: 1000 });
    expect((await until(() => bad.closed)).code).toBe(1008);
    const large = await client();
    large.send(JSON.stringify({ type: 'auth', Authorization: 'x'.repeat(20_000) }));
    expect((await until(() => large.closed)).code).toBe(1009);
    const binary = await client();
    binary.ws.send(Buffer.from('{"type":"ping"}'));
    expect(await binary.next('error')).toMatchObject({ code: 1000 });
    const flood = await client();
    for (let index = 0; index < 200; index += 1) flood.send({ type: 'ping', t: index });
    expect(await flood.next('error', ({ code }) => code === 1004)).toBeDefined();
    expect((await until(() => flood.closed)).code).toBe(1008);
    expect(flood.messages.filter(({ c }) => c === 'pong').length).toBeLessThanOrEqual(25);
  });

  it('opens only at its addresses, for its own pages and for programs, within limits', async () => {
    const { url, port80, client } = await openSockets({ limits: { perAddress: 3 } });
    const refused = (path: string, origin?: string) =>
      new Promise<number>((resolve) => {
        const ws = new WebSocket(url(path), origin === undefined ? {} : { origin });
        ws.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
        ws.on('open', () => {
          ws.terminate();
          resolve(101);
        });
        ws.on('error', () => {});
      });
    expect(await refused('/ws/market-demo', 'https://evil.example')).toBe(403);
    expect(await refused('/ws/market-demo', 'null')).toBe(403);
    expect(await refused('/ws/chat')).toBe(404);
    expect(await refused('/ws/other')).toBe(404);
    expect(await refused('/ws/market?version=v9')).toBe(400);
    expect(await refused('/ws/market', 'https://bourse.example')).toBe(101);
    expect(await refused('/ws/market', `http://127.0.0.1:${port80}`)).toBe(101);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (let index = 0; index < 3; index += 1) await client();
    expect(await refused('/ws/market')).toBe(429);
  });

  it('counts by the address that our proxy saw, not by one that a client claims', async () => {
    const { url } = await openSockets({ limits: { perAddress: 2 }, addressOf: addressBehind(1) });
    const status = (forwarded: string) =>
      new Promise<number>((resolve) => {
        const ws = new WebSocket(url('/ws/market'), { headers: { 'x-forwarded-for': forwarded } });
        closing.push(() => ws.terminate());
        ws.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
        ws.on('open', () => resolve(101));
        ws.on('error', () => {});
      });
    const statuses = [];
    for (const claim of [1, 2, 3]) statuses.push(await status(`1.1.1.${claim}, 203.0.113.9`));
    expect([...statuses, await status('203.0.113.9, 203.0.113.10')]).toEqual([101, 101, 429, 101]);
    // A household has a whole /64.
    const households = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'];
    expect([
      await status(households[0]!),
      await status(households[1]!),
      await status(households[2]!),
      await status(households[3]!),
    ]).toEqual([101, 101, 429, 101]);
  });

  it('survives a handshake that is not one', async () => {
    const { port80, client } = await openSockets();
    for (const text of [
      'GET /ws/market HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'GET //% HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ]) {
      const socket = connect(port80, '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      socket.write(text);
      await new Promise((resolve) => socket.on('close', resolve));
    }
    await (await client()).next('hello');
  });

  it('says goodbye when the server stops on purpose', async () => {
    const { client, sockets } = await openSockets();
    const one = await client();
    await one.next('hello');
    await sockets.stop();
    await one.next('shutdown');
    expect((await until(() => one.closed)).code).toBe(1001);
  });
});
