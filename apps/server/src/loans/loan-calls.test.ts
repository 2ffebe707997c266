import { randomUUID } from 'node:crypto';
import { House } from '@bourse/engine';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaseRow, caseColumns } from '../cases/machine.ts';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { createLoanCases } from './loan-cases.ts';

const hour = 3_600_000;
/** A minute past a full hour, so that no hour begins while a test computes. */
let ahead = hour - (Date.now() % hour) + 60_000;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
let contracts: ContractKit;
const refused: string[] = [];
beforeAll(async () => {
  exchange = await testExchange({
    clock,
    rooms: async () => ({
      handlers: {},
      protection: {
        mayOpen: async (_who, product) => {
          refused.push(product);
        },
      },
    }),
  });
  contracts = await contractKit(exchange);
  await contracts.house(House.loanPool, 1, 10n ** 13n);
  await contracts.house(House.desk, 1, 10n ** 13n);
  await contracts.house(House.insurance, 2, 10n ** 12n);
  await contracts.house(House.desk, 1, 10n ** 11n, exchange.catalogue.assetByCode('BTC'));
});
afterAll(() => exchange.close());

const usual = { productId: '1', version: 1, collateral: '0.1', amount: '3000' };
const price = (text: string) => exchange.price('BTC/USDT', text);
const refusal = ({ code }: { code: number }) => errorByCode(code);

/** A customer with coins bought at 60,000, by swaps of at most 10,000. */
async function owner(paid = 20_000) {
  const one = await exchange.customer();
  await price('60000');
  for (let left = paid; left > 0; left -= 10_000) {
    const wish = { wallet: 1, from: 'USDT', to: 'BTC', amount: String(Math.min(left, 10_000)), minReceive: '0.0001' } as const;
    const swapped = await exchange.call('POST pay/flash-exchange/create', { ...wish, quotedAt: clock.now() }, { token: one.token });
    expect(swapped.code, swapped.body).toBe(0);
  }
  return one;
}
const borrow = (token: string, more: object = {}, key: string = randomUUID()) =>
  exchange.call('POST pay/loan', { ...usual, ...more }, { token, headers: { 'idempotency-key': key } });
async function loan(token: string, more: object = {}): Promise<string> {
  const answer = await borrow(token, more);
  expect(answer.code, answer.body).toBe(0);
  return answer.data.id;
}
const send = (name: 'repay' | 'collateral' | 'cancel', token: string, input: object, key: string = randomUUID()) =>
  exchange.call(`POST pay/loan/${name}`, input as never, { token, headers: { 'idempotency-key': key } });
const fresh = async () => ({ 'x-read-after': String((await exchange.venues.demo.read((engine) => engine.seq)).seq) });
const detail = async (token: string, id: string) =>
  (await exchange.call('GET pay/loan/detail', { id }, { token, headers: await fresh() })).data;
const page = async (token: string, input: object = {}) =>
  (await exchange.call('GET pay/loan/page', input as never, { token, headers: await fresh() })).data;
const coin = async (token: string, code: 'BTC' | 'USDT') => {
  const { data } = await exchange.call('GET pay/wallet/get-by-coin', { coin: code, wallet: 1 }, { token });
  return [data.available, data.frozen];
};

