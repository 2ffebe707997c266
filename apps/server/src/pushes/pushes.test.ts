import { House } from '@bourse/engine';
import type { AccountWorth, CallInput, CallName, CallOutput } from '@bourse/protocol';
import { type PrivateMessage, privateMessage } from '@bourse/protocol/socket';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import type { PrivatePush } from '../sockets/port.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { startPushes } from './pushes.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
  await contracts.house(House.timed, 4, 1_000_000_000_000n);
  await contracts.price('60000');
});
afterAll(() => exchange.close());

type Heard<C extends PrivateMessage['c']> = Extract<PrivateMessage, { c: C }>;

/** The pushes of one account, each checked against the protocol's schema. */
function listen(account: number) {
  const heard: PrivateMessage[] = [];
  const others: number[] = [];
  const stop = startPushes({
    port: exchange.venues.demo,
    hub: {
      listens: (_venue, other) => other === account,
      toAccount: (_venue, other, message: PrivatePush) => {
        if (other === account) heard.push(privateMessage.parse({ ...message, seq: heard.length + 1, prev: heard.length }));
        else others.push(other);
      },
    },
    market: exchange.market.data,
    database: exchange.database,
    log: silentLog,
  });
  const of = <C extends PrivateMessage['c']>(c: C) => heard.filter((message): message is Heard<C> => message.c === c);
  const settle = async () => {
    const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
    await exchange.venues.demo.waitProjected(seq, 5_000);
    // Positions follow the batch. All has come when a while passes without another push.
    for (let before = -1; before < heard.length; await new Promise((resolve) => setTimeout(resolve, 250))) before = heard.length;
  };
  return { of, others, settle, stop };
}

const read = async <Name extends CallName>(name: Name, input: CallInput<Name>, token: string): Promise<CallOutput<Name>> =>
  (await exchange.call(name, input as Record<string, unknown>, { token })).data;
const last = <T>(list: readonly T[]): T => {
  const found = list.at(-1);
  if (!found) throw new Error('nothing was pushed');
  return found;
};

/** The last push equals the answers of the calls: every balance and total, at current prices. */
async function worthAgrees({ balances, totals, allocation, contract, fast }: AccountWorth, token: string) {
  const nameless = (list: CallOutput<'GET pay/wallet/list-fund'>) => list.map(({ name: _, ...balance }) => balance);
  expect(balances).toEqual(nameless(await read('GET pay/wallet/list-fund', {}, token)));
  const { coin, balances: held, allocation: shares, contractWallet, ...overview } = await read('GET pay/wallet/overview', {}, token);
  const { walletList, ...coinTotals } = coin;
  expect(totals).toEqual({ ...overview, coin: coinTotals });
  expect(nameless(held)).toEqual(balances);
  expect(shares.map(({ name: _, ...part }) => part)).toEqual(allocation);
  expect(contractWallet).toEqual(contract);
  expect(balances.filter(({ wallet }) => wallet === 1)).toEqual(nameless(walletList));
  const statistic = await read('GET pay/wallet/statistic', {}, token);
  expect(allocation).toEqual(statistic.allocation.map(({ name: _, ...part }) => part));
  expect(statistic.total).toBe(totals.overview.total);
  expect(await read('GET pay/wallet/contract', {}, token)).toMatchObject(contract);
  expect(await read('GET pay/wallet/fast', {}, token)).toMatchObject(fast);
}

