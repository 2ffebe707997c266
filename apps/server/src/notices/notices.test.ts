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
    toAccount: (_venue: string, account: number, message: PrivatePush) => {
      if (accounts.includes(account)) heard.push({ account, message });
    },
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
    // A push can be lost on its way: the notice is sent again until a page says that it showed it.
    const [sent] = await missed(here.account);
    expect(sent).toMatchObject({ kind: 'order.filled', params: { no: first.data.orderId } });
    const ids = [sent!.id];
    const unshown = async ({ token }: { token: string }) =>
      (await exchange.call('GET system/notice-msg/page', { unshown: true }, { token })).data.list.map(({ id }) => id);
    expect(await unshown(here)).toEqual(ids);
    // Nobody marks the notices of another customer.
    await exchange.call('PUT system/notice-msg/shown', { ids }, { token: away.token });
    expect(await unshown(here)).toEqual(ids);
    await exchange.call('PUT system/notice-msg/shown', { ids }, { token: here.token });
    expect([await missed(here.account), await unshown(here)]).toEqual([[], []]);
    expect(await missed(away.account)).toMatchObject([{ kind: 'order.filled', params: { no: second.data.orderId } }]);
  });

  test('stays in the list of its customer, unread until it is opened', async () => {
    const { account, token } = await exchange.customer();
    const other = await exchange.customer();
    await exchange.houseSells('ETH/USDT', '3000', '0.5', token);
    expect(await exchange.told(account)).toHaveLength(1);
    const { list, total } = (await exchange.call('GET system/notice-msg/page', {}, { token })).data;
    expect([total, list]).toMatchObject([1, [{ kind: 'order.filled', shown: true, read: false }]]);
    const id = list[0]?.id ?? '';
    expect((await exchange.call('GET system/notice-msg/get', { id }, { token: other.token })).code).toBe(1003);
    await exchange.call('PUT system/notice-msg/read', { ids: [id] }, { token });
    expect((await exchange.call('GET system/notice-msg/get', { id }, { token })).data).toMatchObject({ read: true });
    expect((await exchange.call('GET system/notice-msg/total-read', {}, { token })).data).toEqual({ total: 1, unread: 0 });
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
