import { House } from '@bourse/engine';
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

test('a loan that waits for a decision is taken back, so that nobody pays it out to somebody who has paused; one that runs stays', async () => {
  await contracts.house(House.loanPool, 1, 10n ** 12n);
  await contracts.house(House.desk, 1, 10n ** 10n, exchange.catalogue.assetByCode('BTC'));
  await contracts.price('60000');
  await exchange.price('BTC/USDT', '60000');
  const { token, account } = await exchange.customer();
  const swap = { wallet: 1, from: 'USDT', to: 'BTC', amount: '6050', minReceive: '0.1', quotedAt: clock.now() } as const;
  expect((await exchange.call('POST pay/flash-exchange/create', swap, { token })).code).toBe(0);
  const product = { kind: 'defineLoan', product: 9, instrument: exchange.catalogue.instrumentBySymbol('BTC/USDT')?.id ?? 0 } as const;
  const levels = { yearlyPpm: 80_000, openPpm: 650_000, callPpm: 750_000, sellPpm: 830_000, saleFeePpm: 20_000 };
  const amounts = { minLoan: 1, maxLoan: 10 ** 9, decideAbove: 100_000_000, capacity: 10 ** 10 };
  await exchange.venues.demo.submit({ account: 0, command: { ...product, ...levels, ...amounts } });
  for (const amount of ['100', '200']) {
    const wish = { productId: '9', version: 1, collateral: '0.01', amount };
    const { code, body } = await exchange.call('POST pay/loan', wish, { token });
    expect(code, body).toBe(0);
  }

  await createOpenings(exchange.venues, exchange.catalogue).cancel(Venue.demo, account);
  const { value: left } = await exchange.venues.demo.read((engine) => engine.loans(account));
  expect(left).toMatchObject([{ lent: 100_000_000, principal: 100_000_000 }]);
  const { data } = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'BTC', wallet: 1 }, { token });
  expect(data.frozen).toBe('0.01000000');
});
