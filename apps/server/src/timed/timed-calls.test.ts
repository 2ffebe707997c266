import { House } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
  await contracts.house(House.timed, 4, 1_000_000_000_000n);
});
afterAll(() => exchange.close());

const buy = (token: string, more: Record<string, unknown> = {}) =>
  exchange.call('POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 60, stake: '100', ...more } as never, {
    token,
  });
const wallet = async (token: string) => (await exchange.call('GET pay/wallet/fast', {}, { token })).data;

describe('a timed contract', () => {
  test('holds its stake, shows its ticks, pays what was fixed when it was bought, and counts everywhere', async () => {
    await contracts.price('60000');
    const { token } = await contracts.customer('1000', 4);
    const bought = await buy(token);
    expect(bought, bought.body).toMatchObject({ code: 0, data: { repeated: false } });
    const { id, payout } = bought.data as { id: string; payout: string };
    expect(await wallet(token)).toEqual({
      asset: 'USDT',
      total: '1000.000000',
      walletBalance: '900.000000',
      positionAmount: '100.000000',
      historyPlAmount: '0.000000',
    });
    expect((await exchange.call('GET pay/wallet/overview', {}, { token })).data.fast).toEqual({
      total: '1000.00000000',
      walletBalance: '900.00000000',
      positionAmount: '100.00000000',
    });
    await contracts.price('60000');
    const open = await exchange.call('GET pay/order-contract-quick/page', { state: 'open' }, { token });
    expect(open.data.list).toMatchObject([
      { id, status: 1, stake: '100.000000', payout, startPrice: '60000.0', endPrice: null, result: null, receipt: null },
    ]);
    ahead += 60_000;
    await contracts.price('60001');
    const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
    const headers = { 'x-read-after': String(seq) };
    const one = await exchange.call('GET pay/order-contract-quick/detail', { id }, { token, headers });
    expect(one.data).toMatchObject({ status: 2, endPrice: '60001.0', result: payout, source: 'test', receipt: { kind: 'timed' } });
    expect(await contracts.receipt({ receipt: one.data.receipt as never })).toEqual({ agrees: true, differs: [] });
    expect(await wallet(token)).toMatchObject({ positionAmount: '0.000000', historyPlAmount: payout });
    const risk = await exchange.call('GET pay/order-contract/risk', { symbol: 'BTC-PERP', venue: 'demo' }, {});
    expect(risk.data.timed).toMatchObject({ offered: true, asset: 'USDT' });
    const other = await exchange.customer();
    expect(await exchange.call('GET pay/order-contract-quick/detail', { id }, { token: other.token })).toMatchObject({
      status: 404,
      code: 3124,
    });
    expect((await exchange.call('GET pay/order-contract-quick/page', {}, { token: other.token })).data.total).toBe(0);
  });

  test('60 at once from stakes for 10: exactly 10 are sold', async () => {
    await contracts.price('60000');
    const { token } = await contracts.customer('1000', 4);
    const answers = await Promise.all(Array.from({ length: 60 }, () => buy(token)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 3013)).toHaveLength(50);
    expect(await wallet(token)).toMatchObject({ walletBalance: '0.000000', positionAmount: '1000.000000' });
  });

  test.each([
    ['a duration that is not offered', { durationS: 7 }, 3120],
    ['a stake below the smallest', { stake: '0.000001' }, 3121],
    ['a stake above the largest', { stake: '999999999' }, 3122],
    ['more than there is', { stake: '150' }, 3013],
    ['an instrument without them', { symbol: 'BTC/USDT' }, 3120],
    ['more decimals than the asset has', { stake: '1.0000001' }, 4003],
  ])('is refused for %s, with the figures', async (_what, change, code) => {
    await contracts.price('60000');
    const { token } = await contracts.customer('120', 4);
    const answer = await buy(token, change);
    expect(answer).toMatchObject({ code, data: null });
    expect(answer.msg).not.toMatch(/\{\w+\}/);
  });

  test('is offered in public, with its terms', async () => {
    const offers = await exchange.call('GET pay/order-contract-quick/offers', {}, { token: (await exchange.customer()).token });
    const one = offers.data.find(({ symbol }) => symbol === 'BTC-PERP');
    expect(one?.offers.map(({ durationS }) => durationS)).toEqual([30, 60, 120, 300]);
    expect(Number(one?.offers[0]?.payoutRate)).toBeGreaterThan(50);
  });
});
