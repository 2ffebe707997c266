import { createHash, randomUUID } from 'node:crypto';
import { recompute } from '@bourse/engine/receipts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange();
  contracts = await contractKit(exchange);
});
afterAll(() => exchange.close());

const after = (seq: string) => ({ 'x-read-after': seq });

describe('a contract position', () => {
  test('is opened at market, shown at the mark, closed in parts, and remembered with its receipts', async () => {
    // The first account's number could be mistaken for a number of lots, so no customer here gets it.
    await exchange.customer();
    await contracts.price('60000');
    const maker = await contracts.quotes('59990', '60000', '1');
    const { token, account } = await contracts.customer();
    const opened = await contracts.open(token, { quantity: '0.1', takeProfit: '66000', stopLoss: '57000' });
    expect(opened).toMatchObject({ code: 0, data: { status: 3, filledQuantity: '0.100', filledAmount: '6000.000000', repeated: false } });
    await contracts.price('60600');
    const [position] = await contracts.positions(token);
    expect(position).toMatchObject({
      kind: 2,
      symbol: 'BTC-PERP',
      direction: 1,
      marginMode: 2,
      lever: 10,
      quantity: '0.100',
      endPrice: '60000.000',
      earnestMoney: '600.000000',
      fees: '3.000000',
      takeProfit: '66000.0',
      stopLoss: '57000.0',
      asset: 'USDT',
      status: 1,
    });
    // The mark is the median of the index, index + basis and the last trade. Here that is the index, with the last trade below it, within the band.
    expect(Number(position?.markPrice)).toBeGreaterThan(60_000);
    expect(Number(position?.plAmount)).toBeGreaterThan(0);
    expect(Number(position?.liquidationPrice)).toBeLessThan(60_000);
    const protections = await contracts.page(token, 'orders');
    expect(
      protections.data.orders?.list.map(({ priceType, action, quantity, positionId }) => [priceType, action, quantity, positionId]),
    ).toEqual([
      [4, 2, null, position?.id],
      [6, 2, null, position?.id],
    ]);
    await contracts.price('60000');
    const part = await exchange.call('POST pay/order-contract/complete', { id: position?.id ?? '', quantity: '0.04' }, { token });
    expect(part.data).toMatchObject({ status: 3, filledQuantity: '0.040' });
    const rest = await exchange.call('POST pay/order-contract/complete', { id: position?.id ?? '' }, { token });
    expect(rest.data).toMatchObject({ status: 3, filledQuantity: '0.060' });
    expect(await contracts.positions(token)).toEqual([]);
    const closed = await contracts.page(token, 'closed', after(rest.data.seq));
    expect(closed.data.positions).toMatchObject({
      total: 1,
      list: [
        {
          id: position?.id,
          status: 2,
          quantity: '0.000',
          closedQuantity: '0.100',
          closePrice: '59990.000',
          endPrice: '60000.000',
          realised: '-1.000000',
        },
      ],
    });
    const detail = await exchange.call('GET pay/order-contract/detail', { id: position?.id ?? '' }, { token });
    expect(detail.data.position).toMatchObject({ id: position?.id, status: 2 });
    expect(detail.data.orders).toHaveLength(5);
    expect(detail.data.orders.every(({ positionId }) => positionId === position?.id)).toBe(true);
    expect(detail.data.settlements.map(({ kind, action, quantity, amount }) => [kind, action, quantity, amount])).toEqual([
      ['positionFill', 2, '0.060', '-0.600000'],
      ['positionFill', 2, '0.040', '-0.400000'],
      ['positionFill', 1, '0.100', '0.000000'],
    ]);
    for (const { receipt } of detail.data.settlements) {
      const answer = await exchange.call('GET pay/receipt/settlement', { ...receipt, venue: 'demo' });
      expect(createHash('sha256').update(answer.data.document).digest('hex')).toBe(answer.data.hash);
      expect(recompute(answer.data.document)).toMatchObject({ agrees: true, hash: answer.data.hash });
      expect(Object.keys(JSON.parse(answer.data.document))).not.toContain('account');
      for (const one of [account, maker.account]) expect(answer.data.document).not.toContain(String(one));
      expect(answer.data.chain).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    }
  });

  test('is the customer’s own: to others nothing of it exists', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const owner = await contracts.customer();
    const other = await contracts.customer();
    await contracts.open(owner.token);
    const resting = await contracts.open(owner.token, { price: '59000', quantity: '0.01' });
    const [position] = await contracts.positions(owner.token);
    const id = position?.id ?? '';
    for (const [name, input] of [
      ['POST pay/order-contract/complete', { id }],
      ['POST pay/order-contract/limit-complete', { id, price: '61000' }],
      ['POST pay/order-contract/update-profit-loss', { id, takeProfit: '65000' }],
      ['POST pay/order-contract/margin', { id, direction: 'add', amount: '1' }],
      ['GET pay/order-contract/reverse', { id }],
      ['GET pay/order-contract/detail', { id }],
    ] as const)
      expect(await exchange.call(name, input, { token: other.token }), name).toMatchObject({ status: 404, code: 3105 });
    for (const [name, input] of [
      ['GET pay/order-contract/revoke', { id: resting.data.orderId }],
      ['GET pay/order-contract/detail', { orderId: resting.data.orderId }],
    ] as const)
      expect(await exchange.call(name, input, { token: other.token }), name).toMatchObject({ status: 404, code: 3016 });
    expect((await contracts.page(other.token, 'settlements')).data.settlements).toMatchObject({ total: 0 });
    expect(await contracts.positions(owner.token)).toHaveLength(1);
    expect(
      (await exchange.call('GET pay/order-contract/revoke', { id: resting.data.orderId }, { token: owner.token })).data.orderIds,
    ).toEqual([resting.data.orderId]);
  });

  test('keeps its margin between what is needed and what there is', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token } = await contracts.customer('1000');
    await contracts.open(token, { quantity: '0.1' });
    const [position] = await contracts.positions(token);
    const id = position?.id ?? '';
    const margin = (direction: 'add' | 'take', amount: string) =>
      exchange.call('POST pay/order-contract/margin', { id, direction, amount }, { token });
    expect(await margin('add', '100')).toMatchObject({ code: 0, data: { margin: '700.000000' } });
    expect(await margin('take', '50')).toMatchObject({ code: 0, data: { margin: '650.000000' } });
    expect(await margin('take', '200')).toMatchObject({ code: 3109 });
    expect(await margin('add', '5000')).toMatchObject({ code: 3103 });
    expect(await margin('add', '1.0000001')).toMatchObject({ code: 4003 });
    expect((await margin('take', '200')).msg).not.toMatch(/\{\w+\}/);
  });

  test('gets, changes and loses its stops; a part gets a pair of its own', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token } = await contracts.customer();
    await contracts.open(token);
    const [position] = await contracts.positions(token);
    const id = position?.id ?? '';
    const stops = (input: Record<string, unknown>) =>
      exchange.call('POST pay/order-contract/update-profit-loss', { id, ...input }, { token });
    expect(await stops({ takeProfit: '65000', stopLoss: '58000' })).toMatchObject({ code: 0, data: { positionId: id } });
    expect(await stops({ takeProfit: '62000', quantity: '0.05' })).toMatchObject({ code: 0 });
    expect((await contracts.positions(token))[0]).toMatchObject({
      takeProfit: '65000.0',
      stopLoss: '58000.0',
      protections: [expect.any(String)],
    });
    expect(await stops({ takeProfit: '59000' })).toMatchObject({ code: 3107 });
    expect(await stops({ stopLoss: '61000' })).toMatchObject({ code: 3108 });
    expect(await stops({ takeProfit: '62000', quantity: '0.5' })).toMatchObject({ code: 3106 });
    expect(await stops({ quantity: '0.05' })).toMatchObject({ code: 1000 });
    expect(await stops({})).toMatchObject({ code: 0 });
    expect((await contracts.positions(token))[0]).toMatchObject({ takeProfit: null, stopLoss: null });
  });

  test('is closed at a limit, all at once, or turned round', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60010', '1');
    const { token } = await contracts.customer();
    await contracts.open(token, { quantity: '0.02' });
    await contracts.open(token, { quantity: '0.03', direction: 2 });
    const [short, long] = await contracts.positions(token);
    const limit = await exchange.call('POST pay/order-contract/limit-complete', { id: long?.id ?? '', price: '60300' }, { token });
    expect(limit.data).toMatchObject({ status: 1 });
    const reversed = await exchange.call('GET pay/order-contract/reverse', { id: short?.id ?? '' }, { token });
    expect(reversed).toMatchObject({ code: 0, data: { positions: [{ closed: short?.id, opened: long?.id }] } });
    expect(await contracts.positions(token)).toMatchObject([{ id: long?.id, quantity: '0.050' }]);
    const all = await exchange.call('PUT pay/order-contract/close-one-click', {}, { token });
    expect(all.data.items).toEqual([{ positionId: long?.id, ok: true, refusal: null }]);
    expect(await contracts.positions(token)).toEqual([]);
    const orders = await contracts.page(token, 'order-history', after(all.data.seq));
    expect(orders.data.orders?.list.find(({ id }) => id === limit.data.orderId)).toMatchObject({ status: 4, positionId: long?.id });
    const none = await exchange.call('GET pay/order-contract/reverse-all', {}, { token });
    expect(none).toMatchObject({ status: 404, code: 3105 });
  });

  test.each([
    ['no such instrument', { symbol: 'NOPE-PERP' }, 3000],
    ['a spot instrument', { symbol: 'BTC/USDT' }, 3136],
    ['a quantity between two lots', { quantity: '0.0005' }, 3008],
    ['more leverage than there is', { lever: 150 }, 3100],
    ['more than the wallet carries', { quantity: '5' }, 3103],
    ['a take-profit below', { takeProfit: '50000' }, 3107],
    ['a stop-loss above', { stopLoss: '70000' }, 3108],
    ['a price between two ticks', { price: '60000.2' }, 3006],
    ['a limit order without a price', { triggerPrice: '61000', priceType: 2 }, 3020],
  ])('is refused for %s, with the figures', async (_what, change, code) => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token, account } = await contracts.customer();
    const answer = await contracts.open(token, change);
    expect(answer).toMatchObject({ code, data: null });
    expect(answer.msg).not.toMatch(/\{\w+\}/);
    const { value } = await exchange.venues.demo.read((engine) => engine.marginAccount(account));
    expect([value.frozen, value.available]).toEqual([0n, 10_000_000_000n]);
  });
});

