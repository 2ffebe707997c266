import { randomUUID } from 'node:crypto';
import { recompute } from '@bourse/engine/receipts';
import { afterAll, describe, expect, test } from 'vitest';
import { missedNotices } from '../notices/missed.ts';
import { NoticeWriter } from '../notices/notice-writer.ts';
import { silentLog } from '../platform/log.ts';
import { sessionClock, stockExchange, stockKit } from '../testing/stocks.ts';

const { clock, session, moveTo } = sessionClock();
const { exchange, stocks } = await stockExchange(clock);
afterAll(() => exchange.close());

const after = (seq: string) => ({ 'x-read-after': seq });

describe('shares', () => {
  test('are bought in full, held as shares, sold in parts, and remembered with receipts', async () => {
    await stocks.price('200');
    await stocks.house('sells', '200', 10);
    const { token, money, account } = await stocks.customer();
    const bought = await stocks.open(token);
    expect(bought, bought.body).toMatchObject({ code: 0, data: { status: 3, filledQuantity: '10', filledAmount: '2000.00' } });
    const [position] = await stocks.positions(token);
    expect(position).toMatchObject({
      kind: 3,
      symbol: 'AAPL',
      direction: 1,
      lever: 1,
      quantity: '10',
      endPrice: '200.0000',
      loan: '0.00',
      asset: 'USD',
    });
    const shares = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'AAPL', wallet: 3 }, { token });
    expect(shares.data).toMatchObject({ available: '10', frozen: '0' });
    await stocks.house('buys', '202', 10);
    await stocks.price('202');
    const part = await exchange.call('POST stock/order/complete', { id: position?.id ?? '', quantity: '4' }, { token });
    expect(part, part.body).toMatchObject({ code: 0, data: { filledQuantity: '4' } });
    const rest = await exchange.call('POST stock/order/complete', { id: position?.id ?? '', price: '202' }, { token });
    expect(rest.data).toMatchObject({ status: 3, filledQuantity: '6' });
    expect(await stocks.positions(token)).toEqual([]);
    const closed = await stocks.page(token, 'closed', after(rest.data.seq));
    expect(closed.data.positions?.list).toMatchObject([
      { id: position?.id, closedQuantity: '10', closePrice: '202.0000', realised: '20.00' },
    ]);
    const detail = await exchange.call('GET stock/order/detail', { id: position?.id ?? '' }, { token });
    expect(detail.data.settlements).toHaveLength(3);
    for (const { receipt } of detail.data.settlements) {
      const { data } = await exchange.call('GET pay/receipt/settlement', { ...receipt, venue: 'demo' }, {});
      expect(recompute(data.document)).toMatchObject({ agrees: true, hash: data.hash });
      expect(data.document).not.toContain(String(account));
    }
    const order = await exchange.call('GET pay/order-stock/detail', { id: rest.data.orderId }, { token });
    expect(order.data).toMatchObject({ kind: 3, action: 2, settlements: [{ quantity: '6' }] });
    const usd = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USD', wallet: 3 }, { token });
    expect(Number(usd.data.available)).toBeCloseTo(Number(money) + 20 - 2000 * 0.001 - 2020 * 0.001, 1);
  });

  test('on margin owe their loan, sold short owe shares: both count in what the account is worth', async () => {
    await stocks.price('200');
    await stocks.house('sells', '200', 10);
    const long = await stocks.customer();
    const opened = await stocks.open(long.token, { lever: 4 });
    expect(opened, opened.body).toMatchObject({ code: 0, data: { status: 3 } });
    expect((await stocks.positions(long.token))[0]).toMatchObject({ lever: 4, loan: '1500.00', earnestMoney: '500.00' });
    exchange.market.usd.set('USD', '1');
    const worth = async (token: string) => (await exchange.call('GET pay/wallet/overview', {}, { token })).data;
    const one = await worth(long.token);
    // Ten shares at 200, less the loan; the fee is paid.
    expect(Number(one.stock.total)).toBeCloseTo(Number(long.money) - 2, 6);
    expect(one.stock).toMatchObject({
      totalPositionValue: '2000.00000000',
      totalProfitAndLoss: '0.00000000',
      plList: [{ symbol: 'AAPL' }],
    });
    const short = await stocks.customer();
    await stocks.house('buys', '200', 10);
    const sold = await stocks.open(short.token, { direction: 2, lever: 2 });
    expect(sold, sold.body).toMatchObject({ code: 0, data: { status: 3 } });
    expect(Number((await worth(short.token)).stock.total)).toBeCloseTo(Number(short.money) - 2, 6);
    await stocks.price('190');
    expect(Number((await worth(short.token)).stock.total)).toBeCloseTo(Number(short.money) - 2 + 100, 6);
    expect((await worth(short.token)).overview.total).toBe(
      (await exchange.call('GET pay/wallet/stats', {}, { token: short.token })).data.total,
    );
  });

  test('are the customer’s own: to others nothing of them exists', async () => {
    await stocks.price('200');
    await stocks.house('sells', '200', 10);
    const owner = await stocks.customer();
    const other = await stocks.customer();
    await stocks.open(owner.token);
    const resting = await stocks.open(owner.token, { price: '195', quantity: '1' });
    const id = (await stocks.positions(owner.token))[0]?.id ?? '';
    for (const [name, input] of [
      ['POST stock/order/complete', { id }],
      ['POST stock/order/update-profit-loss', { id, takeProfit: '220' }],
      ['GET stock/order/detail', { id }],
    ] as const)
      expect(await exchange.call(name, input, { token: other.token }), name).toMatchObject({ status: 404, code: 3105 });
    for (const name of ['GET pay/order-stock/revoke', 'GET pay/order-stock/detail', 'GET stock/uc-order/get'] as const)
      expect(await exchange.call(name, { id: resting.data.orderId }, { token: other.token }), name).toMatchObject({
        status: 404,
        code: 3016,
      });
    // Calls of another product do not find it either.
    expect(await exchange.call('GET pay/order-contract/revoke', { id: resting.data.orderId }, { token: owner.token })).toMatchObject({
      code: 3016,
    });
    expect(await exchange.call('GET pay/order-contract/detail', { id }, { token: owner.token })).toMatchObject({ code: 3105 });
    expect(
      (await exchange.call('GET pay/order-coin/order-page', {}, { token: owner.token })).data.list.some(({ symbol }) => symbol === 'AAPL'),
    ).toBe(false);
    expect((await exchange.call('GET pay/order-stock/revoke', { id: resting.data.orderId }, { token: owner.token })).data.orderIds).toEqual(
      [resting.data.orderId],
    );
  });

  test('protected by stops sell themselves, and the customer is told', async () => {
    await stocks.price('200');
    await stocks.house('sells', '200', 10);
    const { token, account } = await stocks.customer();
    await stocks.open(token);
    const id = (await stocks.positions(token))[0]?.id ?? '';
    const stops = await exchange.call('POST stock/order/update-profit-loss', { id, takeProfit: '205', stopLoss: '190' }, { token });
    expect(stops, stops.body).toMatchObject({ code: 0, data: { positionId: id } });
    await stocks.house('buys', '206', 10);
    await stocks.price('206');
    expect(await stocks.positions(token)).toEqual([]);
    const writer = new NoticeWriter({
      database: exchange.database,
      port: exchange.venues.demo,
      hub: { toAccount: () => {} },
      catalogue: exchange.catalogue,
      rails: { get: () => undefined },
      log: silentLog,
    });
    await writer.start();
    await writer.stop();
    const told = await missedNotices(exchange.database, 'demo', account, clock.now());
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['stock.filled', 'stops.both']));
  });

  test('60 purchases at once from money for 10: exactly 10', async () => {
    await stocks.price('200');
    const { token } = await stocks.customer('2006.00');
    const answers = await Promise.all(Array.from({ length: 60 }, () => stocks.open(token, { price: '200', quantity: '1' })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 3013)).toHaveLength(50);
    const key = { 'idempotency-key': randomUUID() };
    const other = await stocks.customer();
    const [first, second] = [
      await stocks.open(other.token, { quantity: '1' }, key),
      await stocks.open(other.token, { quantity: '1' }, key),
    ];
    expect(second.data).toMatchObject({ orderId: first.data.orderId, repeated: true });
  });

  test.each([
    ['no such stock', { symbol: 'NOPE' }, 3000],
    ['a contract', { symbol: 'BTC-PERP' }, 3136],
    ['more leverage than is lent', { lever: 10 }, 3100],
    ['a price between two ticks', { price: '200.001' }, 3006],
    ['half a share', { quantity: '0.5' }, 3008],
    ['more than there is', { quantity: '1000' }, 3013],
  ])('are refused for %s, with the figures', async (_what, change, code) => {
    await stocks.price('200');
    const { token } = await stocks.customer();
    const answer = await stocks.open(token, change);
    expect(answer).toMatchObject({ code, data: null });
    expect(answer.msg).not.toMatch(/\{\w+\}/);
  });
});

