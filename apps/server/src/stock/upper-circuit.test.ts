import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { type StockKit, sessionClock, stockKit } from '../testing/stocks.ts';

const { clock, moveTo, nextDay } = sessionClock('XKLS');
let exchange: Exchange;
let stocks: StockKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  stocks = await stockKit(exchange, 'MAYBANK');
});
afterAll(() => exchange.close());

const queue = (token: string, quantity: string) => exchange.call('POST stock/uc-order/create', { symbol: 'MAYBANK', quantity }, { token });
const one = (token: string, id: string) => exchange.call('GET stock/uc-order/get', { id }, { token });

describe('orders at the upper price limit', () => {
  test('queue by time, show the quantity before them, and expire with the day', async () => {
    // A first day without limits. Its last price sets the limits of the next day.
    await stocks.price('9');
    expect(await queue((await stocks.customer('50000')).token, '100')).toMatchObject({ code: 3135 });
    moveTo(nextDay.open + 600_000);
    await stocks.price('9');
    const session = await exchange.call('GET stock/session', { symbol: 'MAYBANK' }, { token: (await exchange.customer()).token });
    expect(session.data).toMatchObject({ inSession: true, low: '6.30', high: '11.70', asset: 'MYR' });
    // Far from the limit there is no queue: that price is outside the band.
    expect(await queue((await stocks.customer('50000')).token, '100')).toMatchObject({ code: 3004 });
    await stocks.price('11.7');
    const [ana, ben] = [await stocks.customer('50000'), await stocks.customer('50000')];
    const first = await queue(ana.token, '300');
    expect(first, first.body).toMatchObject({ code: 0, data: { status: 1, filledQuantity: '0' } });
    const second = await queue(ben.token, '200');
    expect((await one(ana.token, first.data.orderId)).data).toMatchObject({
      upperCircuit: true,
      limitPrice: '11.70',
      queueBefore: '0',
      waits: false,
    });
    expect((await one(ben.token, second.data.orderId)).data).toMatchObject({ limitPrice: '11.70', queueBefore: '300' });
    expect(await one(ben.token, first.data.orderId)).toMatchObject({ status: 404, code: 3016 });
    expect((await exchange.call('GET stock/uc-order/page', { state: 'open' }, { token: ben.token })).data).toMatchObject({
      total: 1,
      list: [{ id: second.data.orderId, queueBefore: '300' }],
    });
    // Another order below the limit has lower price priority. A plain order is no upper-circuit order.
    const plain = await stocks.open(ben.token, { price: '11.70', quantity: '100' });
    expect(plain.code, plain.body).toBe(0);
    expect(await one(ben.token, plain.data.orderId)).toMatchObject({ code: 3016 });
    const cancelled = await exchange.call('GET pay/order-stock/revoke', { id: first.data.orderId }, { token: ana.token });
    expect(cancelled.data.orderIds).toEqual([first.data.orderId]);
    expect((await one(ben.token, second.data.orderId)).data).toMatchObject({ queueBefore: '0' });
    // Kuala Lumpur has two sessions a day. By the evening both are over.
    moveTo(clock.now() + 12 * 3_600_000);
    await stocks.price('9');
    const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
    const headers = { 'x-read-after': String(seq) };
    const finished = await exchange.call('GET stock/uc-order/page', { state: 'finished' }, { token: ben.token, headers });
    expect(finished.data.list).toMatchObject([{ id: second.data.orderId, status: 6, reason: 'sessionClosed', queueBefore: null }]);
    const money = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'MYR', wallet: 3 }, { token: ana.token });
    expect(money.data).toMatchObject({ available: ana.money, frozen: '0.00' });
  });
});
