import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../testing/exchange.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange();
});
afterAll(() => exchange.close());

const order = { priceType: 2, price: '60000', quantity: '0.01' };
const orders = [
  ['POST pay/order-coin/purchase-actual-commodities', { symbol: 'BTC/USDT', side: 0, ...order }],
  ['POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 60, stake: '100' }],
  ['POST pay/order-contract/create', { symbol: 'BTC-PERP', direction: 1, lever: 2, quantity: '0.01' }],
  ['POST stock/order/create', { symbol: 'AAPL', priceType: 2, price: '200', quantity: '1' }],
  ['POST pay/order-coin/batch', { items: [{ do: 'place', symbol: 'BTC/USDT', side: 0, ...order }] }],
] as const;

test.each(orders)('%s refuses a real account where prices are simulated, even with a fresh price in its engine', async (name, body) => {
  await exchange.price('BTC/USDT', '60000', 'real');
  await exchange.price('BTC-PERP', '60000', 'real');
  const { token, account } = await exchange.customer('real');
  const before = await exchange.venues.real.read((engine) => engine.seq);
  const answer = await exchange.call(name, body as never, { token });
  expect(answer, answer.body).toMatchObject({ status: 403, code: 3140 });
  expect(answer.body).toContain('only demo accounts trade');
  const after = await exchange.venues.real.read((engine) => engine.seq);
  expect(after.value).toBe(before.value);
  expect((await exchange.venues.real.read((engine) => engine.openOrders(account))).value).toEqual([]);
});

test('a demo account is not refused for that', async () => {
  await exchange.price('BTC/USDT', '60000');
  const { token } = await exchange.customer();
  expect(
    await exchange.call('POST pay/order-coin/purchase-actual-commodities', { symbol: 'BTC/USDT', side: 0, ...order } as never, { token }),
  ).toMatchObject({ code: 0 });
});
