import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../../http/testing.ts';
import { type StockTestDesk, sessionClock, stockDesk } from '../../http/testing-stocks.ts';

const { clock } = sessionClock();
let exchange: Exchange;
let desk: StockTestDesk;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  desk = await stockDesk(exchange);
  await desk.pool();
});
afterAll(() => exchange.close());

const toldOfMargin = async (account: number) =>
  (await exchange.told(account)).filter(({ kind }) => kind === 'margin.warning' || kind.startsWith('liquidation'));

test('who holds shares on margin is told before they are sold, once, and by the same notice as of a contract', async () => {
  await desk.price('200');
  const { token, account } = await desk.customer();
  await desk.house('sells', '200', 10);
  const bought = await desk.open(token, { lever: 4 });
  expect(bought, bought.body).toMatchObject({ code: 0, data: { filledQuantity: '10' } });
  await desk.price('186');
  expect(await toldOfMargin(account)).toEqual([]);
  // Worth 1,840, of which 340 are the customer's own; 276 must stay.
  await desk.price('184');
  expect(await toldOfMargin(account)).toEqual([{ kind: 'margin.warning', params: { ratio: '81.1765', symbol: 'AAPL' } }]);
  await desk.price('183');
  await desk.price('176');
  await desk.house('buys', '176', 10);
  await desk.price('176');
  expect(await desk.positions(token)).toEqual([]);
  expect(await toldOfMargin(account)).toMatchObject([{ kind: 'liquidation.segmented', params: { symbol: 'AAPL', quantity: '10' } }]);
});