describe('loans', () => {
  test('are offered with their terms, and looked at before borrowing, by visitors too', async () => {
    await price('60000');
    const { data } = await exchange.call('GET pay/loan-data/info', {}, {});
    expect(data.total).toBe(5);
    expect(data.list[0]).toMatchObject({
      ...{ id: '1', version: 1, symbol: 'BTC/USDT', collateralAsset: 'BTC', asset: 'USDT', rate: '8.0000', openLevel: '65.0000' },
      ...{ callLevel: '75.0000', sellLevel: '83.0000', saleFee: '2.0000', min: '50.000000', decideAbove: '50000.000000' },
    });
    const second = await exchange.call('GET pay/loan-data/info', { pageNo: 2, pageSize: 2 }, {});
    expect(second.data.list.map(({ id }) => id)).toEqual(['3', '4']);
    const look = await exchange.call('GET pay/loan/preview', { productId: '1', collateral: '0.1', amount: '3000' }, {});
    expect(look.data).toMatchObject({
      ...{ debt: '3000.027398', value: '6000.000000', share: '50.0005', price: '60000.00', most: '3899.964383', waits: false },
      ...{ hourly: '0.027398', daily: '0.657535', callPrice: '40000.41', sellPrice: '36144.95' },
    });
    expect(refusal(await exchange.call('GET pay/loan/preview', { productId: '9', collateral: '1', amount: '1' }, {}))).toBe(
      'loanProductUnknown',
    );
  });

  test('are paid out, grow by the hour, and are repaid, with receipts that anybody recomputes', async () => {
    const { token } = await owner();
    const before = await coin(token, 'USDT');
    const id = await loan(token);
    expect(refused.at(-1)).toBe('loan');
    expect(await coin(token, 'BTC')).toEqual(['0.23266666', '0.10000000']);
    expect((await coin(token, 'USDT'))[0]).toBe((Number(before[0]) + 3000).toFixed(6));
    ahead += 2 * hour;
    await price('60000');
    const { loan: one } = await detail(token, id);
    expect(one).toMatchObject({ state: 'open', principal: '3000.000000', live: { debt: '3000.082192', free: '0.02307481' } });
    expect((await send('repay', token, { id, amount: '1000' })).data).toMatchObject({ id, paid: '1000.000000' });
    const last = await send('repay', token, { id, amount: '999999' });
    expect(last.data).toMatchObject({ paid: '2000.082192' });
    expect(await coin(token, 'BTC')).toEqual(['0.33266666', '0.00000000']);
    const over = await detail(token, id);
    expect(over.loan).toMatchObject({ state: 'repaid', collateral: '0.00000000', interestPaid: '0.082192', live: null });
    expect(over.happened.map(({ kind }) => kind)).toEqual(['repayment', 'repayment']);
    for (const one of over.happened) if ('receipt' in one) expect(await contracts.receipt(one)).toEqual({ agrees: true, differs: [] });
    expect(refusal(await send('repay', token, { id, amount: '1' }))).toBe('loanUnknown');
  });

  test('take collateral, and give back what is free', async () => {
    const { token } = await owner();
    const id = await loan(token);
    expect((await send('collateral', token, { id, add: true, amount: '0.05' })).code).toBe(0);
    expect(await coin(token, 'BTC')).toEqual(['0.18266666', '0.15000000']);
    expect(refusal(await send('collateral', token, { id, add: false, amount: '0.1' }))).toBe('collateralNeeded');
    expect(refusal(await send('collateral', token, { id, add: true, amount: '1' }))).toBe('insufficientBalance');
    expect(refusal(await send('collateral', token, { id, add: true, amount: '0.000000001' }))).toBe('amountScale');
    expect((await send('collateral', token, { id, add: false, amount: '0.05' })).code).toBe(0);
    expect(await coin(token, 'BTC')).toEqual(['0.23266666', '0.10000000']);
  });

  test('warn when the price falls, sell collateral when it falls further, and say so', async () => {
    const { token, account } = await owner();
    const id = await loan(token, { amount: '3800' });
    await price('50000');
    expect(await exchange.told(account)).toEqual([
      { kind: 'loans.call', params: { symbol: 'BTC/USDT', ltv: '76.0007', limit: '83.0000' } },
    ]);
    await price('45000');
    const { loan: one, happened } = await detail(token, id);
    expect(one).toMatchObject({ state: 'open', called: false, live: { share: '65.0000' } });
    expect(happened.map(({ kind }) => kind)).toEqual(['sale', 'call']);
    expect(await contracts.receipt(happened.find((event) => event.kind === 'sale'))).toEqual({ agrees: true, differs: [] });
    expect((await exchange.told(account)).map(({ kind }) => kind)).toContain('loans.sold');
    await price('20000');
    const after = await detail(token, id);
    expect(after.loan).toMatchObject({ state: 'soldOff', collateral: '0.00000000', principal: '0.000000', live: null });
    await price('60000');
  });

  test('have their own happenings, found by the number of the loan, however many others the customer has', async () => {
    const { token, account } = await owner();
    const [first, second] = [await loan(token), await loan(token)];
    for (const id of [first, second, first]) expect((await send('repay', token, { id, amount: '1' })).code).toBe(0);
    expect((await detail(token, first)).happened.map(({ kind }) => kind)).toEqual(['repayment', 'repayment']);
    expect((await detail(token, second)).happened).toHaveLength(1);
    const kept = await exchange.database.query<{ key: bigint }>(
      `SELECT key FROM happening WHERE owner = $1 AND kind = 'loanRepayment' ORDER BY seq`,
      [account],
    );
    expect(kept.map(({ key }) => String(key))).toEqual([first, second, first]);
  });

  test('above the limit wait; the customer takes one back, and the house decides about another', async () => {
    const { token, account } = await owner(90_000);
    const large = { collateral: '1.45', amount: '50001' };
    const waits = await borrow(token, large);
    expect(waits.data.paid).toBe('0.000000');
    const { loan: one } = await detail(token, waits.data.id);
    expect(one).toMatchObject({ state: 'waiting', openedAt: null, live: null, lent: '50001.000000' });
    expect((await page(token, { status: 'running' })).total).toBe(1);
    expect((await send('cancel', token, { id: waits.data.id })).code).toBe(0);
    expect((await page(token, { status: 'running' })).total).toBe(0);
    const next = await loan(token, large);
    const market = exchange.catalogue.instrumentBySymbol('BTC/USDT')!.id;
    const decision = {
      kind: 'decideLoan',
      loan: Number(next),
      account,
      instrument: market,
      amount: 50_001_000_000,
      accept: true,
      reason: 'x',
    } as const;
    const { outcome } = await exchange.venues.demo.submit({ account: 0, command: decision });
    expect(outcome).toMatchObject({ ok: true });
    expect((await detail(token, next)).loan).toMatchObject({ state: 'open', principal: '50001.000000' });
    expect(await exchange.told(account)).toEqual([{ kind: 'loans.accepted', params: { amount: '50001.000000', coin: 'USDT' } }]);
    expect((await page(token)).list.map(({ state }) => state)).toEqual(['open', 'cancelled']);
    expect((await page(token, { status: 'ended' })).list).toHaveLength(1);
  });

  test('that wait are cases, once each; a decision tells the venue, and one that waits no more ends its case', async () => {
    const { database, venues, catalogue } = exchange;
    const { effect, body, jobs } = createLoanCases({ database, clock, venues, catalogue });
    const { token, account } = await owner(90_000);
    await database.query(
      `INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
       VALUES (2, 'demo', $1::integer, 'Demo', 'en', sha256($1::integer::text::bytea), now())`,
      [account],
    );
    const first = await loan(token, { collateral: '1.45', amount: '50001' });
    for (let time = 0; time < 3; time++) await jobs[0]!.run();
    const cases = () => database.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE account = $1 ORDER BY id`, [account]);
    const [row, ...others] = await cases();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: 'loan',
      step: 'waiting',
      subject: { loan: first, amount: '50001.000000 USDT', collateral: '1.45000000 BTC' },
    });
    const said = { pass: true, reasonCode: 'loanInOrder' };
    expect(await body(row!, said), 'this venue has no operators').toBeNull();
    await price('60000');
    expect(await effect({ ...row!, verdict: true, reason_code: 'loanInOrder' })).toMatch(/^\d+$/);
    expect((await detail(token, first)).loan.state).toBe('open');
    expect(await effect({ ...row!, verdict: false, reason_code: 'other' }), 'decided before').toBeNull();
    await send('repay', token, { id: first, amount: '60000' });

    const second = await loan(token, { collateral: '1.45', amount: '50001' });
    await jobs[0]!.run();
    expect((await cases()).at(-1)).toMatchObject({ step: 'waiting', subject: { loan: second } });
    await send('cancel', token, { id: second });
    await jobs[0]!.run();
    expect((await cases()).map(({ step }) => step)).toEqual(['cancelled', 'cancelled']);
  });

  test('are given once for one command, however often it comes, and sixty at once against a tenth: ten', async () => {
    const { token } = await owner(6_000);
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 30 }, () => borrow(token, { collateral: '0.01', amount: '50' }, key)));
    expect(new Set(same.map(({ data }) => data.id)).size).toBe(1);
    expect((await coin(token, 'BTC'))[1]).toBe('0.01000000');
    const { token: other } = await owner(6_050);
    const all = await Promise.all(Array.from({ length: 60 }, () => borrow(other, { collateral: '0.01', amount: '50' })));
    expect(all.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(new Set(all.filter(({ code }) => code !== 0).map(refusal))).toEqual(new Set(['insufficientBalance']));
  });

  test.each<[string, object, string]>([
    ['too little', { amount: '49.999999' }, 'loanTooSmall'],
    ['too much', { amount: '200001' }, 'loanTooLarge'],
    ['more than the collateral allows', { amount: '3900' }, 'ltvTooHigh'],
    ['parts of a unit', { amount: '100.0000001' }, 'amountScale'],
    ['nothing', { amount: '0' }, 'amountInvalid'],
    ['no collateral', { collateral: '0' }, 'amountInvalid'],
    ['more than a number holds', { amount: '9007199255' }, 'amountInvalid'],
    ['more coins than there are', { collateral: '5' }, 'insufficientBalance'],
    ['terms of before', { version: 7 }, 'termsChanged'],
    ['no product', { productId: '99' }, 'loanProductUnknown'],
  ])('%s is refused, and nothing is frozen', async (_, more, error) => {
    const { token } = await owner();
    expect(refusal(await borrow(token, more))).toBe(error);
    expect((await coin(token, 'BTC'))[1]).toBe('0.00000000');
  });

  test('of one customer are nobody else’s', async () => {
    const [ana, eve] = [await owner(), await owner()];
    const id = await loan(ana.token);
    expect(refusal(await exchange.call('GET pay/loan/detail', { id }, { token: eve.token }))).toBe('loanUnknown');
    for (const [name, input] of [
      ['repay', { id, amount: '1' }],
      ['collateral', { id, add: false, amount: '0.0001' }],
      ['cancel', { id }],
    ] as const)
      expect(refusal(await send(name, eve.token, input))).toBe('loanUnknown');
    expect((await page(eve.token)).list).toEqual([]);
    expect((await coin(ana.token, 'BTC'))[1]).toBe('0.10000000');
  });
});

test('visitors look at the terms of the venue whose terms they see', async () => {
  const { real } = exchange.venues;
  const wish = { productId: '1', collateral: '0.1', amount: '3000' };
  const looked = async () => (await exchange.call('GET pay/loan/preview', wish, {})).data;
  expect(await looked()).toMatchObject({ hourly: '0.027398' });
  const { value } = await real.read((engine) => engine.loanProducts());
  const rules = value.find((one) => one.rules.product === 1)!.rules;
  const better = { kind: 'announceChange', body: { ...rules, yearlyPpm: 40_000 }, origin: 'operator', reason: 'Cheaper', from: 0 } as const;
  expect((await real.submit({ account: 0, command: better })).outcome).toMatchObject({ ok: true });
  const fund = { kind: 'fundHouse', account: House.loanPool, wallet: 1, asset: exchange.catalogue.assetByCode('USDT')!.id } as const;
  expect((await real.submit({ account: 0, command: { ...fund, amount: 10n ** 12n, number: 1 } })).outcome).toMatchObject({ ok: true });
  const { data } = await exchange.call('GET pay/loan-data/info', {}, {});
  expect(data.list[0]).toMatchObject({ id: '1', version: 2, rate: '4.0000' });
  expect(await looked()).toMatchObject({ hourly: '0.013699' });
});
