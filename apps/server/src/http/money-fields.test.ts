import { House } from '@bourse/engine';
import { callTable } from '@bourse/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAlerts } from '../alerts/index.ts';
import { Board } from '../market/board.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { createProtection } from '../protection/index.ts';
import { createHub } from '../sockets/index.ts';
import { attacks, decimalFields, otherTypes, spoiled } from '../testing/amount-attacks.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { type StockKit, sessionClock, stockKit } from '../testing/stocks.ts';

/** One valid request for each call that takes money. Each test spoils one of its fields. */
const limit = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' };
const good: Record<string, Record<string, unknown>> = {
  'POST pay/order-coin/purchase-actual-commodities price': limit,
  'POST pay/order-coin/purchase-actual-commodities quantity': limit,
  'POST pay/order-coin/purchase-actual-commodities triggerPrice': { ...limit, priceType: 3, triggerPrice: '61000', price: '61000' },
  'POST pay/order-coin/purchase-actual-commodities amount': { symbol: 'BTC/USDT', side: 0, priceType: 1, amount: '100' },
  'POST pay/order-coin/amend price': { orderId: '0', price: '58000' },
  'POST pay/order-coin/amend quantity': { orderId: '0', quantity: '0.005' },
  'POST pay/order-coin/batch items.0.price': { items: [{ do: 'place', ...limit }] },
  'POST pay/order-coin/batch items.0.quantity': { items: [{ do: 'place', ...limit }] },
  'POST pay/order-coin/batch items.0.triggerPrice': {
    items: [{ do: 'place', ...limit, priceType: 3, triggerPrice: '61000', price: '61000' }],
  },
  'POST pay/order-coin/batch items.0.amount': { items: [{ do: 'place', symbol: 'BTC/USDT', side: 0, priceType: 1, amount: '100' }] },
};

const market = { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '0.01', takeProfit: '66000', stopLoss: '57000' };
const specified = { ...market, priceType: 3, price: '60600', triggerPrice: '60600' };
const share = { symbol: 'AAPL', direction: 1, lever: 1, priceType: 3, price: '205', triggerPrice: '205', quantity: '1' };
const fieldsOf = (call: string, request: Record<string, unknown>, fields: readonly string[]) => {
  for (const field of fields) good[`${call} ${field}`] = request;
};
fieldsOf('GET pay/order-contract/preview', { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '0.01', price: '60000' }, [
  'price',
  'quantity',
]);
fieldsOf('POST pay/order-contract/create', market, ['quantity', 'stopLoss', 'takeProfit']);
fieldsOf('POST pay/order-contract/create-specify', specified, ['price', 'quantity', 'stopLoss', 'takeProfit', 'triggerPrice']);
const paid = { from: 1, amount: '900', buy: { symbol: 'USD/USDT', quantity: '905', price: '1.01' } };
const funds = ['funds.amount', 'funds.buy.price', 'funds.buy.quantity'];
fieldsOf('POST pay/order-contract/create', { ...market, funds: paid }, funds);
fieldsOf('POST pay/order-contract/create-specify', { ...specified, funds: paid }, funds);
fieldsOf('POST stock/order/create', { ...share, funds: paid }, funds);
fieldsOf('POST stock/uc-order/create', { symbol: 'AAPL', quantity: '1', funds: paid }, funds);
fieldsOf('POST pay/order-contract/complete', { id: 'contract', quantity: '0.01' }, ['quantity']);
fieldsOf('POST pay/order-contract/limit-complete', { id: 'contract', price: '60600', quantity: '0.01' }, ['price', 'quantity']);
fieldsOf('POST pay/order-contract/margin', { id: 'contract', direction: 'add', amount: '1' }, ['amount']);
fieldsOf('POST pay/order-contract/update-profit-loss', { id: 'contract', quantity: '0.01', takeProfit: '66000', stopLoss: '57000' }, [
  'quantity',
  'stopLoss',
  'takeProfit',
]);
fieldsOf('POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 60, stake: '10' }, ['stake']);
fieldsOf('GET stock/order/preview', { symbol: 'AAPL', quantity: '1', price: '200' }, ['price', 'quantity']);
fieldsOf('POST stock/order/create', { ...share, takeProfit: '220', stopLoss: '180' }, [
  'price',
  'quantity',
  'stopLoss',
  'takeProfit',
  'triggerPrice',
]);
fieldsOf('POST stock/order/complete', { id: 'stock', quantity: '1', price: '200' }, ['price', 'quantity']);
fieldsOf('POST stock/order/update-profit-loss', { id: 'stock', quantity: '1', takeProfit: '220', stopLoss: '180' }, [
  'quantity',
  'stopLoss',
  'takeProfit',
]);
fieldsOf('POST stock/uc-order/create', { symbol: 'AAPL', quantity: '1' }, ['quantity']);
fieldsOf('POST pay/foundation-order/redeem', { id: 'holding', amount: '10' }, ['amount']);
fieldsOf('GET pay/loan/preview', { productId: '1', collateral: '0.01', amount: '100' }, ['amount', 'collateral']);
fieldsOf('POST pay/loan/repay', { id: 'loan', amount: '10' }, ['amount']);
fieldsOf('POST pay/loan/collateral', { id: 'loan', add: true, amount: '0.001' }, ['amount']);
fieldsOf('PUT system/protection/loss-limit', { daily: '100' }, ['daily']);
for (const { name, path } of decimalFields()) {
  const example = callTable[name]?.example;
  if (example) good[`${name} ${path.join('.')}`] ??= example as Record<string, unknown>;
}
/** No limit is a valid request too. */
const mayBeNull: readonly string[] = ['PUT system/protection/loss-limit daily'];

let exchange: Exchange;
let contracts: ContractKit;
let stock: StockKit;
const { clock } = sessionClock();
beforeAll(async () => {
  exchange = await testExchange({
    clock,
    rooms: async ({ test: { database }, clock, log }) => {
      const catalogue = createCatalogue();
      const board = new Board(catalogue, clock);
      return {
        handlers: {
          ...createProtection({ database, clock, realised: { today: async () => 0n }, openings: { cancel: async () => {} } }).handlers,
          ...createAlerts({ database, board, catalogue, clock, hub: createHub(), log }).handlers,
        },
      };
    },
  });
  contracts = await contractKit(exchange);
  stock = await stockKit(exchange);
  await contracts.price('60000');
  await contracts.quotes('59940', '60060');
});
afterAll(() => exchange.close());

/** A position for the orders that the test spoils. */
async function openContract(token: string): Promise<string> {
  await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: '5000' }, { token });
  await contracts.price('60000');
  const opened = await contracts.open(token, { quantity: '0.02' });
  expect(opened.code, opened.body).toBe(0);
  return (await contracts.positions(token))[0]?.id ?? '';
}