describe('the board of Kuala Lumpur', () => {
  test('has day limits, and outside its session orders wait for the open', async () => {
    const maybank = await stockKit(exchange, 'MAYBANK');
    await maybank.price('9');
    const { data } = await exchange.call('GET stock/session', { symbol: 'MAYBANK' }, {});
    expect(data).toMatchObject({
      symbol: 'MAYBANK',
      inSession: false,
      asset: 'MYR',
      shortable: false,
      maxLever: 1,
      stampDutyRate: '0.1000',
    });
    expect(data.open).toBeGreaterThan(clock.now());
    const { token } = await maybank.customer('20000');
    const waits = await maybank.open(token, { price: '9', quantity: '100' });
    expect(waits, waits.body).toMatchObject({ code: 0 });
    expect((await maybank.page(token, 'orders')).data.orders?.list).toMatchObject([{ id: waits.data.orderId, waits: true }]);
    const queued = await exchange.call('POST stock/uc-order/create', { symbol: 'MAYBANK', quantity: '100' }, { token });
    const page = await exchange.call('GET stock/uc-order/page', {}, { token });
    if (queued.code === 0) expect(page.data.list).toMatchObject([{ id: queued.data.orderId, upperCircuit: true }]);
    else expect(queued).toMatchObject({ code: 3135 });
    expect(await exchange.call('POST stock/uc-order/create', { symbol: 'AAPL', quantity: '1' }, { token })).toMatchObject({ code: 3135 });
  });
});

