import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { type Audience, adminPrefix, apiPrefix, callTable } from '@bourse/protocol';
import { knowing } from '../harness/contracts.ts';
import type { RunningServer } from '../harness/server.ts';
import { demoLogin, newId } from './trader.ts';
import { sleep, startSettled } from './world.ts';

const connections = 300;
const buyEveryMs = 1_000;
/** Enough for the last contract to end, and for the page to show it. */
const settledMs = 42_000;
/** The newest price is never older than this at an engine. */
const barMs = 1_000;
/** What was begun before a flood ended is part of it. */
const afterMs = 200;

/** Who a route is for; the others are no calls: pages, files, documents, sockets. */
export type Group = Audience | 'no call';

export interface Route {
  name: string;
  group: Group;
  /** What each connection sends, again and again, for a customer who is signed in. */
  request: (token: string) => string;
}

/**
 * Floods come from other addresses of this machine, as strangers' would. Each route has one of its own, and a customer of its own: an address or customer
 * that spent its budget on the route before would be refused at the gate, and the route itself would never be asked.
 */
const strangersAddress = (place: number, connection = 0) => `127.${1 + connection}.${place >> 7}.${1 + (place & 127)}`;

const request = (method: string, path: string, headers = '', body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}${body ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` : ''}\r\n${body}`;
const get = (path: string, name = `GET ${path}`, times = 1): Route => {
  const bytes = request('GET', path).repeat(times);
  return { name, group: 'no call', request: () => bytes };
};

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
  { name: 'a socket', group: 'no call', request: () => request('GET', '/ws/market-demo?version=v1', upgrade) },
  get('/', 'pages, 200 in one packet', 200),
  get('/metrics', 'metrics, 200 in one packet', 200),
];

/** Every call of the table, with a body of the largest size where it takes one. */
export const callRoutes: readonly Route[] = Object.entries(callTable).map(([name, { audience }]) => {
  const [method = 'GET', path = ''] = name.split(' ');
  const body = method === 'GET' ? '' : `{"filler":"${'x'.repeat(60_000)}"}`;
  const prefix = audience === 'operator' ? adminPrefix : apiPrefix;
  return {
    name,
    group: audience,
    request: (token) => request(method, `${prefix}${path}`, `Authorization: Bearer ${token}\r\n`, body),
  };
});

/** Holds 300 connections open and asks on each as soon as something came back. */
function flood(port: number, bytes: string, addressOf: (connection: number) => string) {
  let answers = 0;
  let over = false;
  const open = (connection: number) => {
    if (over) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(connection) });
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.write(bytes));
    socket.on('data', () => {
      answers += 1;
      if (!over && socket.writableLength === 0) socket.write(bytes);
    });
    socket.once('close', () => setTimeout(open, 5, connection));
    ends.add(socket);
    socket.once('close', () => ends.delete(socket));
  };
  const ends = new Set<ReturnType<typeof connect>>();
  for (let n = 0; n < connections; n += 1) open(n);
  return async () => {
    over = true;
    for (const socket of ends) socket.destroy();
    return answers;
  };
}

