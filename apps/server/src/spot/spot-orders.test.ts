import { createHash, randomUUID } from 'node:crypto';
import { recomputeFillReceipt } from '@bourse/engine/receipts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../testing/exchange.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange();
});
afterAll(() => exchange.close());

const place = 'POST pay/order-coin/purchase-actual-commodities' as const;

describe('a customer’s spot order', () => {
  test('rests, shows its reservation, and is cancelled', async () => {
    const { token } = await exchange.customer();
    await exchange.price('BTC/USDT', '60000');
    const placed = await exchange.call(place, { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' }, { token });
    expect(placed).toMatchObject({ code: 0, data: { status: 1, filledQuantity: '0.0000', repeated: false } });
    const open = await exchange.call('GET pay/order-coin/order-page', { state: 'open' }, { token });
    expect(open.data.list).toMatchObject([
      { symbol: 'BTC/USDT', price: '59000.00', quantity: '0.0100', reserved: '590.000000', reservedAsset: 'USDT', reason: 'placed' },
    ]);
    const frozen = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USDT' }, { token });
    expect(frozen.data).toMatchObject({
      available: '99410.000000',
      frozen: '590.000000',
      total: '100000.000000',
      value: '100000.00000000',
    });
    const cancelled = await exchange.call('GET pay/order-coin/revoke/{id}', { id: placed.data.orderId }, { token });
    expect(cancelled.data.orderIds).toEqual([placed.data.orderId]);
    const again = await exchange.call('GET pay/order-coin/revoke/{id}', { id: placed.data.orderId }, { token });
    expect(again).toMatchObject({ status: 400, code: 3017 });
    const finished = await exchange.call(
      'GET pay/order-coin/order-page',
      { state: 'finished' },
      { token, headers: { 'x-read-after': cancelled.data.seq } },
    );
    expect(finished.data.list).toMatchObject([{ id: placed.data.orderId, status: 4, reason: 'cancelledByCustomer', reserved: '0.000000' }]);
  });

  test('fills against the house, pays its fee from what is received, and carries a receipt', async () => {
    const { token } = await exchange.customer();
    const bought = await exchange.houseSells('ETH/USDT', '3000', '0.5', token);
    expect(bought).toMatchObject({ code: 0, data: { status: 3, filledQuantity: '0.5000', filledAmount: '1500.000000' } });
    const detail = await exchange.call('GET pay/order-coin/order-detail', { id: bought.data.orderId }, { token });
    expect(detail.data).toMatchObject({
      status: 3,
      averagePrice: '3000.0000',
      fills: [{ role: 'taker', fee: '0.00050000', feeAsset: 'ETH', side: 0 }],
    });
    const eth = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'eth' }, { token });
    expect(eth.data).toMatchObject({ asset: 'ETH', available: '0.49950000', price: '3000', value: '1498.50000000' });
    const [fill] = (await exchange.call('GET pay/order-coin/fill-page', {}, { token })).data.list;
    const receipt = await exchange.call('GET pay/receipt/get', { fillId: fill?.id ?? '', venue: 'demo' });
    expect(receipt.data.hash).toBe(fill?.receiptHash);
    expect(createHash('sha256').update(receipt.data.document).digest('hex')).toBe(receipt.data.hash);
    const recomputed = recomputeFillReceipt(JSON.parse(receipt.data.document));
    expect(recomputed).toMatchObject({ agrees: true, hash: receipt.data.hash });
    expect(receipt.data.document).not.toContain('account');
    const other = await exchange.call('GET pay/receipt/get', { fillId: fill?.id ?? '', venue: 'demo', role: 'maker' });
    expect(other.data.hash).not.toBe(receipt.data.hash);
    expect(await exchange.call('GET pay/receipt/get', { fillId: '9999999', venue: 'demo' })).toMatchObject({ status: 404, code: 1003 });
    expect(receipt.data.chain).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test.each([
    ['a price between two ticks', { price: '59000.001' }, 3006, 'The price must be a multiple of 0.01.'],
    ['a quantity between two lots', { quantity: '0.00015' }, 3008, 'The quantity must be a multiple of 0.0001.'],
    ['a price of nothing', { price: '0' }, 3005, ''],
    ['a quantity of nothing', { quantity: '0' }, 3007, ''],
    ['a quantity above the largest', { quantity: '101' }, 3010, 'The largest quantity is 100.'],
    ['less than the smallest worth', { quantity: '0.0001', price: '40000' }, 3004, ''],
    ['a price outside the band', { price: '70000' }, 3004, 'The price must lie between 57000 and 63000.'],
    ['more than there is', { quantity: '50' }, 3013, 'Not enough USDT: 100000 available, 3000000 needed.'],
    ['an instrument nobody lists', { symbol: 'NOPE/USDT' }, 3000, ''],
    ['a price on a market order', { priceType: 1 }, 3020, ''],
    ['no price on a limit order', { price: undefined }, 3020, ''],
    ['no quantity at all', { quantity: undefined }, 3020, ''],
  ])('is refused with the figures for %s', async (_what, change, code, message) => {
    const { token } = await exchange.customer();
    await exchange.price('BTC/USDT', '60000');
    const order = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '60000', quantity: '0.01', ...change };
    const answer = await exchange.call(place, JSON.parse(JSON.stringify(order)), { token });
    expect(answer).toMatchObject({ code, data: null });
    if (message) expect(answer.msg).toBe(message);
    expect(answer.msg).not.toMatch(/\{\w+\}/);
    const usdt = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USDT' }, { token });
    expect(usdt.data).toMatchObject({ available: '100000.000000', frozen: '0.000000' });
  });

  test('sent twice under one key is one order; the key with another body is refused', async () => {
    const { token } = await exchange.customer();
    await exchange.price('BTC/USDT', '60000');
    const headers = { 'idempotency-key': randomUUID() };
    const order = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' } as const;
    const first = await exchange.call(place, order, { token, headers });
    const second = await exchange.call(place, order, { token, headers });
    expect(second.data).toMatchObject({ orderId: first.data.orderId, seq: first.data.seq, repeated: true });
    const other = await exchange.call(place, { ...order, quantity: '0.02' }, { token, headers });
    expect(other).toMatchObject({ status: 409, code: 1005 });
    const known = await exchange.call('GET pay/order-coin/outcome', { commandId: headers['idempotency-key'] }, { token });
    expect(known.data).toMatchObject({ known: true, accepted: true, orderId: first.data.orderId });
    const wrong = await exchange.call(place, order, { token, headers: { 'idempotency-key': 'not-a-uuid' } });
    expect(wrong).toMatchObject({ status: 400, code: 1006 });
    const nil = await exchange.call('GET pay/order-coin/outcome', { commandId: '00000000-0000-0000-0000-000000000000' }, { token });
    expect(nil).toMatchObject({ status: 400, code: 1006 });
    expect((await exchange.call('GET pay/order-coin/order-page', { state: 'open' }, { token })).data.total).toBe(1);
  });

  test('is amended, counted in a batch, and swept by the dead-man’s switch', async () => {
    const { token } = await exchange.customer();
    await exchange.price('BTC/USDT', '60000');
    const placed = await exchange.call(place, { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.02' }, { token });
    const amended = await exchange.call('POST pay/order-coin/amend', { orderId: placed.data.orderId, quantity: '0.01' }, { token });
    expect(amended.data).toMatchObject({ orderId: placed.data.orderId, status: 1 });
    const batch = await exchange.call(
      'POST pay/order-coin/batch',
      {
        items: [
          { do: 'place', symbol: 'BTC/USDT', side: 0, priceType: 2, price: '58000', quantity: '0.01' },
          { do: 'place', symbol: 'BTC/USDT', side: 0, priceType: 2, price: '58000.001', quantity: '0.01' },
          { do: 'amend', orderId: placed.data.orderId, price: '58500' },
          { do: 'cancel', orderId: '999999999' },
        ],
      },
      { token },
    );
    expect(batch.data.items).toMatchObject([{ ok: true, status: 1 }, { ok: false, code: 3006 }, { ok: true }, { ok: false, code: 3016 }]);
    const armed = await exchange.call('POST pay/order-coin/cancel-all-after', { timeoutMs: 60_000 }, { token });
    expect(armed.data.dueAt).toBeGreaterThan(Date.now() + 50_000);
    expect((await exchange.call('POST pay/order-coin/cancel-all-after', { timeoutMs: 0 }, { token })).data.dueAt).toBeNull();
    const swept = await exchange.call('POST pay/order-coin/cancel-all', { symbol: 'btc/usdt' }, { token });
    expect(swept.data.orderIds).toHaveLength(2);
  });

  test('of somebody else does not exist', async () => {
    const owner = await exchange.customer();
    const other = await exchange.customer();
    await exchange.price('BTC/USDT', '60000');
    const placed = await exchange.call(
      place,
      { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' },
      { token: owner.token },
    );
    const id = placed.data.orderId;
    for (const [name, input] of [
      ['GET pay/order-coin/revoke/{id}', { id }],
      ['GET pay/order-coin/order-detail', { id }],
      ['POST pay/order-coin/amend', { orderId: id, quantity: '0.02' }],
    ] as const)
      expect(await exchange.call(name, input, { token: other.token }), name).toMatchObject({ status: 404, code: 3016 });
    expect((await exchange.call('GET pay/order-coin/fill-page', { orderId: id }, { token: other.token })).data.total).toBe(0);
    expect((await exchange.call('GET pay/order-coin/order-page', { state: 'open' }, { token: owner.token })).data.total).toBe(1);
  });
});
