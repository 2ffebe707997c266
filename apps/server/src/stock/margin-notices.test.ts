import { afterAll, expect, test } from 'vitest';
import { sessionClock, stockExchange } from '../testing/stocks.ts';

const { clock } = sessionClock();
const { exchange, stocks } = await stockExchange(clock);
afterAll(() => exchange.close());

const toldOfMargin = async (account: number) =>
  (await exchange.told(account)).filter(({ kind }) => kind === 'margin.warning' || kind.startsWith('liquidation'));

test('a holder of shares on margin gets one notice before they are sold, the same notice as for a contract', async () => {
  await stocks.price('200');
  const { token, account } = await stocks.customer();
  await stocks.house('sells', '200', 10);
  const bought = await stocks.open(token, { lever: 4 });
  expect(bought, bought.body).toMatchObject({ code: 0, data: { filledQuantity: '10' } });
  await stocks.price('186');
  expect(await toldOfMargin(account)).toEqual([]);
  // Worth 1,840, of which 340 are the customer's own; 276 must stay.
  await stocks.price('184');
  expect(await toldOfMargin(account)).toEqual([{ kind: 'margin.warning', params: { ratio: '81.1765', symbol: 'AAPL' } }]);
  await stocks.price('183');
  await stocks.price('176');
  await stocks.house('buys', '176', 10);
  await stocks.price('176');
  expect(await stocks.positions(token)).toEqual([]);
  expect(await toldOfMargin(account)).toMatchObject([{ kind: 'liquidation.segmented', params: { symbol: 'AAPL', quantity: '10' } }]);
});