describe('a session of New York', () => {
  test('is shown open with its rules', async () => {
    await stocks.price('200');
    const { data } = await exchange.call('GET stock/session', { symbol: 'AAPL' }, { token: (await exchange.customer()).token });
    expect(data).toMatchObject({
      inSession: true,
      open: session.open,
      close: session.close,
      shortable: true,
      maxLever: 4,
      dayTradeRule: true,
      asset: 'USD',
    });
    const preview = await exchange.call(
      'GET stock/order/preview',
      { symbol: 'AAPL', quantity: '10', price: '200', lever: 2 },
      { token: (await stocks.customer()).token },
    );
    expect(preview.data).toMatchObject({ refusal: null, value: '2000.00', margin: '1000.00', fee: '2.00' });
  });

  test('charges what was borrowed over its close', async () => {
    await stocks.price('200');
    // The quantity exceeds what the others still wait for.
    await stocks.house('sells', '200', 100);
    const { token } = await stocks.customer();
    expect((await stocks.open(token, { lever: 4 })).data).toMatchObject({ status: 3 });
    moveTo(session.close - 1_000);
    await stocks.price('200');
    moveTo(session.close + 1_000);
    await stocks.price('200');
    const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
    const { data } = await stocks.page(token, 'settlements', after(String(seq)));
    const charge = data.settlements?.list.find(({ kind }) => kind === 'holdingCharge');
    expect(charge).toMatchObject({ symbol: 'AAPL', direction: 1 });
    expect(Number(charge?.amount)).toBeLessThan(0);
    const { data: receipt } = await exchange.call('GET pay/receipt/settlement', { ...charge?.receipt, venue: 'demo' } as never, {});
    expect(recompute(receipt.document)).toMatchObject({ agrees: true });
  });
});