describe('cancelling every spot order', () => {
  test('leaves what protects a position, and answers a repeated key the same', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token } = await contracts.customer();
    await contracts.open(token, { stopLoss: '57000' });
    await exchange.price('ETH/USDT', '3000');
    const spot = await exchange.call(
      'POST pay/order-coin/purchase-actual-commodities',
      { symbol: 'ETH/USDT', side: 0, priceType: 2, price: '2990', quantity: '0.1' },
      { token },
    );
    const headers = { 'idempotency-key': randomUUID() };
    const cancel = () => exchange.call('POST pay/order-coin/cancel-all', {}, { token, headers });
    expect(await cancel()).toMatchObject({ code: 0, data: { orderIds: [spot.data.orderId], repeated: false } });
    expect(await cancel()).toMatchObject({ code: 0, data: { orderIds: [spot.data.orderId], repeated: true } });
    expect((await contracts.positions(token))[0]).toMatchObject({ stopLoss: '57000.0' });
    const again = { 'idempotency-key': randomUUID() };
    for (const repeated of [false, true])
      expect(await exchange.call('POST pay/order-coin/cancel-all', {}, { token, headers: again })).toMatchObject({
        code: 0,
        data: { orderIds: [], repeated },
      });
    expect(await exchange.call('POST pay/order-coin/cancel-all', { symbol: 'ETH/USDT' }, { token, headers: again })).toMatchObject({
      code: 1005,
    });
  });
});

