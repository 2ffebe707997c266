import { randomUUID } from 'node:crypto';
import { formatUnits } from '@bourse/money';
import type { OrderFunds } from '@bourse/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { sessionClock, stockExchange } from '../testing/stocks.ts';

/** One buying power: an order pays from any wallet of its customer, and the transfer is part of the order. */
const { clock } = sessionClock();
const { exchange, stocks } = await stockExchange(clock);
let contracts: ContractKit;
beforeAll(async () => {
  contracts = await contractKit(exchange);
});
afterAll(() => exchange.close());

const balances = async (account: number) => {
  const { value } = await exchange.venues.demo.read((engine) => engine.balances(account));
  const shown = (asset: number, units: bigint) => formatUnits(units, exchange.catalogue.assets.find(({ id }) => id === asset)?.scale ?? 0);
  const code = (asset: number) => exchange.catalogue.assets.find(({ id }) => id === asset)?.code;
  return Object.fromEntries(value.map((one) => [`${one.wallet} ${code(one.asset)}`, Number(shown(one.asset, one.available))]));
};
const untouched = { '1 USDT': 100_000 };

async function contractMarket(): Promise<void> {
  await contracts.price('60000');
  await contracts.quotes('59940', '60060');
}

test('an untouched demo account opens a contract from its coin wallet: the preview names the money, one press moves it and trades', async () => {
  await contractMarket();
  const { token, account } = await exchange.customer();
  const asked = { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '0.1' } as const;
  const { data: preview } = await exchange.call('GET pay/order-contract/preview', { ...asked, direction: '1', lever: '10' } as never, {
    token,
  });
  expect(preview).toMatchObject({ refusal: null, free: '0.000000', funds: { from: 1 }, fundsCost: null, payers: [1] });
  const funds = preview.funds as OrderFunds;
  expect(Number(funds.amount)).toBeGreaterThan(Number(preview.cost));
  expect(Number(funds.amount)).toBeLessThan(Number(preview.cost) * 1.01);
  // Without the money it is refused, and nothing moves.
  expect((await contracts.open(token)).msg).toMatch(/free margin|margin/i);
  expect(await balances(account)).toMatchObject(untouched);
  const commandId = randomUUID();
  const presses = await Promise.all(Array.from({ length: 20 }, () => contracts.open(token, { funds }, { 'idempotency-key': commandId })));
  for (const press of presses) expect(press, press.body).toMatchObject({ code: 0, data: { status: 3, filledQuantity: '0.100' } });
  expect(new Set(presses.map((press) => press.data.orderId)).size).toBe(1);
  expect((await balances(account))['1 USDT']).toBeCloseTo(100_000 - Number(funds.amount), 6);
  expect(await contracts.positions(token)).toMatchObject([{ symbol: 'BTC-PERP', quantity: '0.100' }]);
  const lines = await exchange.call('GET pay/funds-flow/page3', {}, { token, headers: { 'x-read-after': presses[0]?.data.seq ?? '0' } });
  expect(lines.data.list.map((line) => line.amount).sort()).toEqual([`-${funds.amount}`, funds.amount].sort());
});

test('a wallet that the customer names pays, and the others stay', async () => {
  await contractMarket();
  const { token, account } = await exchange.customer();
  await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 4, asset: 'USDT', amount: '5000' }, { token });
  const asked = { symbol: 'BTC-PERP', direction: '1', lever: '10', quantity: '0.1', price: '60000' };
  const { data: preview } = await exchange.call('GET pay/order-contract/preview', { ...asked, payFrom: '4' } as never, { token });
  expect(preview).toMatchObject({ refusal: null, funds: { from: 4 }, payers: [1, 4] });
  // At a limit the price cannot move: exactly what is missing.
  expect(preview.funds?.amount).toBe(preview.cost);
  const placed = await contracts.open(token, { price: '60000', priceType: 2, funds: preview.funds });
  expect(placed, placed.body).toMatchObject({ code: 0 });
  const after = await balances(account);
  expect(after['1 USDT']).toBe(95_000);
  expect(after['4 USDT']).toBeCloseTo(5000 - Number(preview.cost), 6);
});

test('an order that is refused leaves the money where it is', async () => {
  await contractMarket();
  const { token, account } = await exchange.customer();
  const funds = { from: 1, amount: '700' };
  for (const [change, name] of [
    [{ price: '90000', priceType: 2 }, 'band'],
    [{ quantity: '3' }, 'margin'],
    [{ funds: { from: 2, amount: '700' } }, 'wallet'],
    [{ funds: { from: 1, amount: '100001' } }, 'balance'],
    [{ funds: { from: 1, amount: '0' } }, 'zero'],
    [{ funds: { from: 1, amount: '0.0000001' } }, 'decimals'],
    [{ funds: { from: 1, amount: '700', buy: { symbol: 'BTC/USDT', quantity: '1', price: '60000' } } }, 'pair'],
    [{ funds: { from: 1, amount: '700', buy: { symbol: 'NONE', quantity: '1', price: '60000' } } }, 'symbol'],
  ] as const) {
    const answer = await contracts.open(token, { funds, ...change });
    expect(answer.code, `${name}: ${answer.body}`).not.toBe(0);
    expect(await balances(account), name).toMatchObject(untouched);
  }
});

test('an account with USDT alone buys shares in dollars: the purchase, the transfer and the order are one act', async () => {
  await stocks.price('200');
  await stocks.house('sells', '200', 10);
  await exchange.houseOffers('USD/USDT', '1.0002', '50000');
  const { token, account } = await exchange.customer();
  const asked = { symbol: 'AAPL', quantity: '10', price: '200' };
  const { data: preview } = await exchange.call('GET stock/order/preview', asked as never, { token });
  expect(preview).toMatchObject({
    refusal: null,
    asset: 'USD',
    cost: '2002.00',
    funds: { from: 1, amount: '2002.00', buy: { symbol: 'USD/USDT' } },
    fundsCost: { asset: 'USDT' },
  });
  const funds = preview.funds as OrderFunds;
  const press = (headers = {}) => stocks.open(token, { funds }, headers);
  // More shares than the money covers: nothing is bought, nothing moves.
  expect((await stocks.open(token, { funds, quantity: '11' })).code).not.toBe(0);
  expect(await balances(account)).toMatchObject(untouched);
  const commandId = randomUUID();
  const [one, two] = await Promise.all([press({ 'idempotency-key': commandId }), press({ 'idempotency-key': commandId })]);
  expect(one, one?.body).toMatchObject({ code: 0, data: { status: 3, filledQuantity: '10' } });
  expect(two.data.orderId).toBe(one?.data.orderId);
  const after = await balances(account);
  expect(after['3 AAPL']).toBe(10);
  expect(after['3 USD'] ?? 0).toBe(0);
  const paid = 100_000 - (after['1 USDT'] ?? 0);
  expect(paid).toBeLessThanOrEqual(Number(preview.fundsCost?.amount));
  expect(paid).toBeGreaterThan(2002);
});

test('a stock order at market is previewed by walking the book', async () => {
  await stocks.price('200');
  await stocks.house('sells', '201', 3);
  await stocks.house('sells', '203', 5);
  const { token } = await stocks.customer();
  const { data } = await exchange.call('GET stock/order/preview', { symbol: 'AAPL', quantity: '6' } as never, { token });
  expect(data).toMatchObject({ refusal: null, price: '202.00', value: '1212.00' });
});
