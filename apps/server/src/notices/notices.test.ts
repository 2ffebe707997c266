import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import type { PrivatePush } from '../sockets/port.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { missedNotices } from './missed.ts';
import { NoticeWriter } from './notice-writer.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange();
});
afterAll(() => exchange.close());

/** A hub in which some accounts have open sockets. */
function ear(...accounts: number[]) {
  const heard: { account: number; message: PrivatePush }[] = [];
  return {
    heard,
    listens: (_venue: string, account: number) => accounts.includes(account),
    toAccount: (_venue: string, account: number, message: PrivatePush) => void heard.push({ account, message }),
  };
}
const missed = (account: number) => missedNotices(exchange.database, 'demo', account, Date.now());
const writer = (hub: ReturnType<typeof ear>) =>
  new NoticeWriter({ database: exchange.database, port: exchange.venues.demo, hub, catalogue: exchange.catalogue, log: silentLog });

describe('a filled limit order', () => {
  test('is pushed at once to a connected customer, and once to a customer who returns', async () => {
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

  test('that happened while the server was down is found once, at the next start', async () => {
    const { account, token } = await exchange.customer();
    const bought = await exchange.houseSells('ETH/USDT', '3000', '0.5', token);
    for (let start = 0; start < 2; start += 1) {
      const notices = writer(ear());
      await notices.start();
      await notices.stop();
    }
    expect(await missed(account)).toMatchObject([{ kind: 'order.filled', params: { no: bought.data.orderId } }]);
  });

  test('that the histories do not hold yet does not delay the start', async () => {
    const { account, token } = await exchange.customer();
    const bought = await exchange.houseSells('ETH/USDT', '3000', '0.5', token);
    const { demo } = exchange.venues;
    let reached: () => void = () => {};
    const histories = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const port = {
      venue: demo.venue,
      state: demo.state,
      submit: demo.submit.bind(demo),
      read: demo.read.bind(demo),
      outcomeOf: demo.outcomeOf.bind(demo),
      onDurable: demo.onDurable.bind(demo),
      projected: () => 0,
      waitProjected: (seq: number, timeoutMs: number) => histories.then(() => demo.waitProjected(seq, timeoutMs)),
    };
    const notices = new NoticeWriter({ database: exchange.database, port, hub: ear(), catalogue: exchange.catalogue, log: silentLog });
    await notices.start();
    expect(await missed(account)).toEqual([]);
    reached();
    await notices.stop();
    expect(await missed(account)).toMatchObject([{ kind: 'order.filled', params: { no: bought.data.orderId } }]);
  }, 10_000);
});