describe('money under contracts', () => {
  test('60 openings at once from a balance for 10: exactly 10 positions’ worth', async () => {
    await contracts.price('60000');
    await contracts.quotes('59900', '60100', '1');
    // Each opening order of 0.001 at 59,000 with 10× leverage reserves 5.90 and a fee of 0.0295.
    const { token } = await contracts.customer('59.3');
    const answers = await Promise.all(Array.from({ length: 60 }, () => contracts.open(token, { price: '59000', quantity: '0.001' })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 3103)).toHaveLength(50);
    expect((await contracts.page(token, 'orders')).data.orders?.total).toBe(10);
  });

  test('20 closings of one position at once close it once', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token } = await contracts.customer();
    await contracts.open(token);
    const [position] = await contracts.positions(token);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange.call('POST pay/order-contract/complete', { id: position?.id ?? '' }, { token })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 3105)).toHaveLength(19);
    expect(await contracts.positions(token)).toEqual([]);
  });

  test('one key is one order, also when what it closed is long gone', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token } = await contracts.customer();
    const headers = { 'idempotency-key': randomUUID() };
    const opened = await Promise.all(Array.from({ length: 10 }, () => contracts.open(token, {}, headers)));
    expect(new Set(opened.map(({ data }) => data.orderId)).size).toBe(1);
    expect(await contracts.open(token, { quantity: '0.2' }, headers)).toMatchObject({ status: 409, code: 1005 });
    const [position] = await contracts.positions(token);
    const closing = { 'idempotency-key': randomUUID() };
    const close = () => exchange.call('POST pay/order-contract/complete', { id: position?.id ?? '' }, { token, headers: closing });
    const first = await close();
    expect(first.data).toMatchObject({ status: 3, repeated: false });
    const projected = await exchange.venues.demo.waitProjected(Number(first.data.seq), 5_000);
    expect(projected).toBe(true);
    expect(await close()).toMatchObject({ code: 0, data: { orderId: first.data.orderId, repeated: true } });
    const known = await exchange.call('GET pay/order-coin/outcome', { commandId: closing['idempotency-key'] }, { token });
    expect(known.data).toMatchObject({ known: true, accepted: true, orderId: first.data.orderId });
  });

  test('counts in every wallet figure, unrealised profit too, and a transfer cannot take what positions need', async () => {
    await contracts.price('60000');
    await contracts.quotes('59990', '60000', '1');
    const { token } = await contracts.customer('1000');
    const opened = await contracts.open(token, { quantity: '0.1', marginMode: 1 });
    // The index rises so far that the mark follows, wherever the book and the last trade hold it within its band.
    await contracts.price('60600');
    const wallet = (await exchange.call('GET pay/wallet/contract', {}, { token, headers: after(opened.data.seq) })).data;
    expect(wallet).toMatchObject({ asset: 'USDT', earnestMoney: '600.000000', walletBalance: '997.000000', historyPlAmount: '-3.000000' });
    const profit = Number(wallet.unrealizedProfitLoss);
    expect(profit).toBeGreaterThan(0);
    expect(wallet.netWorthBigDecimal).toBe((997 + profit).toFixed(6));
    const overview = (await exchange.call('GET pay/wallet/overview', {}, { token })).data;
    expect(overview.contract).toMatchObject({
      total: (997 + profit).toFixed(8),
      totalProfitAndLoss: profit.toFixed(8),
      plList: [{ symbol: 'BTC-PERP', plAmount: profit.toFixed(8) }],
    });
    expect(overview.overview.total).toBe((99_997 + profit).toFixed(8));
    const stats = (await exchange.call('GET pay/wallet/stats', {}, { token })).data;
    expect(stats).toMatchObject({ total: (99_997 + profit).toFixed(8), dayPl: (profit - 3).toFixed(8) });
    await contracts.price('59000');
    const out = await exchange.call('POST pay/wallet/any-transfer', { from: 2, to: 1, asset: 'USDT', amount: '397' }, { token });
    expect(out).toMatchObject({ code: 3113 });
    expect(out.msg).not.toMatch(/\{\w+\}/);
  });
});

