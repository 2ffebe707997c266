import { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { type StockKit, sessionClock, stockKit } from '../testing/stocks.ts';
import { createOpenings } from './openings.ts';

const { clock } = sessionClock();
let exchange: Exchange;
let contracts: ContractKit;
let stock: StockKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
  stock = await stockKit(exchange);
  await stock.pool();
});
afterAll(() => exchange.close());

test('orders that would open a risk are cancelled; what closes, protects or buys in full stays', async () => {
  await contracts.price('60000');
  await stock.price('200');
  await contracts.quotes('59990', '60000');
  const { token, account } = await contracts.customer();
  await stock.money(token, '5000.00');
  await contracts.open(token, { quantity: '0.02', stopLoss: '57000' });
  const id = (await contracts.positions(token))[0]?.id ?? '';
  const exit = await exchange.call('POST pay/order-contract/limit-complete', { id, price: '61000' }, { token });
  const cash = await stock.open(token, { price: '190', quantity: '1' });
  const short = await stock.open(token, { price: '210', quantity: '1', direction: 2, lever: 2 });
  const waiting = await contracts.open(token, { priceType: 4, triggerPrice: '61000', quantity: '0.01' });
  for (let n = 0; n < 65; n++) await contracts.open(token, { price: '59000', quantity: '0.001' });
  for (const { code } of [exit, cash, short, waiting]) expect(code).toBe(0);

  await createOpenings(exchange.venues, exchange.catalogue).cancel(Venue.demo, account);
  const { value: left } = await exchange.venues.demo.read((engine) => engine.openOrders(account).map(({ order }) => String(order)));
  expect(left).toHaveLength(3);
  expect(left).toEqual(expect.arrayContaining([exit.data.orderId, cash.data.orderId]));
  expect((await contracts.positions(token))[0]).toMatchObject({ quantity: '0.020', stopLoss: '57000.0' });
});
