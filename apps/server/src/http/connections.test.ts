import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { capConnections, listenWhenFree } from './connections.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(most: number) {
  const app = fastify();
  app.get('/', async () => 'here');
  capConnections(app.server, most, silentLog);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port, url };
}

/** A connection that begins a request and never ends it. */
const halfOpen = async (port: number) => {
  const socket = connect({ port, host: '127.0.0.1' });
  closers.push(() => socket.destroy());
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  return socket;
};
const held = (app: { server: { getConnections(done: (error: Error | null, count: number) => void): unknown } }) =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};

it('holds no more connections of one address than the limit, and takes new ones when old ones end', async () => {
  const { app, port, url } = await open(20);
  const sockets: Socket[] = [];
  for (let n = 0; n < 100; n += 1) sockets.push(await halfOpen(port));
  await until(async () => sockets.filter(({ destroyed }) => destroyed).length === 80);
  expect(await held(app)).toBe(20);
  const further = await halfOpen(port);
  await until(async () => further.destroyed);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await held(app)) === 0);
  expect(await (await fetch(url)).text()).toBe('here');
});

it('sets no limit behind a proxy', async () => {
  const { app, port } = await open(0);
  for (let n = 0; n < 30; n += 1) await halfOpen(port);
  await until(async () => (await held(app)) === 30);
});

it('waits a moment for a port that a killed server still has, and says so when it stays taken', async () => {
  const before = createServer();
  before.listen(0, '127.0.0.1');
  await once(before, 'listening');
  const { port } = before.address() as AddressInfo;
  const app = fastify();
  closers.push(() => app.close());
  const listening = listenWhenFree(app, { port, host: '127.0.0.1' }, systemClock);
  setTimeout(() => before.close(), 300);
  await listening;
  let now = 0;
  const impatient = { ...systemClock, now: () => (now += 1_000) };
  const other = fastify();
  closers.push(() => other.close());
  await expect(listenWhenFree(other, { port, host: '127.0.0.1' }, impatient)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