async function openStock(token: string): Promise<string> {
  await stock.money(token, '1000.00');
  await stock.price('200');
  await stock.house('sells', '200', 2);
  const opened = await stock.open(token, { quantity: '2' });
  expect(opened.data, opened.body).toMatchObject({ status: 3 });
  return (await stock.positions(token))[0]?.id ?? '';
}

async function openHolding(token: string): Promise<string> {
  await contracts.house(House.yield, 5, 10n ** 9n);
  await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 5, asset: 'USDT', amount: '100' }, { token });
  const wish = { productId: '1', version: 1, amount: '50', renew: false };
  await exchange.call('POST pay/foundation-log/create', { productId: '1', version: 1 }, { token });
  const { data } = await exchange.call('POST pay/foundation-order/create', wish, { token });
  const paid = await exchange.call('POST pay/foundation-order/pay', { id: data.id, ...wish }, { token });
  expect(paid.code, paid.body).toBe(0);
  return paid.data.id;
}

async function openLoan(token: string): Promise<string> {
  await contracts.house(House.loanPool, 1, 10n ** 9n);
  await contracts.house(House.desk, 1, 10n ** 7n, exchange.catalogue.assetByCode('BTC'));
  await exchange.price('BTC/USDT', '60000');
  const swap = { wallet: 1, from: 'USDT', to: 'BTC', amount: '300', minReceive: '0.001', quotedAt: clock.now() } as const;
  await exchange.call('POST pay/flash-exchange/create', swap, { token });
  const wish = { productId: '1', version: 1, collateral: '0.003', amount: '100' };
  const lent = await exchange.call('POST pay/loan', wish, { token });
  expect(lent.code, lent.body).toBe(0);
  return lent.data.id;
}

describe('a money field', () => {
  const fields = decimalFields();

  test('is known to this test wherever one is declared', () => {
    const declared = fields.map(({ name, path }) => `${name} ${path.join('.')}`);
    expect(declared.sort(), 'a call that takes money declares an `example`, or has a request here').toEqual(Object.keys(good).sort());
  });

  // Those that only real accounts have are spoiled where such accounts have money: in the room of payments.
  test.each(fields.filter(({ name }) => callTable[name]?.account !== 'real'))(
    '$name $path refuses what is no amount, and nothing changes',
    async ({ name, path }) => {
      const { token, account } = await exchange.customer();
      await exchange.price('BTC/USDT', '60000');
      const resting = await exchange.call('POST pay/order-coin/purchase-actual-commodities', limit as never, { token });
      const request = { ...good[`${name} ${path.join('.')}`] };
      if ('orderId' in request) request['orderId'] = resting.data.orderId;
      if (request['id'] === 'contract') request['id'] = await openContract(token);
      if (request['id'] === 'holding') request['id'] = await openHolding(token);
      if (request['id'] === 'loan') request['id'] = await openLoan(token);
      if (request['id'] === 'stock') request['id'] = await openStock(token);
      const state = async () => {
        const { value } = await exchange.venues.demo.read((engine) => [
          engine.balances(account),
          engine.openOrders(account).map(({ seq: _seq, time: _time, ...order }) => order),
          engine.positions(account).map(({ seq: _seq, time: _time, ...position }) => position),
        ]);
        return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
      };
      const before = await state();
      // A query has only text, so other types become the text they print as.
      const types = name.startsWith('GET ')
        ? []
        : otherTypes.filter((one) => one !== null || !mayBeNull.includes(`${name} ${path.join('.')}`));
      for (const value of [...attacks, ...types]) {
        await exchange.price('BTC/USDT', '60000');
        await contracts.price('60000');
        await stock.price('200');
        const answer = await exchange.call(name as never, spoiled(request, path, value) as never, { token });
        expect(answer.status, `${JSON.stringify(value)}: ${answer.body}`).toBe(400);
        expect(answer.data).toBeNull();
        expect(answer.msg).not.toMatch(/\{\w+\}/);
      }
      expect(await state()).toBe(before);
    },
  );
});
