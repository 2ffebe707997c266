import { House } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

/** A clock that the test moves: funding and timed contracts need hours and minutes. */
let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
});
afterAll(() => exchange.close());

const told = (account: number) => exchange.told(account);

/** Ana buys a tenth from Ben's resting offer, the only order in the book. */
async function pair(contracts: ContractKit, lever: number, more: Record<string, unknown> = {}) {
  await contracts.price('60000');
  const ben = await contracts.customer('50000');
  const offer = await contracts.open(ben.token, { direction: 2, price: '60000', quantity: '0.1', lever: 5 });
  const ana = await contracts.customer('5000');
  const bought = await contracts.open(ana.token, { quantity: '0.1', lever, ...more });
  expect(bought, bought.body).toMatchObject({ code: 0, data: { status: 3 } });
  return { ana, ben, offer: offer.data.orderId };
}

describe('a customer of contracts is told', () => {
  test('when an order with a price is completed, and nothing of what was answered at once', async () => {
    const { ana, ben, offer } = await pair(await contractKit(exchange), 10);
    expect(await told(ana.account)).toEqual([]);
    expect(await told(ben.account)).toEqual([{ kind: 'contract.limitFilled', params: { no: offer, symbol: 'BTC-PERP' } }]);
    expect(await told(ben.account)).toEqual([]);
  });

  test.each([
    ['both stops, when one of them acts', { takeProfit: '60600', stopLoss: '57000' }, '60700', 'stops.both'],
    ['a take-profit alone', { takeProfit: '60600' }, '60700', 'stops.profit'],
    ['a stop-loss alone', { stopLoss: '59400' }, '59300', 'stops.loss'],
  ])('of %s', async (_what, stops, tick, kind) => {
    const contracts = await contractKit(exchange);
    const { ana } = await pair(contracts, 10, stops);
    const taker = await contracts.customer('50000');
    await contracts.open(taker.token, { price: tick, quantity: '0.1', lever: 5 });
    await contracts.price(tick);
    await contracts.price(tick);
    expect(await contracts.positions(ana.token)).toEqual([]);
    expect(await told(ana.account)).toMatchObject([{ kind, params: { symbol: 'BTC-PERP' } }]);
    await exchange.call('PUT pay/order-contract/close-one-click', {}, { token: taker.token });
  });

  test('before and when a position is liquidated, with the order that did it', async () => {
    const contracts = await contractKit(exchange);
    const { ana } = await pair(contracts, 100);
    const taker = await contracts.customer('50000');
    await contracts.price('59745');
    await contracts.open(taker.token, { price: '59500', quantity: '0.1', lever: 5 });
    await contracts.price('59650');
    expect(await contracts.positions(ana.token)).toEqual([]);
    const notices = await told(ana.account);
    expect(notices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['margin.warning', 'liquidation.segmented']));
    const { data } = await contracts.page(ana.token, 'settlements');
    const step = data.settlements?.list.find(({ kind }) => kind === 'liquidation');
    const fill = data.settlements?.list.find(({ role }) => role === 'liquidation');
    expect(notices.find(({ kind }) => kind === 'liquidation.segmented')?.params).toMatchObject({ no: fill?.orderId, quantity: '0.100' });
    for (const one of [step, fill]) expect(await contracts.receipt(one)).toEqual({ agrees: true, differs: [] });
    const risk = await exchange.call('GET pay/order-contract/risk', { symbol: 'BTC-PERP', venue: 'demo' }, {});
    expect(risk.data.liquidations[0]).toMatchObject({ direction: 1, quantity: '0.100', filled: '0.100' });
  });

  test('what the insurance fund paid of a liquidation, so that the settlements add up to what was lost', async () => {
    const contracts = await contractKit(exchange);
    const { ana } = await pair(contracts, 100);
    const taker = await contracts.customer('50000');
    await contracts.house(House.insurance, 2, 1_000n * 10n ** BigInt(contracts.instrument.quote.scale));
    await contracts.price('59720');
    await contracts.open(taker.token, { price: '59300', quantity: '0.1', lever: 5 });
    await contracts.price('59350');
    expect((await told(ana.account)).map(({ kind }) => kind)).toContain('liquidation.segmented');
    const { data } = await contracts.page(ana.token, 'settlements');
    const settled = data.settlements?.list ?? [];
    expect(Number(settled.find(({ kind }) => kind === 'liquidation')?.amount)).toBeGreaterThan(0);
    const changed = settled.reduce((sum, { amount, fee }) => sum + Number(amount) - Number(fee), 0);
    const opening = settled.reduce((sum, { action, fee }) => sum + (action === 1 ? Number(fee) : 0), 0);
    // The margin of 60000 × 0.1 at 100× and the fee of the opening, no more.
    expect(changed).toBeCloseTo(-60 - opening, 6);
    const wallet = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USDT', wallet: 2 }, { token: ana.token });
    expect(Number(wallet.data.total)).toBeCloseTo(5000 + changed, 6);
  });

  test('when somebody else’s liquidation takes from the position', async () => {
    const contracts = await contractKit(exchange, 'ETH-PERP');
    await contracts.price('3000');
    const ben = await contracts.customer('50000');
    await contracts.open(ben.token, { direction: 2, price: '3000', quantity: '1', lever: 5 });
    const ana = await contracts.customer('5000');
    await contracts.open(ana.token, { quantity: '1', lever: 100 });
    await contracts.price('2970');
    expect(await contracts.positions(ana.token)).toEqual([]);
    expect((await told(ana.account)).map(({ kind }) => kind)).toContain('liquidation.segmented');
    expect(await told(ben.account)).toMatchObject([
      { kind: 'contract.limitFilled' },
      { kind: 'deleveraged', params: { quantity: '1.000' } },
    ]);
    const { data } = await contracts.page(ben.token, 'settlements');
    const one = data.settlements?.list.find(({ kind }) => kind === 'deleverage');
    expect(await contracts.receipt(one)).toEqual({ agrees: true, differs: [] });
  });

  test('what funding moved, both sides', async () => {
    const contracts = await contractKit(exchange, 'SOL-PERP');
    await contracts.price('100');
    const ben = await contracts.customer('50000');
    await contracts.open(ben.token, { direction: 2, price: '100', quantity: '10', lever: 5 });
    const ana = await contracts.customer('5000');
    await contracts.open(ana.token, { quantity: '10', lever: 5 });
    const [position] = await contracts.positions(ana.token);
    const due = position?.nextFunding ?? 0;
    expect(due % (8 * 3_600_000)).toBe(0);
    expect(Number(position?.fundingDue)).toBeLessThan(0);
    ahead += due - clock.now() - 500;
    await contracts.price('100');
    ahead += 600;
    await contracts.price('100');
    const [after] = await contracts.positions(ana.token);
    expect(after?.funding).toBe(position?.fundingDue);
    expect(await told(ana.account)).toMatchObject([
      { kind: 'funding.paid', params: { amount: after?.funding, coin: 'USDT', symbol: 'SOL-PERP' } },
    ]);
    expect((await told(ben.account)).map(({ kind }) => kind)).toContain('funding.paid');
    const risk = await exchange.call('GET pay/order-contract/risk', { symbol: 'SOL-PERP', venue: 'demo' }, {});
    expect(risk.data.funding[0]).toMatchObject({ time: due, void: false, rate: '0.010000' });
    const { data } = await contracts.page(ana.token, 'settlements');
    const one = data.settlements?.list.find(({ kind }) => kind === 'fundingPayment');
    expect(await contracts.receipt(one)).toEqual({ agrees: true, differs: [] });
  });

  test('how a timed contract ended', async () => {
    const contracts = await contractKit(exchange);
    await contracts.house(House.timed, 4, 1_000_000_000_000n);
    await contracts.price('60000');
    const ana = await contracts.customer('1000', 4);
    const buy = (direction: number) =>
      exchange.call('POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction, durationS: 60, stake: '100' } as never, {
        token: ana.token,
      });
    const [up, down] = [await buy(1), await buy(2)];
    await contracts.price('60000');
    ahead += 60_000;
    await contracts.price('60010');
    expect(await told(ana.account)).toMatchObject([
      { kind: 'timed.settled', params: { no: (up.data as { id: string }).id, status: '2' } },
      { kind: 'timed.settled', params: { no: (down.data as { id: string }).id, status: '3', result: '-100.000000' } },
    ]);
    const { list } = (await exchange.call('GET pay/order-contract-quick/page', { state: 'finished' }, { token: ana.token })).data;
    for (const one of list)
      expect(await contracts.receipt(one.receipt === null ? undefined : { receipt: one.receipt })).toMatchObject({ agrees: true });
  });
});
