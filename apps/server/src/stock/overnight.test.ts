import { recompute } from '@bourse/engine/receipts';
import { afterAll, describe, expect, test } from 'vitest';
import { sessionClock, stockExchange } from '../testing/stocks.ts';

const { clock, session, nextDay, dayAfter, moveTo } = sessionClock();
const hour = 3_600_000;
const { exchange, stocks } = await stockExchange(clock);
afterAll(() => exchange.close());

/** Waits until the histories have caught up. */
const now = async () => ({ 'x-read-after': String((await exchange.venues.demo.read((engine) => engine.seq)).seq) });
const wallet = async (token: string, coin: string) =>
  (await exchange.call('GET pay/wallet/get-by-coin', { coin, wallet: 3 }, { token })).data;
const order = async (token: string, id: string) =>
  (await exchange.call('GET pay/order-stock/detail', { id }, { token, headers: await now() })).data;
const toldOfStocks = async (account: number) => (await exchange.told(account)).filter(({ kind }) => kind.startsWith('stock.'));
const settlement = async (token: string, kind: string) => {
  const found = (await stocks.page(token, 'settlements', await now())).data.settlements?.list.find((each) => each.kind === kind);
  if (!found) throw new Error(`no ${kind} among the settlements`);
  return found;
};
async function receiptOf({ receipt }: Awaited<ReturnType<typeof settlement>>) {
  const { data } = await exchange.call('GET pay/receipt/settlement', { ...receipt, venue: 'demo' }, {});
  const { agrees, hash, steps } = recompute(data.document);
  return { agrees: agrees && hash === data.hash, differs: steps.filter((step) => !step.agrees), document: data.document };
}