describe('what anybody may see of a contract', () => {
  test('its tiers, its risk page, and what an order would cost', async () => {
    await contracts.price('60000');
    const { token } = await contracts.customer();
    const [map] = (await exchange.call('GET pay/order-contract/position-level-map', { symbol: 'btc-perp' }, {})).data;
    expect(map?.tiers[0]).toMatchObject({ tier: 1, from: '0.000000', maxLever: 100, maintenanceRate: '0.5000' });
    expect((await exchange.call('GET pay/order-contract/position-level-map', {}, {})).data.length).toBeGreaterThan(20);
    const risk = (await exchange.call('GET pay/order-contract/risk', { symbol: 'BTC-PERP', venue: 'demo' }, {})).data;
    expect(risk).toMatchObject({ symbol: 'BTC-PERP', venue: 'demo', markPrice: '60000.0', indexPrice: '60000.0', asset: 'USDT' });
    expect(await exchange.call('GET pay/order-contract/risk', { symbol: 'BTC/USDT' }, {})).toMatchObject({ code: 3136 });
    const preview = await exchange.call(
      'GET pay/order-contract/preview',
      { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '0.1', price: '60000' },
      { token },
    );
    expect(preview.data).toMatchObject({ refusal: null, value: '6000.000000', margin: '600.000000', fee: '3.000000', cost: '603.000000' });
    // At market, the levels of the book decide, and not the mark: a sale is worth less than a purchase, and more costs more.
    await contracts.quotes('59900', '60100', '0.5');
    await contracts.quotes('59800', '60200', '1');
    const atMarket = async (direction: 1 | 2, quantity: string) => {
      const order = { symbol: 'BTC-PERP', direction, lever: 10, quantity } as const;
      return Number((await exchange.call('GET pay/order-contract/preview', order, { token })).data.price);
    };
    const bought = await atMarket(1, '0.001');
    expect(await atMarket(2, '0.001')).toBeLessThan(bought);
    expect(await atMarket(1, '20')).toBeGreaterThan(bought);
    const tooMuch = await exchange.call(
      'GET pay/order-contract/preview',
      { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '50', price: '60000' },
      { token },
    );
    expect(tooMuch.data.refusal).toMatchObject({ code: expect.any(Number) });
  });
});
