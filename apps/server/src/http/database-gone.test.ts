import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Connection } from '../platform/postgres.ts';
import { testExchange } from '../testing/exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'bourse-cut-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A connection to the database that a test can cut and restore. */
function wire() {
  const open = new Set<Socket>();
  let server: Server | undefined;
  let target: () => Socket = () => createConnection('/nowhere');
  const path = (port: number) => join(folder, `.s.PGSQL.${port}`);
  let port = 5432;
  const listen = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = target();
        for (const socket of [near, far]) {
          open.add(socket);
          socket.on('error', () => socket.destroy());
          socket.on('close', () => {
            open.delete(socket);
            near.destroy();
            far.destroy();
          });
        }
        near.pipe(far).pipe(near);
      }).listen(path(port), resolve);
    });
  return {
    async through(connection: Connection): Promise<Connection> {
      port = connection.port ?? 5432;
      const host = connection.host ?? 'localhost';
      target = () => (host.startsWith('/') ? createConnection(join(host, `.s.PGSQL.${port}`)) : createConnection(port, host));
      await listen();
      return { ...connection, host: folder };
    },
    async cut() {
      const closed = new Promise<void>((resolve) => server?.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
    mend: listen,
  };
}

test('without the database the venue accepts nothing and says so; it goes on when the database is back', { timeout: 120_000 }, async () => {
  const cable = wire();
  const exchange = await testExchange({ through: cable.through, app: { pressure: { deadlineMs: 8_000 } } });
  const { token } = await exchange.customer();
  await exchange.price('BTC/USDT', '60000');
  const order = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' } as const;
  const place = () => exchange.call('POST pay/order-coin/purchase-actual-commodities', order, { token });
  expect((await place()).code).toBe(0);

  await cable.cut();
  const during = await Promise.all([
    place(),
    exchange.call('GET pay/funds-flow/page', {}, { token }),
    exchange.call('GET pay/order-coin/order-page', {}, { token }),
  ]);
  for (const { status, code, data, msg } of during) {
    expect([503, 504]).toContain(status);
    expect([9001, 1008]).toContain(code);
    expect(data).toBeNull();
    expect(msg).not.toMatch(/ECONN|socket|postgres/i);
  }
  // Memory stays readable: it holds the last durable balances.
  expect((await exchange.call('GET pay/coin/coin-list', {})).code).toBe(0);

  await cable.mend();
  await expect
    .poll(
      async () => {
        await exchange.price('BTC/USDT', '60000').catch(() => {});
        return (await place()).code;
      },
      { timeout: 60_000, interval: 250 },
    )
    .toBe(0);
  // The first order and each order accepted since: none twice, and none of the refused ones.
  const { value: open } = await exchange.venues.demo.read((engine) => engine.openOrders(100_000).length);
  expect(open).toBeGreaterThanOrEqual(2);
  const page = await exchange.call('GET pay/order-coin/order-page', { state: 'open' }, { token });
  expect(page.data.total).toBe(open);
  await exchange.close();
});
