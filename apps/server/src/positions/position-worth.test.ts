import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { addedWorth } from './position-worth.ts';

const dayMs = 86_400_000;
const minute = 60_000;
/** Ten minutes into tomorrow: the curve of a day begins at 00:00 UTC. */
const midnight = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
let ahead = midnight + 10 * minute - Date.now();
const clock = { ...systemClock, now: () => Date.now() + ahead };
const moveTo = (time: number) => {
  ahead = time - Date.now();
};

let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
});
afterAll(() => exchange.close());

describe('the equity curve', () => {
  test('counts what open positions were worth at each of its points, and nothing of them once they are closed', async () => {
    // Past prices, as candles would store them: up by a thousand until a quarter to one, then down by five hundred.
    exchange.market.prices.set('BTC-PERP', (time) => (time < midnight + 45 * minute ? '61000.0' : '59500.0'));
    await contracts.price('60000');
    await contracts.quotes('60000', '60000.5');
    const { token } = await contracts.customer('10000');
    // Bought at 60,000.50: 6,000.05 for a tenth, and a fee of 3.000025.
    expect((await contracts.open(token, { quantity: '0.1' })).data).toMatchObject({ status: 3, filledAmount: '6000.050000' });
    moveTo(midnight + 70 * minute);
    await contracts.price('60000');
    const [position] = await contracts.positions(token);
    const closed = await exchange.call('POST pay/order-contract/complete', { id: position?.id ?? '' }, { token });
    expect(closed.data, closed.body).toMatchObject({ status: 3, filledAmount: '6000.000000' });
    moveTo(midnight + 95 * minute);
    const headers = { 'x-read-after': closed.data.seq };
    const { data } = await exchange.call('GET pay/wallet/home-stat', {}, { token, headers });
    const curve = new Map(data.curve.map(({ t, v }) => [(t - midnight) / minute, v]));
    const fee = 3.000025;
    expect(curve.get(30)).toBe((100_000 - fee + 6_100 - 6_000.05).toFixed(8));
    expect(curve.get(60)).toBe((100_000 - fee + 5_950 - 6_000.05).toFixed(8));
    // Sampled by the minute: the fall at a quarter to one is no slope of half an hour.
    expect(curve.get(44)).toBe(curve.get(30));
    expect(curve.get(45)).toBe(curve.get(60));
    expect(curve.get(70)).toBe(curve.get(60));
    expect(curve.get(71)).toBe(curve.get(90));
    // Closed at 60,000 at ten past one, for another fee of 3.
    expect(curve.get(90)).toBe((100_000 - fee - 3 - 0.05).toFixed(8));
    expect(data.total).toBe(curve.get(90));
    moveTo(midnight + dayMs + 10 * minute);
    const days = (await exchange.call('GET pay/wallet/statistic-detail', { days: 2 }, { token })).data;
    expect(days.map(({ total }) => total)).toEqual([data.total, data.total]);
  });
});

describe('what a position adds to the balances', () => {
  const contract = { kind: 2, quoteUnitsPerTickLot: 5 } as never;
  const stock = { kind: 3, quoteUnitsPerTickLot: 5 } as never;
  const held = (direction: 1 | 2, loan = 0) => ({ position: 1, instrument: 1, direction, lots: 10, entryValue: 5_000, loan });

  test.each([
    ['a long contract its profit', held(1), contract, 110, 500n],
    ['a short contract its loss', held(2), contract, 110, -500n],
    ['a contract without a price nothing', held(1), contract, 0, 0n],
    ['shares paid in full nothing: they are a balance', held(1), stock, 110, 0n],
    ['margined shares their loan', held(1, 3_000), stock, 110, -3_000n],
    ['borrowed shares what they cost now', held(2, 5_000), stock, 110, -5_500n],
    ['borrowed shares without a price what they were sold for', held(2, 5_000), stock, 0, -5_000n],
  ])('%s', (_what, position, instrument, ticks, units) => {
    expect(addedWorth(position, instrument, ticks)).toBe(units);
  });
});
