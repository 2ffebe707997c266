import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { startPushes } from '../pushes/pushes.ts';
import type { PrivatePush } from '../sockets/port.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { missedNotices } from './missed.ts';
import { NoticeWriter } from './notice-writer.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange();
});
afterAll(() => exchange.close());

/** A hub with an open ear for some accounts. */
function ear(...accounts: number[]) {
  const heard: { account: number; message: PrivatePush }[] = [];
  return {
    heard,
    listens: (_venue: string, account: number) => accounts.includes(account),
    toAccount: (_venue: string, account: number, message: PrivatePush) => void heard.push({ account, message }),
  };
}
const missed = (account: number) => missedNotices(exchange.database, 'demo', account, Date.now());
const kinds = (messages: readonly PrivatePush[]) => messages.map(({ c }) => c);
const writer = (hub: ReturnType<typeof ear>) =>
  new NoticeWriter({ database: exchange.database, port: exchange.venues.demo, hub, catalogue: exchange.catalogue, log: silentLog });

describe('a filled limit order', () => {
  test('is told at once to who listens, and once to who comes back', async () => {
    const here = await exchange.customer();
    const away = await exchange.customer();
    const hub = ear(here.account);
    const notices = writer(hub);
    await notices.start();
    const first = await exchange.houseSells('ETH/USDT', '3000', '0.5', here.token);
    const second = await exchange.houseSells('ETH/USDT', '3000', '0.5', away.token);
    await notices.stop();
    expect(hub.heard).toMatchObject([
      { account: here.account, message: { c: 'notice', kind: 'order.filled', params: { no: first.data.orderId } } },
    ]);
    expect(await missed(here.account)).toEqual([]);
    expect(await missed(away.account)).toMatchObject([{ kind: 'order.filled', params: { no: second.data.orderId } }]);
    expect(await missed(away.account)).toEqual([]);
  });

  test('while nobody was there to notice is found at the next start, once', async () => {
    const { account, token } = await exchange.customer();
    const bought = await exchange.houseSells('ETH/USDT', '3000', '0.5', token);
    for (let start = 0; start < 2; start += 1) {
      const notices = writer(ear());
      await notices.start();
      await notices.stop();
    }
    expect(await missed(account)).toMatchObject([{ kind: 'order.filled', params: { no: bought.data.orderId } }]);
  });
});

describe('pushes', () => {
  test('say an order’s last state, the trade and the balances, to its owner only', async () => {
    const { account, token } = await exchange.customer();
    const other = await exchange.customer();
    const hub = ear(account);
    const stop = startPushes({
      port: exchange.venues.demo,
      hub,
      catalogue: exchange.catalogue,
      database: exchange.database,
      log: silentLog,
    });
    const bought = await exchange.houseSells('SOL/USDT', '100', '1', token);
    await exchange.houseSells('SOL/USDT', '100', '1', other.token);
    stop();
    expect(new Set(hub.heard.map((one) => one.account))).toEqual(new Set([account]));
    expect(kinds(hub.heard.map(({ message }) => message))).toEqual(['fill', 'order', 'wallet']);
    const [fill, order, wallet] = hub.heard.map(({ message }) => message as { v: unknown });
    expect(fill?.v).toMatchObject({ orderId: bought.data.orderId, quantity: '1.000', feeAsset: 'SOL' });
    expect(order?.v).toMatchObject({ id: bought.data.orderId, status: 3 });
    expect(wallet?.v).toEqual([
      { wallet: 1, asset: 'USDT', available: '99900.000000', frozen: '0.000000' },
      { wallet: 1, asset: 'SOL', available: '0.99900000', frozen: '0.00000000' },
    ]);
  });
});
