import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { testExchange } from '../../testing/exchange.ts';
import { Budget } from '../budget.ts';
import { addressBehind } from '../client-address.ts';
import { boundTurns, Turns } from './gate.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(answer: RequestListener, refusals = 1_000_000) {
  const server = createServer(answer);
  boundTurns(server, { refused: new Budget(refusals), addressOf: addressBehind(0) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** Sends bytes on a new connection and gives what came back until it ends. */
async function send(port: number, bytes: string) {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  await once(socket, 'connect');
  socket.write(bytes);
  await once(socket, 'close');
  return heard;
}

const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const askOnce = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('work that waited for the same answer', () => {
  it('begins a few at a time, in its order, and lets timers pass in between', async () => {
    const turns = new Turns();
    const begun: number[] = [];
    let most = 0;
    let before = 0;
    const pass = () => {
      most = Math.max(most, begun.length - before);
      before = begun.length;
    };
    const timer = setInterval(pass, 1);
    const work = async (n: number) => {
      const turn = turns.wait();
      if (turn) await turn;
      begun.push(n);
      const until = performance.now() + 2;
      while (performance.now() < until);
    };
    await Promise.resolve();
    await Promise.all(Array.from({ length: 300 }, (_, n) => work(n)));
    clearInterval(timer);
    pass();
    expect(begun).toEqual(Array.from({ length: 300 }, (_, n) => n));
    // A turn takes sixteen of them.
    expect(most).toBeLessThanOrEqual(32);
  });

  it('begins at once while there is time', () => {
    expect(new Turns().wait()).toBeUndefined();
  });
});

describe('a flood', () => {
  it('of 2,000 requests in one packet costs no more than sixteen of them and its connection', async () => {
    let seen = 0;
    const port = await serve((_, response) => {
      seen += 1;
      setTimeout(() => response.end('here'), 20);
    });
    await send(port, ask.repeat(2_000));
    expect(seen).toBeLessThanOrEqual(16);
    expect(await send(port, askOnce)).toContain('here');
  });

  it('of slow requests begins a few in each turn of the loop, and answers all of them in their order', async () => {
    let begun = 0;
    const order: string[] = [];
    const port = await serve((request, response) => {
      begun += 1;
      order.push(request.url ?? '');
      const until = performance.now() + 5;
      while (performance.now() < until);
      response.end('here');
    });
    let most = 0;
    let before = 0;
    let watching = true;
    const watch = () => {
      most = Math.max(most, begun - before);
      before = begun;
      if (watching) setImmediate(watch);
    };
    setImmediate(watch);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => send(port, askOnce.replace('/ ', `/${at} `))));
    watching = false;
    expect(answers.filter((text) => text.includes('200 OK'))).toHaveLength(200);
    expect(new Set(order).size).toBe(200);
    // Sixteen that waited, and those that begin within the turn's time.
    expect(most).toBeLessThanOrEqual(16 + 4);
  });

  it('that was refused too often is refused before anything looks at it', async () => {
    let handled = 0;
    const port = await serve((_, response) => {
      handled += 1;
      response.writeHead(429).end();
    }, 10);
    for (let n = 0; n < 30; n += 1) expect(await send(port, askOnce)).toMatch(/^HTTP\/1.1 429/);
    expect(handled).toBe(10);
  });
});

describe('a server with the default settings', () => {
  it('makes its metrics once for 1,116 requests, and refuses nothing else of an address by it', async () => {
    const registry = new Registry();
    let made = 0;
    const metrics = registry.metrics.bind(registry);
    registry.metrics = () => {
      made += 1;
      return metrics();
    };
    const exchange = await testExchange({ app: { registry } });
    closers.push(() => exchange.close());
    const statuses = await Promise.all(
      Array.from({ length: 1_116 }, () => exchange.app.inject({ url: '/metrics' }).then((answer) => answer.statusCode)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(made).toBeLessThanOrEqual(1 + 60);
  });

  it('has a budget for every route', async () => {
    const routes = new Set<string>();
    const exchange = await testExchange({ app: { weightPerMinute: 10, onRoute: (path) => routes.add(path) } });
    closers.push(() => exchange.close());
    const paths = [
      '/health',
      '/metrics',
      '/api/openapi.json',
      '/api/reference',
      '/api/reference.js',
      '/files/:id',
      '/dev/outbox',
      '/robots.txt',
    ];
    expect([...routes]).toEqual(expect.arrayContaining(paths));
    for (const [at, path] of [...[...routes].filter((route) => !/app-api|admin/.test(route)), '/order', '/v8/nothing'].entries()) {
      const remoteAddress = `203.0.113.${at + 1}`;
      const statuses: number[] = [];
      for (let n = 0; n < 51; n += 1)
        statuses.push((await exchange.app.inject({ url: path.replace('*', 'any').replace(':id', 'x'), remoteAddress })).statusCode);
      expect(statuses.at(-1), path).toBe(429);
      expect(statuses[0], path).not.toBe(429);
    }
  });

  it('shows what is for operators to them only', async () => {
    const operatorsToken = 'a secret of some length'.replaceAll(' ', '-');
    const exchange = await testExchange({ app: { environment: 'production', operatorsToken } });
    closers.push(() => exchange.close());
    const get = (url: string, authorization?: string) =>
      exchange.app.inject({ url, ...(authorization === undefined ? {} : { headers: { authorization } }) });
    for (const url of ['/metrics', '/api/reference', '/api/reference.js', '/api/openapi.json']) {
      expect((await get(url)).statusCode, url).toBe(404);
      expect((await get(url, 'Bearer a-guess-of-a-secret')).statusCode, url).toBe(404);
      expect((await get(url, `Bearer ${operatorsToken}`)).statusCode, url).toBe(200);
    }
    expect((await get('/health')).json()).toEqual({ status: 'ok' });
    expect((await get('/health', `Bearer ${operatorsToken}`)).json()).toMatchObject({ status: 'ok', reasons: [], chartsToFill: 0 });
  });
});