/** The longest age of the newest price at an engine and the longest block of the loop since the metrics were last read. */
export async function gauges(origin: string) {
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

export interface FloodOptions {
  secondsEach: number;
  /** Each connection comes from an address of its own, so that no budget of an address ends the flood. */
  manyAddresses?: boolean;
}

const groupNames: Record<Group, string> = {
  anyone: 'calls for anyone',
  visitor: 'calls for visitors',
  chat: 'calls for customers and visitors of the chat',
  customer: 'calls for customers',
  operator: 'calls for operators',
  'no call': 'pages, files, documents, sockets',
};

/**
 * Floods one route after the other while contracts begin and end, and prints the longest lag of each at once. The metrics of the server say the longest
 * since they were last read, so each reading ends one route and begins the next. At the end it prints a table of the groups, and fails on a void contract,
 * a lag beyond the bar, or a contract that does not end.
 */
export async function floodRoutes(
  server: RunningServer,
  routes: readonly Route[],
  { secondsEach, manyAddresses }: FloodOptions,
): Promise<void> {
  const { origin } = server;
  const port = Number(new URL(origin).port);
  const customer = await buyer(origin);
  await sleep(3_000);
  await gauges(origin);
  const rows: { name: string; group: Group | undefined; from: number; to: number; tickMs: number; loopMs: number }[] = [];
  const measure = async (name: string, group: Group | undefined, work: () => Promise<number>) => {
    customer.during(name);
    const from = Date.now();
    const answers = await work();
    await sleep(afterMs);
    const row = { name, group, from, to: Date.now(), ...(await gauges(origin)) };
    rows.push(row);
    const [ticks, loop] = [row.tickMs, row.loopMs].map((ms) => ms.toFixed(0).padStart(5));
    console.log(`  ${name.padEnd(64)} ${String(answers).padStart(7)} answers, ticks ${ticks} ms, loop ${loop} ms`);
  };
  console.log(
    `  ${connections} connections${manyAddresses ? ', each of an address of its own' : ''}, ${secondsEach} s a route; load of the machine ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores; longest age of the newest price at the engine, longest block of the loop`,
  );
  await measure('nothing', undefined, () => sleep(secondsEach * 1000).then(() => 0));
  for (const [place, route] of routes.entries()) {
    // A server that is late with a sign-in would be measured twice, so the sign-in belongs to the flood.
    const bytes = route.request(await demoLogin(origin, 20, strangersAddress(place)));
    await measure(route.name, route.group, async () => {
      const stop = flood(port, bytes, (connection) => strangersAddress(place, manyAddresses ? 1 + (connection % 250) : 0));
      await sleep(secondsEach * 1000);
      return stop();
    });
  }
  const { bought, states, refused } = await customer.end();
  const voids = bought.filter(({ id }) => states.get(id)?.status === 5);
  const open = bought.filter(({ id }) => (states.get(id)?.status ?? 0) < 2);
  console.log('  | group | routes | longest lag of ticks | median | longest block of the loop | void |\n  |---|---|---|---|---|---|');
  for (const [group, name] of [[undefined, 'no flood'] as const, ...(Object.entries(groupNames) as [Group, string][])]) {
    const own = rows.filter((row) => row.group === group);
    const worst = own.toSorted((a, b) => b.tickMs - a.tickMs);
    if (worst.length === 0) continue;
    const across = bought.filter(({ endsAt, route }) => own.some((row) => route === row.name || (endsAt >= row.from && endsAt <= row.to)));
    const loopMs = Math.max(...own.map((row) => row.loopMs));
    console.log(
      `  | ${name} | ${own.length} | ${worst[0]?.tickMs.toFixed(0)} ms (\`${worst[0]?.name}\`) | ${worst[worst.length >> 1]?.tickMs.toFixed(0)} ms | ${loopMs.toFixed(0)} ms | ${across.filter((one) => voids.includes(one)).length} of ${across.length} |`,
    );
  }
  const slow = rows.filter(({ tickMs }) => !(tickMs < barMs)).map(({ name, tickMs }) => `${name}: ${tickMs.toFixed(0)} ms`);
  console.log(
    `  ${rows.length - 1} routes, ${voids.length} of ${bought.length} contracts void, ${open.length} not over; refused: ${[...refused].map(([code, count]) => `${count} × ${code}`).join(', ') || 'none'}; load at the end ${loadavg()[0]?.toFixed(1)}`,
  );
  assert.ok(bought.length > 0, 'no contract was sold');
  assert.deepEqual(voids, []);
  assert.deepEqual(open, []);
  assert.deepEqual(slow, [], `prices older than ${barMs} ms at the engine`);
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
    await floodRoutes(server, [...other, ...callRoutes.filter(({ name }) => calls.includes(name))], { secondsEach: 5 });
  } finally {
    await server.stop();
    server.discard();
  }
}
