import { randomUUID } from 'node:crypto';
import { House } from '@bourse/engine';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amountText } from '../calls/figures.ts';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { rateText } from './handlers.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
  await contracts.house(House.desk, 1, 10n ** 12n, exchange.catalogue.assetByCode('BTC'));
  await contracts.house(House.desk, 1, 10n ** 12n, exchange.catalogue.assetByCode('USDT'));
});
afterAll(() => exchange.close());

const quote = (input: Record<string, string>, token?: string) =>
  exchange.call('GET pay/flash-exchange/quote', { from: 'USDT', to: 'BTC', amount: '1000', ...input } as never, { token });
const swap = (token: string, more: Record<string, unknown> = {}, id: string = randomUUID()) =>
  exchange.call(
    'POST pay/flash-exchange/create',
    { wallet: 1, from: 'USDT', to: 'BTC', amount: '1000', minReceive: '0.01', quotedAt: clock.now(), ...more } as never,
    { token, headers: { 'idempotency-key': id } },
  );
const records = async (token: string, input: object = {}) => {
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  return exchange.call('GET pay/flash-exchange/record', input as never, { token, headers: { 'x-read-after': String(seq) } });
};
const has = async (account: number, code: string) => {
  const asset = exchange.catalogue.assetByCode(code)!;
  const { value } = await exchange.venues.demo.read((engine) => engine.balances(account));
  return amountText(asset, value.find((one) => one.asset === asset.id && one.wallet === 1)?.available ?? 0n);
};

