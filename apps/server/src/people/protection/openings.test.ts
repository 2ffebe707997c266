import { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../../http/testing.ts';
import { type ContractTestDesk, contractDesk } from '../../http/testing-contracts.ts';
import { type StockTestDesk, sessionClock, stockDesk } from '../../http/testing-stocks.ts';
import { createOpenings } from './openings.ts';

const { clock } = sessionClock();
let exchange: Exchange;
let desk: ContractTestDesk;
let stock: StockTestDesk;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  desk = await contractDesk(exchange);
  stock = await stockDesk(exchange);
  await stock.pool();
});
afterAll(() => exchange.close());

test('orders that would open a risk are cancelled; what closes, protects or buys in full stays', async () => {
  await desk.price('60000');
  await stock.price('200');
  await desk.quotes('59990', '60000');
  const { token, account } = await desk.customer();
  await stock.money(token, '5000.00');
  await desk.open(token, { quantity: '0.02', stopLoss: '57000' });
  const id = (await desk.positions(token))[0]?.id ?? '';
  const exit = await exchange.call('POST pay/order-contract/limit-complete', { id, price: '61000' }, { token });
  const cash = await stock.open(token, { price: '190', quantity: '1' });
  const short = await stock.open(token, { price: '210', quantity: '1', direction: 2, lever: 2 });
  const waiting = await desk.open(token, { priceType: 4, triggerPrice: '61000', quantity: '0.01' });
  for (let n = 0; n < 65; n++) await desk.open(token, { price: '59000', quantity: '0.001' });
  for (const { code } of [exit, cash, short, waiting]) expect(code).toBe(0);

  await createOpenings(exchange.venues, exchange.catalogue).cancel(Venue.demo, account);
  const { value: left } = await exchange.venues.demo.read((engine) => engine.openOrders(account).map(({ order }) => String(order)));
  expect(left).toHaveLength(3);
  expect(left).toEqual(expect.arrayContaining([exit.data.orderId, cash.data.orderId]));
  expect((await desk.positions(token))[0]).toMatchObject({ quantity: '0.020', stopLoss: '57000.0' });
});
