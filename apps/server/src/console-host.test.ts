import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Config, readConfig } from './config.ts';
import { openConsoleHost } from './console-host.ts';
import { addressBehind } from './http/client-address.ts';
import { systemClock } from './platform/clock.ts';
import { silentLog } from './platform/log.ts';
import { testConsole } from './testing/console.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The console's host as the server opens it, on a port of its own. */
async function opened(settings: Partial<Config>): Promise<string> {
  const kit = await testConsole();
  closers.push(() => kit.close());
  const config = { ...readConfig({}), consolePort: await freePort(), ...settings };
  await openConsoleHost({
    ...{ config, desk: kit.side, addressOf: addressBehind(0), version: 'test', clock: systemClock, log: silentLog },
    chatSocket: { welcome: () => () => ({ hear: () => {}, gone: () => {} }) },
    shutdown: { add: (_name: string, close: () => Promise<unknown>) => void closers.push(close) } as never,
  });
  return `127.0.0.1:${config.consolePort}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('one address has so many connections to the console, and no more', async () => {
  const [host = '', port] = (await opened({ connectionsPerAddress: 3 })).split(':');
  const open: Socket[] = [];
  closers.push(() => {
    for (const socket of open) socket.destroy();
  });
  for (let n = 0; n < 3; n += 1) {
    open.push(connect(Number(port), host));
    await once(open.at(-1)!, 'connect');
  }
  const fourth = connect(Number(port), host);
  fourth.on('error', () => {});
  await once(fourth, 'close');
  expect(open.every((socket) => !socket.destroyed)).toBe(true);
});

test('opening sockets at the console spends from the budget of the address', async () => {
  const host = await opened({ weightPerMinute: 2 });
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const ws = new WebSocket(`ws://${host}/ws/chat`);
    closers.push(() => ws.terminate());
    statuses.push(
      await new Promise((resolve) => {
        ws.on('open', () => resolve(101));
        ws.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
        ws.on('error', () => {});
      }),
    );
  }
  // Five pages' worth each, of ten.
  expect(statuses).toEqual([101, 101, 429, 429]);
});