describe('a swap', () => {
  test('comes to what its quote says, and shows in balances, records, statement and receipt', async () => {
    await exchange.price('BTC/USDT', '50000');
    const { account, token } = await exchange.customer();
    const quoted = await quote({}, token);
    expect(quoted.data).toMatchObject({
      from: 'USDT',
      to: 'BTC',
      receive: '0.01996000',
      rate: '0.00001996',
      spread: '0.2000',
      fee: '0.00000000',
    });
    expect(quoted.data.validUntil - quoted.data.quotedAt).toBe(6_000);
    const done = await swap(token, { minReceive: quoted.data.receive, quotedAt: quoted.data.quotedAt });
    expect(done, done.body).toMatchObject({ code: 0, data: { receive: '0.01996000', fee: '0.00000000', repeated: false } });
    expect([await has(account, 'USDT'), await has(account, 'BTC')]).toEqual(['99000.000000', '0.01996000']);
    const { data } = await records(token);
    expect(data).toMatchObject({
      total: 1,
      list: [{ id: done.data.id, from: 'USDT', to: 'BTC', paid: '1000.000000', received: '0.01996000', receipt: { kind: 'swap' } }],
    });
    expect(await contracts.receipt({ receipt: data.list[0]!.receipt })).toEqual({ agrees: true, differs: [] });
    const lines = await exchange.call('GET pay/funds-flow/page', { type: 4 } as never, { token });
    expect((lines.data.list as { amount: string; asset: string }[]).map(({ amount, asset }) => [asset, amount]).sort()).toEqual([
      ['BTC', '0.01996000'],
      ['USDT', '-1000.000000'],
    ]);
  });

  test('is carried out once for one command id, however often it is sent', async () => {
    await exchange.price('BTC/USDT', '50000');
    const { account, token } = await exchange.customer();
    const id = randomUUID();
    const quotedAt = clock.now();
    const answers = await Promise.all(Array.from({ length: 30 }, () => swap(token, { quotedAt }, id)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await has(account, 'USDT')).toBe('99000.000000');
  });

  test('60 at once from money for 10: exactly 10 are carried out', async () => {
    await exchange.price('BTC/USDT', '50000');
    const { account, token } = await exchange.customer();
    const answers = await Promise.all(Array.from({ length: 60 }, () => swap(token, { amount: '10000', minReceive: '0.1' })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => errorByCode(code) === 'insufficientBalance')).toHaveLength(50);
    expect(await has(account, 'USDT')).toBe('0.000000');
  });

  test.each([
    ['a price that moved', { minReceive: '0.02' }, 'quoteMoved'],
    ['an old quote', { quotedAt: 1_700_000_000_000 }, 'quoteExpired'],
    ['a pair that nobody exchanges', { to: 'USDT' }, 'swapNotOffered'],
    ['an unknown asset', { to: 'NOPE' }, 'assetUnknown'],
    ['too little', { amount: '1', minReceive: '0.00001' }, 'notionalTooSmall'],
    ['too much', { amount: '10001' }, 'notionalTooLarge'],
    ['more decimals than the asset has', { amount: '1000.0000001' }, 'amountScale'],
    ['nothing at least', { minReceive: '0' }, 'amountInvalid'],
    ['a wallet that backs positions', { wallet: 2 }, 'badRequest'],
    ['a negative amount', { amount: '-1000' }, 'badRequest'],
  ])('is refused for %s, with the figures, and changes nothing', async (_what, change, refusal) => {
    await exchange.price('BTC/USDT', '50000');
    const { account, token } = await exchange.customer();
    const answer = await swap(token, change);
    expect(errorByCode(answer.code)).toBe(refusal);
    expect(answer.data).toBeNull();
    expect(answer.msg).not.toMatch(/\{\w+\}/);
    expect(await has(account, 'USDT')).toBe('100000.000000');
  });

  test('of real money is not priced by a simulated market', async () => {
    await exchange.price('BTC/USDT', '50000', 'real');
    const { token } = await exchange.customer('real');
    expect(errorByCode((await swap(token)).code)).toBe('pricesNotLive');
    expect((await exchange.call('GET pay/flash-exchange/page', {}, { token })).data).toMatchObject({ total: 0, list: [] });
  });

  test('belongs to who made it', async () => {
    await exchange.price('BTC/USDT', '50000');
    const [ann, eve] = [await exchange.customer(), await exchange.customer()];
    const { data } = await swap(ann.token);
    expect((await records(ann.token)).data.total).toBe(1);
    expect((await records(eve.token)).data).toMatchObject({ total: 0, list: [] });
    const detail = (token: string) => exchange.call('GET pay/flash-exchange/detail', { id: data.id }, { token });
    expect((await detail(ann.token)).data).toMatchObject({ id: data.id, received: data.receive });
    expect(errorByCode((await detail(eve.token)).code)).toBe('swapUnknown');
  });

  test('records come in pages, the newest first', async () => {
    await exchange.price('BTC/USDT', '50000');
    const { token } = await exchange.customer();
    for (const amount of ['100', '200', '300']) await swap(token, { amount, minReceive: '0.001' });
    const page = await records(token, { pageNo: 1, pageSize: 2 });
    expect(page.data.list.map(({ paid }) => paid)).toEqual(['300.000000', '200.000000']);
    expect((await records(token, { pageNo: 2, pageSize: 2 })).data.list.map(({ paid }) => paid)).toEqual(['100.000000']);
  });
});

test('what is exchanged is public, with its terms and whether it is open now', async () => {
  await exchange.price('BTC/USDT', '50000');
  const { token } = await exchange.customer();
  const offers = async () => (await exchange.call('GET pay/flash-exchange/page', { pageSize: 100 } as never, { token })).data.list;
  const bitcoin = (await offers()).find(({ asset }) => asset === 'BTC');
  expect(bitcoin).toEqual({
    ...{ asset: 'BTC', money: 'USDT', symbol: 'BTC/USDT', open: true, spread: '0.2000', feeRate: '0.0000' },
    ...{ minValue: '10.000000', maxValue: '10000.000000' },
  });
  expect((await offers()).some(({ asset, money }) => asset === 'ETH' && money === 'BTC')).toBe(false);
  ahead += 6_000;
  await exchange.price('ETH/USDT', '2000');
  expect((await offers()).find(({ asset }) => asset === 'BTC')?.open).toBe(false);
  expect(errorByCode((await quote({}, token)).code)).toBe('priceStale');
});

test('a rate has at most twelve digits, and never promises more than there is', () => {
  const [usdt, btc] = ['USDT', 'BTC'].map((code) => exchange.catalogue.assetByCode(code)!) as [never, never];
  expect(rateText(usdt, 1_000_000n, btc, 2_000n)).toBe('0.00002');
  expect(rateText(btc, 3n, usdt, 2_000_000n)).toBe('66666666.6666');
  expect(rateText(btc, 300_000_000n, usdt, 299_999_999_999n)).toBe('99999.9999996');
});
