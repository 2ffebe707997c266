import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { adminPrefix, apiPrefix, callTable } from '@bourse/protocol';
import { knowing } from '../harness/contracts.ts';
import type { RunningServer } from '../harness/server.ts';
import { demoLogin, newId } from './trader.ts';
import { sleep, startSettled } from './world.ts';

const connections = 300;
/** The flood comes from another address of this machine, as a stranger's would. */
const strangersAddress = '127.0.0.2';
const buyEveryMs = 1_000;
/** Enough for the last contract to end, and for the page to show it. */
const settledMs = 42_000;

export interface Route {
  name: string;
  /** What each connection sends, again and again. */
  request: string;
}

const request = (method: string, path: string, headers = '', body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}${body ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` : ''}\r\n${body}`;
const get = (path: string, name = `GET ${path}`): Route => ({ name, request: request('GET', path) });

const upgrade = [
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n',
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n`,
].join('');

/** Routes that are no calls, and what is asked of them. `asset` is a file of the built web app. */
export const otherRoutes = (asset: string): Route[] => [
  ...['/metrics', '/health', '/api/openapi.json', '/api/reference', '/api/reference.js', '/dev/outbox', '/robots.txt', '/'].map((path) =>
    get(path),
  ),
  get(asset, 'a file of the web app'),
  get('/files/0188a7b0-0000-7000-8000-000000000000'),
  get('/nothing/here.php', 'a page that is not there'),
  { name: 'a socket', request: request('GET', '/ws/market-demo?version=v1', upgrade) },
  { name: 'pages, 200 in one packet', request: get('/').request.repeat(200) },
  { name: 'metrics, 200 in one packet', request: get('/metrics').request.repeat(200) },
];

/** Every call of the table, with a body of the largest size where it takes one. */
export const callRoutes = (token: string): Route[] =>
  Object.entries(callTable).map(([name, spec]) => {
    const [method = 'GET', path = ''] = name.split(' ');
    const body = method === 'GET' ? '' : `{"filler":"${'x'.repeat(60_000)}"}`;
    const prefix = spec.audience === 'operator' ? adminPrefix : apiPrefix;
    return {
      name,
      request: request(method, `${prefix}${path}`, `Authorization: Bearer ${token}\r\n`, body),
    };
  });

/** Holds 300 connections open and asks on each as soon as something came back. */
function flood(port: number, { request: bytes }: Route) {
  let answers = 0;
  let over = false;
  const open = () => {
    if (over) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: strangersAddress });
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.write(bytes));
    socket.on('data', () => {
      answers += 1;
      if (!over && socket.writableLength === 0) socket.write(bytes);
    });
    socket.once('close', () => setTimeout(open, 5));
    ends.add(socket);
    socket.once('close', () => ends.delete(socket));
  };
  const ends = new Set<ReturnType<typeof connect>>();
  for (let n = 0; n < connections; n += 1) open();
  return async () => {
    over = true;
    for (const socket of ends) socket.destroy();
    return answers;
  };
}

async function gauges(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const read = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1] ?? Number.NaN);
  return { tickMs: read('bourse_tick_lag_seconds') * 1000, loopMs: read('nodejs_eventloop_lag_max_seconds') * 1000 };
}

interface Bought {
  id: string;
  route: string;
  endsAt: number;
}

/** A customer who buys a timed contract every second, and how they end. */
async function buyer(origin: string) {
  const bought: Bought[] = [];
  const refused = new Map<number, number>();
  const call = async <T>(method: string, path: string, token: string, body?: unknown): Promise<{ code: number; data: T }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': newId() };
    const response = await fetch(`${origin}${apiPrefix}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return (await response.json()) as { code: number; data: T };
  };
  const token = await demoLogin(origin);
  await call('POST', 'system/protection/answer', token, { answers: Object.entries(knowing).map(([id, option]) => ({ id, option })) });
  await call('POST', 'pay/wallet/any-transfer', token, { from: 1, to: 4, asset: 'USDT', amount: '50000' });
  let route = '';
  let stopped = false;
  const buying = (async () => {
    for (let n = 0; !stopped; n += 1) {
      const during = route;
      const order = { symbol: 'BTC-PERP', direction: 1 + (n % 2), durationS: 30, stake: '5' };
      await call<{ id: string }>('POST', 'pay/order-contract-quick/buy', token, order).then(
        ({ code, data }) => {
          if (code === 0) bought.push({ id: data.id, route: during, endsAt: Date.now() + 30_000 });
          else refused.set(code, (refused.get(code) ?? 0) + 1);
        },
        () => refused.set(-1, (refused.get(-1) ?? 0) + 1),
      );
      await sleep(buyEveryMs);
    }
  })();
  return {
    token,
    during: (name: string) => {
      route = name;
    },
    /** Contracts by how they ended. */
    async end() {
      stopped = true;
      await buying;
      await sleep(settledMs);
      const states = new Map<string, { status: number; voidReason: string; endsAt: number }>();
      for (let pageNo = 1; states.size < bought.length; pageNo += 1) {
        const { data } = await call<{ list: { id: string; status: number; voidReason: string; endsAt: number }[] }>(
          'GET',
          `pay/order-contract-quick/page?pageNo=${pageNo}&pageSize=100`,
          token,
        );
        if (data.list.length === 0) break;
        for (const { id, ...state } of data.list) states.set(id, state);
      }
      return { bought, states, refused };
    },
  };
}