describe('what is pushed is what the calls answer', () => {
  test('a spot fill: the order, the trade, every statement line, every balance and total', async () => {
    const { account, token } = await exchange.customer();
    const other = await exchange.customer();
    const ear = listen(account);
    const bought = await exchange.houseSells('SOL/USDT', '100', '1', token);
    await exchange.houseSells('SOL/USDT', '100', '1', other.token);
    await ear.settle();
    ear.stop();
    expect(ear.others).toEqual([]);
    const orders = await read('GET pay/order-coin/order-page', {}, token);
    expect(ear.of('order').map(({ v }) => v)).toEqual(orders.list);
    expect(ear.of('order')[0]?.asOf).toBeGreaterThanOrEqual(Number(bought.data.seq));
    const fills = await read('GET pay/order-coin/fill-page', {}, token);
    expect(ear.of('fill').map(({ v }) => v)).toEqual(fills.list);
    const receipt = await read('GET pay/receipt/get', { fillId: fills.list[0]?.id ?? '' }, token);
    expect(ear.of('fill')[0]?.document).toBe(receipt.document);
    const lines = await read('GET pay/funds-flow/page', { pageSize: 100 }, token);
    const pushed = ear.of('line').map(({ v }) => v);
    expect(pushed.length).toBeGreaterThan(2);
    expect(pushed.reverse()).toEqual(lines.list.slice(0, pushed.length));
    await worthAgrees(last(ear.of('wallet')).v, token);
  });

  test('an order that rests, is amended and is cancelled', async () => {
    const { account, token } = await exchange.customer();
    await exchange.price('SOL/USDT', '100');
    const ear = listen(account);
    const order = { symbol: 'SOL/USDT', side: 0, priceType: 2, price: '98', quantity: '2' };
    const placed = await exchange.call('POST pay/order-coin/purchase-actual-commodities', order, { token });
    const id = placed.data.orderId;
    await exchange.call('POST pay/order-coin/amend', { orderId: id, quantity: '1' }, { token });
    await ear.settle();
    const [open] = (await read('GET pay/order-coin/order-page', { state: 'open' }, token)).list;
    expect(last(ear.of('order')).v).toEqual(open);
    await exchange.call('GET pay/order-coin/revoke/{id}', { id }, { token });
    await ear.settle();
    ear.stop();
    const detail = await read('GET pay/order-coin/order-detail', { id }, token);
    expect({ ...last(ear.of('order')).v, fills: [] }).toEqual(detail);
    await worthAgrees(last(ear.of('wallet')).v, token);
  });

  test('a contract: opening and closing orders, settlements, the position while it is open and as it ended', async () => {
    const { account, token } = await contracts.customer('5000');
    await contracts.price('60000');
    const maker = await contracts.quotes('59990', '60010');
    await contracts.price('60000');
    const ear = listen(account);
    await contracts.open(token, { quantity: '0.1', lever: 5 });
    await ear.settle();
    const page = async (view: 'positions' | 'orders' | 'closed' | 'order-history' | 'settlements') =>
      read('GET pay/order-contract/page', { view, pageSize: 100 }, token);
    const [position] = (await page('positions')).positions?.list ?? [];
    expect(last(ear.of('position')).v).toEqual(position);
    await contracts.price('60000');
    const limit = { id: position?.id, price: '60500' };
    const closing = await exchange.call('POST pay/order-contract/limit-complete', limit, { token });
    await ear.settle();
    const [resting] = (await page('orders')).orders?.list ?? [];
    expect(last(ear.of('order')).v).toEqual(resting);
    await exchange.call('GET pay/order-contract/revoke', { id: closing.data.orderId }, { token });
    await exchange.call('POST pay/order-contract/complete', { id: position?.id }, { token });
    await ear.settle();
    ear.stop();
    expect(last(ear.of('position')).v).toEqual((await page('closed')).positions?.list[0]);
    const settlements = (await page('settlements')).settlements?.list;
    expect(
      ear
        .of('fill')
        .map(({ v }) => v)
        .reverse(),
    ).toEqual(settlements);
    const history = (await page('order-history')).orders?.list ?? [];
    expect(last(ear.of('order')).v).toEqual(history[0]);
    await worthAgrees(last(ear.of('wallet')).v, token);
    expect(maker.account).not.toBe(account);
  });

  test('a timed contract: bought, its first tick, its end', async () => {
    await contracts.price('60000');
    const { account, token } = await contracts.customer('1000', 4);
    const ear = listen(account);
    await exchange.call('POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 60, stake: '100' }, { token });
    await contracts.price('60000');
    await ear.settle();
    expect(last(ear.of('timed')).v).toEqual((await read('GET pay/order-contract-quick/page', { state: 'open' }, token)).list[0]);
    await worthAgrees(last(ear.of('wallet')).v, token);
    ahead += 60_000;
    await contracts.price('60001');
    await ear.settle();
    ear.stop();
    expect(last(ear.of('timed')).v).toEqual((await read('GET pay/order-contract-quick/page', { state: 'finished' }, token)).list[0]);
    await worthAgrees(last(ear.of('wallet')).v, token);
  });

  test('money from outside says that today’s profit is to be read again', async () => {
    const { account, token } = await exchange.customer();
    await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: '50000' }, { token });
    const ear = listen(account);
    await exchange.call('POST pay/wallet/any-transfer', { from: 2, to: 1, asset: 'USDT', amount: '1' }, { token });
    await ear.settle();
    expect(last(ear.of('wallet')).v.external).toBe(false);
    ahead += 86_400_000;
    await exchange.price('SOL/USDT', '100');
    await exchange.houseSells('SOL/USDT', '100', '10', token);
    const granted = await exchange.call('POST pay/wallet/demo-top-up', {}, { token });
    await ear.settle();
    ear.stop();
    expect(granted.code, granted.body).toBe(0);
    expect(last(ear.of('wallet')).v.external).toBe(true);
  });
});

describe('a read says the sequence it stands on', () => {
  test('and an answer that follows a change stands on it or later', async () => {
    const { token } = await exchange.customer();
    const bought = await exchange.houseSells('SOL/USDT', '100', '1', token);
    const after = { token, headers: { 'x-read-after': bought.data.seq } };
    for (const [name, input] of [
      ['GET pay/wallet/list-fund', {}],
      ['GET pay/wallet/overview', {}],
      ['GET pay/wallet/home-stat', {}],
      ['GET pay/wallet/contract', {}],
      ['GET pay/wallet/quick-contract', {}],
      ['GET pay/order-coin/order-page', { state: 'open' }],
      ['GET pay/order-coin/order-page', { state: 'finished' }],
      ['GET pay/order-coin/fill-page', {}],
      ['GET pay/order-coin/order-detail', { id: bought.data.orderId }],
      ['GET pay/funds-flow/page0', {}],
      ['GET pay/order-contract/page', { view: 'positions' }],
      ['GET pay/order-contract/page', { view: 'settlements' }],
      ['GET pay/order-stock/page', { view: 'orders' }],
      ['GET pay/order-contract-quick/page', { state: 'all' }],
    ] as const) {
      const answer = await exchange.call(name, input, after);
      expect([name, answer.code]).toEqual([name, 0]);
      expect(Number(answer.headers['x-sequence']), name).toBeGreaterThanOrEqual(Number(bought.data.seq));
    }
    const priceless = await exchange.call('GET pay/wallet/list-type', {}, { token });
    expect(priceless.headers['x-sequence']).toBeUndefined();
  });
});
