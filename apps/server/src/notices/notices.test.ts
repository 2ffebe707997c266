import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import type { PrivatePush } from '../sockets/port.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import type { Due } from './due.ts';
import { leaveNotices, pushLeft } from './left.ts';
import { missedNotices } from './missed.ts';
import { NoticeWriter } from './notice-writer.ts';
import { storeNotices } from './store.ts';

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
  new NoticeWriter({
    database: exchange.database,
    port: exchange.venues.demo,
    hub,
    catalogue: exchange.catalogue,
    rails: { get: () => undefined },
    log: silentLog,
  });

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
    expect((await exchange.call('GET system/notice-msg/total-read', {}, { token })).data).toMatchObject({ total: 1, unread: 0 });
  });

  test('is found by its topic, and all up to one are read at once', async () => {
    const { account, token } = await exchange.customer();
    const other = await exchange.customer();
    const store = (of: number, subject: string, notice: Pick<Due, 'kind' | 'params'>) =>
      storeNotices(exchange.database, 'demo', [{ ...notice, account: of, subject, time: 1 } as Due]);
    for (const of of [account, other.account]) {
      await store(of, 'order:1', { kind: 'order.filled', params: { no: '1' } });
      await store(of, 'order:2', { kind: 'order.filled', params: { no: '2' } });
      await store(of, 'level:1', { kind: 'identity.passed', params: { level: '1' } });
    }
    const kinds = async (input: object, who = token) =>
      (await exchange.call('GET system/notice-msg/page', input, { token: who })).data.list.map(({ kind }) => kind);
    expect(await kinds({ topic: 'trading' })).toEqual(['order.filled', 'order.filled']);
    expect(await kinds({ topic: 'account' })).toEqual(['identity.passed']);
    expect(await kinds({ topic: 'money' })).toEqual([]);
    const [newest, , oldest] = (await exchange.call('GET system/notice-msg/page', {}, { token })).data.list;
    await exchange.call('POST system/notice-msg/read', { upTo: oldest?.id ?? '' }, { token });
    expect(await kinds({ unread: true })).toEqual(['identity.passed', 'order.filled']);
    await exchange.call('POST system/notice-msg/read', { upTo: '999999999', topic: 'trading' }, { token });
    const counts = (await exchange.call('GET system/notice-msg/total-read', {}, { token })).data;
    expect(counts).toEqual({
      ...{ total: 3, unread: 1, newest: newest?.id },
      topics: [
        { topic: 'trading', total: 2, unread: 0 },
        { topic: 'money', total: 0, unread: 0 },
        { topic: 'account', total: 1, unread: 1 },
        { topic: 'news', total: 0, unread: 0 },
      ],
    });
    expect(await kinds({ unread: true }, other.token)).toHaveLength(3);
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
    const notices = new NoticeWriter({
      database: exchange.database,
      port,
      hub: ear(),
      catalogue: exchange.catalogue,
      rails: { get: () => undefined },
      log: silentLog,
    });
    await notices.start();
    expect(await missed(account)).toEqual([]);
    reached();
    await notices.stop();
    expect(await missed(account)).toMatchObject([{ kind: 'order.filled', params: { no: bought.data.orderId } }]);
  }, 10_000);
});

describe('a notice that was stored with what it tells', () => {
  const due = (account: number, subject: string): Due => ({
    account,
    kind: 'deposit.rejected',
    params: { no: '1' },
    subject,
    time: Date.now(),
  });
  test('reaches the open pages of its customer a moment later, once, and not before it is durable', async () => {
    const { account } = await exchange.customer();
    const hub = ear(account);
    const { run } = pushLeft({ database: exchange.database, hub });
    await exchange.database.transaction(async (tx) => {
      await leaveNotices(tx, 'demo', [due(account, 'deposit:1')]);
      await run();
      expect(hub.heard).toEqual([]);
    });
    await run();
    await run();
    expect(hub.heard).toMatchObject([{ account, message: { c: 'notice', kind: 'deposit.rejected', params: { no: '1' } } }]);
    await leaveNotices(exchange.database, 'demo', [due(account, 'deposit:1')]);
    await run();
    expect(hub.heard).toHaveLength(1);
  });
  test('that was undone is told to nobody', async () => {
    const { account } = await exchange.customer();
    const hub = ear(account);
    const undone = exchange.database.transaction(async (tx) => {
      await leaveNotices(tx, 'demo', [due(account, 'deposit:2')]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await pushLeft({ database: exchange.database, hub }).run();
    expect(hub.heard).toEqual([]);
    expect(await missed(account)).toEqual([]);
  });
});