describe('overnight', () => {
  test('an order waits with its money set aside, enters at the open and fills there', async () => {
    await stocks.price('200');
    moveTo(session.close + hour);
    await stocks.price('200');
    const { token, account, money } = await stocks.customer();
    const sent = await stocks.open(token, { price: '205' });
    expect(sent, sent.body).toMatchObject({ code: 0, data: { filledQuantity: '0' } });
    const id = sent.data.orderId;
    expect((await stocks.page(token, 'orders')).data.orders?.list).toMatchObject([{ id, waits: true, filledQuantity: '0' }]);
    const before = await wallet(token, 'USD');
    expect(Number(before.frozen)).toBeGreaterThanOrEqual(2_050);
    // One minute before the open nothing has happened.
    moveTo(nextDay.open - 60_000);
    await stocks.price('200');
    expect((await stocks.page(token, 'orders')).data.orders?.list).toMatchObject([{ id, waits: true }]);
    expect(await stocks.positions(token)).toEqual([]);

    moveTo(nextDay.open + 1_000);
    await stocks.price('201');
    await stocks.house('sells', '201', 10);
    expect(await order(token, id)).toMatchObject({ status: 3, waits: false, filledQuantity: '10' });
    const [position] = await stocks.positions(token);
    expect(position).toMatchObject({ quantity: '10', direction: 1 });
    const fill = await settlement(token, 'positionFill');
    expect(fill).toMatchObject({ orderId: id, quantity: '10' });
    expect(fill.time).toBeGreaterThanOrEqual(nextDay.open);
    expect(await receiptOf(fill)).toMatchObject({ agrees: true, differs: [] });
    const after = await wallet(token, 'USD');
    expect(after.frozen).toBe('0.00');
    const paid = Number(fill.price) * 10 + Number(fill.fee);
    expect(Number(after.available)).toBeCloseTo(Number(money) - paid, 6);
    expect(await toldOfStocks(account)).toEqual([{ kind: 'stock.filled', params: { no: id, symbol: 'AAPL' } }]);
  });

  test('a split changes shares and entry price and keeps the value, cancels what waits, and its receipt agrees', async () => {
    moveTo(nextDay.open + hour);
    await stocks.price('200');
    await stocks.house('sells', '200', 10);
    const { token, account } = await stocks.customer();
    const bought = await stocks.open(token, { price: '200' });
    expect(bought, bought.body).toMatchObject({ code: 0, data: { status: 3 } });
    moveTo(nextDay.close + hour);
    await stocks.price('200');
    const waits = await stocks.open(token, { price: '190', quantity: '5' });
    expect(waits, waits.body).toMatchObject({ code: 0 });
    const [before] = await stocks.positions(token);
    expect(before).toMatchObject({ quantity: '10', endPrice: '200.0000', value: '2000.00', plAmount: '0.00' });
    const cash = await wallet(token, 'USD');
    expect(Number(cash.frozen)).toBeGreaterThan(0);

    const { outcome } = await exchange.venues.demo.submit({
      account: 0,
      command: {
        kind: 'corporateAction',
        instrument: stocks.instrument.id,
        action: 'split',
        numerator: 4,
        denominator: 1,
        amount: 0,
        source: 'a test',
        reference: 'AAPL:split:overnight',
      },
    });
    expect(outcome).toMatchObject({ ok: true });

    const [split] = await stocks.positions(token);
    expect(split).toMatchObject({ id: before?.id, quantity: '40', endPrice: '50.0000', value: '2000.00', plAmount: '0.00' });
    expect(await wallet(token, 'AAPL')).toMatchObject({ available: '40', frozen: '0' });
    expect(await order(token, waits.data.orderId)).toMatchObject({ status: 4, reason: 'corporateAction' });
    const free = await wallet(token, 'USD');
    expect(free.frozen).toBe('0.00');
    expect(Number(free.available)).toBeCloseTo(Number(cash.available) + Number(cash.frozen), 6);
    const action = await settlement(token, 'corporateAction');
    expect(action).toMatchObject({ positionId: before?.id, symbol: 'AAPL' });
    expect(Number(action.amount)).toBe(0);
    const receipt = await receiptOf(action);
    expect(receipt).toMatchObject({ agrees: true, differs: [] });
    expect(receipt.document).toContain('a test');
    expect(receipt.document).not.toContain(String(account));
    const told = await toldOfStocks(account);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        { kind: 'stock.split', params: { symbol: 'AAPL', before: '10', after: '40', amount: '0.00', coin: 'USD' } },
        { kind: 'stock.filled', params: { no: bought.data.orderId, symbol: 'AAPL' } },
        { kind: 'stock.ended', params: { no: waits.data.orderId, symbol: 'AAPL', reason: 'corporateAction' } },
      ]),
    );
  });

  test('a customer gets a notice when a waiting market order is filled, and when a dividend is paid', async () => {
    const { token, account } = await stocks.customer();
    const sent = await stocks.open(token, { priceType: 1, price: undefined, quantity: '3' });
    expect(sent, sent.body).toMatchObject({ code: 0, data: { filledQuantity: '0' } });
    const third = dayAfter(nextDay);
    moveTo(third.open + 1_000);
    await stocks.price('50');
    await stocks.house('sells', '50', 3);
    await stocks.price('50');
    expect(await toldOfStocks(account)).toEqual([{ kind: 'stock.filled', params: { no: sent.data.orderId, symbol: 'AAPL' } }]);
    moveTo(third.close + hour);
    await stocks.price('50');
    const { outcome } = await exchange.venues.demo.submit({
      account: 0,
      command: {
        kind: 'corporateAction',
        instrument: stocks.instrument.id,
        action: 'dividend',
        numerator: 1,
        denominator: 1,
        amount: 47,
        source: 'a test',
        reference: 'AAPL:dividend:overnight',
      },
    });
    expect(outcome).toMatchObject({ ok: true });
    expect(await toldOfStocks(account)).toEqual([{ kind: 'stock.dividend', params: { symbol: 'AAPL', amount: '1.41', coin: 'USD' } }]);
    expect(await receiptOf(await settlement(token, 'corporateAction'))).toMatchObject({ agrees: true, differs: [] });
  });
});
