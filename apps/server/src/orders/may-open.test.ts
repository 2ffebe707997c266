import { randomUUID } from 'node:crypto';
import { House } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { type StockKit, sessionClock, stockKit } from '../testing/stocks.ts';

const { clock } = sessionClock();
/** A gate that the test opens and shuts. It records the requests it gets. */
const gate = { shut: false, asked: [] as string[] };
let exchange: Exchange;
let contracts: ContractKit;
let stock: StockKit;
beforeAll(async () => {
  exchange = await testExchange({
    clock,
    rooms: async () => ({
      handlers: {},
      protection: {
        mayOpen: async (_who, product) => {
          gate.asked.push(product);
          if (gate.shut) throw new Refusal('coolingOff', { until: 'tomorrow' });
        },
      },
    }),
  });
  contracts = await contractKit(exchange);
  stock = await stockKit(exchange);
  await contracts.house(House.timed, 4, 1_000_000_000_000n);
  await stock.pool();
});
afterAll(() => exchange.close());

describe('a customer who may not open risk', () => {
  test('is refused at every call that would open risk, by the switch of its product, and can still close, cancel and protect', async () => {
    gate.shut = false;
    await contracts.price('60000');
    await stock.price('200');
    await contracts.quotes('59990', '60000');
    await stock.house('sells', '200', 10);
    const { token } = await contracts.customer();
    await stock.money(token, '5000.00');
    await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 4, asset: 'USDT', amount: '100' }, { token });
    await contracts.open(token, { quantity: '0.02' });
    await stock.open(token, { quantity: '5' });
    const id = (await contracts.positions(token))[0]?.id ?? '';
    const shares = (await stock.positions(token))[0]?.id ?? '';
    const resting = await contracts.open(token, { price: '59000', quantity: '0.01' });
    const margined = await stock.open(token, { price: '210', quantity: '1', lever: 2, direction: 2 });
    expect(margined).toMatchObject({ code: 0 });
    const exit = await exchange.call('POST pay/order-contract/limit-complete', { id, price: '61000', quantity: '0.001' }, { token });
    gate.shut = true;
    const opening = [
      ['contract', 'POST pay/order-contract/create', { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '0.01' }],
      [
        'contract',
        'POST pay/order-contract/create-specify',
        { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '0.01', price: '59000' },
      ],
      ['contract', 'GET pay/order-contract/reverse', { id }],
      ['contract', 'GET pay/order-contract/reverse-all', {}],
      ['timed', 'POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 60, stake: '10' }],
      ['stock', 'POST stock/order/create', { symbol: 'AAPL', priceType: 2, price: '200', quantity: '1' }],
      ['stockMargin', 'POST stock/order/create', { symbol: 'AAPL', priceType: 2, price: '200', quantity: '1', lever: 2 }],
      ['stockMargin', 'POST stock/order/create', { symbol: 'AAPL', priceType: 2, price: '200', quantity: '1', direction: 2 }],
      ['stock', 'POST stock/uc-order/create', { symbol: 'MAYBANK', quantity: '100' }],
      ['contract', 'POST pay/order-coin/amend', { orderId: resting.data.orderId, quantity: '1' }],
      ['contract', 'POST pay/order-coin/amend', { orderId: resting.data.orderId, price: '60000' }],
      ['contract', 'POST pay/order-coin/batch', { items: [{ do: 'amend', orderId: `0${resting.data.orderId}`, quantity: '1' }] }],
      ['stockMargin', 'POST pay/order-coin/amend', { orderId: margined.data.orderId, quantity: '2' }],
    ] as const;
    for (const [product, name, input] of opening) {
      gate.asked.length = 0;
      expect(await exchange.call(name, input, { token }), name).toMatchObject({ status: 403, code: 2024 });
      expect(gate.asked, name).toEqual([product]);
    }
    gate.asked.length = 0;
    for (const [name, input] of [
      ['POST pay/order-contract/update-profit-loss', { id, stopLoss: '58000' }],
      ['POST pay/order-contract/margin', { id, direction: 'add', amount: '10' }],
      ['POST pay/order-coin/amend', { orderId: resting.data.orderId, quantity: '0.005' }],
      ['POST pay/order-coin/batch', { items: [{ do: 'amend', orderId: resting.data.orderId, quantity: '0.004' }] }],
      ['POST pay/order-coin/amend', { orderId: exit.data.orderId, price: '60500', quantity: '0.002' }],
      ['GET pay/order-contract/revoke', { id: resting.data.orderId }],
      ['POST pay/order-contract/limit-complete', { id, price: '61000', quantity: '0.001' }],
      ['POST pay/order-contract/complete', { id, quantity: '0.01' }],
      ['PUT pay/order-contract/close-one-click', {}],
      ['POST stock/order/update-profit-loss', { id: shares, stopLoss: '180' }],
      ['POST stock/order/complete', { id: shares, price: '202' }],
    ] as const)
      expect(await exchange.call(name, input, { token }), name).toMatchObject({ code: 0 });
    expect(gate.asked).toEqual([]);
  });

  test('still gets the first answer to a command that was accepted before', async () => {
    gate.shut = false;
    await contracts.price('60000');
    const { token } = await contracts.customer();
    const headers = { 'idempotency-key': randomUUID() };
    const order = { price: '59000', quantity: '0.01' };
    const first = await contracts.open(token, order, headers);
    gate.shut = true;
    expect(await contracts.open(token, order, headers)).toMatchObject({ code: 0, data: { orderId: first.data.orderId, repeated: true } });
    expect(await contracts.open(token, order)).toMatchObject({ code: 2024 });
    expect((await contracts.page(token, 'orders')).data.orders?.total).toBe(1);
  });
});