/** Floods one route after the other while contracts begin and end, and prints the longest lag and the voids of each. */
export async function floodRoutes(server: RunningServer, routes: (token: string) => readonly Route[], secondsEach: number): Promise<void> {
  const { origin } = server;
  const port = Number(new URL(origin).port);
  const customer = await buyer(origin);
  await sleep(3_000);
  const rows: { name: string; from: number; to: number; answers: number; tickMs: number; loopMs: number }[] = [];
  const measure = async (name: string, work: () => Promise<number>) => {
    customer.during(name);
    await gauges(origin);
    await sleep(1_100);
    await gauges(origin);
    const from = Date.now();
    const answers = await work();
    await sleep(1_100);
    rows.push({ name, from, to: Date.now(), answers, ...(await gauges(origin)) });
  };
  await measure('nothing', () => sleep(secondsEach * 1000).then(() => 0));
  for (const route of routes(customer.token))
    await measure(route.name, async () => {
      const stop = flood(port, route);
      await sleep(secondsEach * 1000);
      return stop();
    });
  const { bought, states, refused } = await customer.end();
  const isVoid = (id: string) => states.get(id)?.status === 5;
  console.log(
    `  ${connections} connections, ${secondsEach} s each; longest age of the newest price at the engine, longest block of the loop`,
  );
  for (const { name, from, to, answers, tickMs, loopMs } of rows) {
    const across = bought.filter(({ endsAt, route }) => route === name || (endsAt >= from && endsAt <= to));
    console.log(
      `  ${name.padEnd(64)} ${String(answers).padStart(7)} answers, ticks ${tickMs.toFixed(0)} ms, loop ${loopMs.toFixed(0)} ms, ${across.filter(({ id }) => isVoid(id)).length} of ${across.length} contracts void`,
    );
  }
  const longest = Math.max(...rows.map(({ tickMs }) => tickMs));
  const open = bought.filter(({ id }) => (states.get(id)?.status ?? 0) < 2);
  console.log(
    `  ${rows.length - 1} routes: longest ${longest.toFixed(0)} ms (bar 1000), ${bought.filter(({ id }) => isVoid(id)).length} of ${bought.length} contracts void, ${open.length} not over; refused: ${[...refused].map(([code, count]) => `${count} × ${code}`).join(', ') || 'none'}`,
  );
  assert.ok(bought.length > 0, 'no contract was sold');
  assert.deepEqual(
    bought.filter(({ id }) => isVoid(id)),
    [],
  );
  assert.deepEqual(open, []);
}

/** A file of the built web app, as its page names it. */
export async function anAsset(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  return /\/v8\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '/v8/assets/none.js';
}

/** The part of the matrix that every build runs. */
export async function nobodyStallsTheClock(): Promise<void> {
  const server = await startSettled({});
  try {
    const chosen = new Set(['/metrics', '/api/openapi.json', '/'].map((path) => `GET ${path}`));
    const always = ['a file of the web app', 'a socket', 'pages, 200 in one packet'];
    const calls = ['GET pay/symbol/instruments', 'POST pay/order-coin/purchase-actual-commodities'];
    const other = otherRoutes(await anAsset(server.origin)).filter(({ name }) => chosen.has(name) || always.includes(name));
    await floodRoutes(server, (token) => [...other, ...callRoutes(token).filter(({ name }) => calls.includes(name))], 5);
  } finally {
    await server.stop();
    server.discard();
  }
}
