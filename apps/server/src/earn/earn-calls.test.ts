import { randomUUID } from 'node:crypto';
import { dayMs, House } from '@bourse/engine';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { draftStore } from './drafts.ts';

/** Ten past midnight: the day changes only where a test says so. */
let ahead = dayMs - (Date.now() % dayMs) + 600_000;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
  await contracts.house(House.yield, 5, 10n ** 12n);
});
afterAll(() => exchange.close());

type Wish = { productId: string; version: number; amount: string; renew: boolean };
const usual: Wish = { productId: '2', version: 1, amount: '1000', renew: false };

/** A customer with money in the wealth wallet. */
async function saver(amount = '20000') {
  const one = await exchange.customer();
  await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 5, asset: 'USDT', amount }, { token: one.token });
  return one;
}
const draft = (token: string, wish: Partial<Wish> = {}) =>
  exchange.call('POST pay/foundation-order/create', { ...usual, ...wish }, { token });
const readTerms = ({ productId, version }: Wish, token: string) =>
  exchange.call('POST pay/foundation-log/create', { productId, version }, { token });
const pay = (token: string, id: string, wish: Partial<Wish> = {}, command: string = randomUUID()) =>
  exchange.call('POST pay/foundation-order/pay', { id, ...usual, ...wish }, { token, headers: { 'idempotency-key': command } });
async function subscribe(token: string, more: Partial<Wish> = {}) {
  const wish = { ...usual, ...more };
  const { data } = await draft(token, wish);
  await readTerms(wish, token);
  const paid = await pay(token, data.id, wish);
  expect(paid, paid.body).toMatchObject({ code: 0 });
  return paid.data.id;
}
const wealth = async (token: string) => {
  const { data } = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USDT', wallet: 5 }, { token });
  return [data.available, data.frozen];
};
const own = async (token: string, name: 'GET pay/foundation-order/page' | 'GET pay/foundation-order/status-page', input: object = {}) => {
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  return (await exchange.call(name, input as never, { token, headers: { 'x-read-after': String(seq) } })).data;
};
/** Ten past midnight (UTC), so many days on. */
async function days(count: number) {
  ahead += (Math.floor(clock.now() / dayMs) + count) * dayMs + 600_000 - clock.now();
  const { demo } = exchange.venues;
  // Funding and sessions of all those days are due as well, and a command does only so much of them.
  for (let command = 0; command < 20; command += 1) await demo.submit({ account: 0, command: { kind: 'advanceTime' } });
}
const refusal = ({ code }: { code: number }) => errorByCode(code);

describe('money that earns', () => {
  test('is offered with its terms, to visitors too', async () => {
    const { data } = await exchange.call('GET pay/foundation-config/page', {}, {});
    expect(data.list[0]).toMatchObject({ id: '1', asset: 'USDT', days: 0, rate: '3.0000', min: '10.000000', open: true });
    expect(data.total).toBe(8);
    const second = await exchange.call('GET pay/foundation-config/page', { pageNo: 2, pageSize: 3 }, {});
    expect(second.data.list.map(({ id }: { id: string }) => id)).toEqual(['4', '5', '6']);
    expect(refusal(await exchange.call('GET pay/foundation-config/get', { id: '99' }, {}))).toBe('earnProductUnknown');
    // The real venue has these too, but sells none of them without money of the house: one opens what the list shows.
    const one = await exchange.call('GET pay/foundation-config/get', { id: '1' }, {});
    expect(one.data.product).toEqual(data.list[0]);
  });

  test('of a fixed term: looked at, read, paid, over; with a notice, a receipt and statement lines', async () => {
    const { token, account } = await saver();
    const looked = await draft(token, { amount: '1000' });
    expect(looked.data).toMatchObject({ asset: 'USDT', interest: '0.767123' });
    expect(looked.data.endsAt! - looked.data.firstDay).toBe(7 * dayMs);
    expect(refusal(await pay(token, looked.data.id))).toBe('termsUnread');
    expect(await wealth(token)).toEqual(['20000.000000', '0.000000']);
    await readTerms(usual, token);
    expect(refusal(await pay(token, looked.data.id, { amount: '1001' }))).toBe('draftDiffers');
    const paid = await pay(token, looked.data.id);
    expect(paid, paid.body).toMatchObject({ code: 0, data: { repeated: false } });
    expect(await wealth(token)).toEqual(['19000.000000', '1000.000000']);
    expect(refusal(await pay(token, looked.data.id))).toBe('draftUnknown');

    await days(3);
    const { list } = await own(token, 'GET pay/foundation-order/status-page', { status: 'earning' });
    expect(list).toMatchObject([{ id: paid.data.id, earned: '0.219178', principal: '1000.000000', state: 'earning', rate: '4.0000' }]);
    await days(5);
    expect(await wealth(token)).toEqual(['20000.767123', '0.000000']);
    expect(await exchange.told(account)).toEqual([{ kind: 'earn.matured', params: { interest: '0.767123', coin: 'USDT' } }]);
    const one = await exchange.call('GET pay/foundation-order/get', { id: paid.data.id }, { token });
    expect(one.data).toMatchObject({
      holding: { state: 'matured', paid: '0.767123' },
      payments: [{ cause: 'maturity', interest: '0.767123' }],
    });
    expect(await contracts.receipt(one.data.payments[0])).toEqual({ agrees: true, differs: [] });
    const all = await own(token, 'GET pay/foundation-order/page');
    expect([all.total, (await own(token, 'GET pay/foundation-order/status-page', { status: 'ended' })).total]).toEqual([1, 1]);
    expect((await own(token, 'GET pay/foundation-order/status-page', { status: 'earning' })).list).toEqual([]);
  });

  test('taken out at any time: in part, its interest alone, and the rest; the rates of the days are listed', async () => {
    const { token } = await saver();
    const id = await subscribe(token, { productId: '1', amount: '10000' });
    const command = (name: 'redeem' | 'extract', input: object, key: string = randomUUID()) =>
      exchange.call(`POST pay/foundation-order/${name}`, { id, ...input } as never, { token, headers: { 'idempotency-key': key } });
    expect(refusal(await command('extract', {}))).toBe('nothingEarned');
    await days(4);
    const key = randomUUID();
    const taken = await Promise.all(Array.from({ length: 10 }, () => command('extract', {}, key)));
    expect(new Set(taken.map(({ data }) => data.interest))).toEqual(new Set(['2.465753']));
    expect(await wealth(token)).toEqual(['10002.465753', '10000.000000']);
    expect((await command('redeem', { amount: '4000' })).data.interest).toBe('0.000000');
    expect(refusal(await command('redeem', { amount: '6000.000001' }))).toBe('redeemTooLarge');
    expect(refusal(await command('redeem', { amount: '0' }))).toBe('amountInvalid');
    expect(refusal(await command('redeem', { amount: '0.0000001' }))).toBe('amountScale');
    await days(2);
    expect((await command('redeem', { amount: '6000' })).data.interest).toBe('0.986301');
    expect(await wealth(token)).toEqual(['20003.452054', '0.000000']);
    expect(refusal(await command('extract', {}))).toBe('holdingUnknown');
    const { data } = await exchange.call('GET pay/foundation-config/get', { id: '1' }, { token });
    expect(data.rates.length).toBeGreaterThanOrEqual(6);
    expect(new Set(data.rates.map(({ rate }: { rate: string }) => rate))).toEqual(new Set(['3.0000']));
  });

  test('is bought once, however often the same command comes, and by one command of two', async () => {
    const { token } = await saver();
    await readTerms(usual, token);
    const { data } = await draft(token);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(token, data.id, {}, key)));
    expect(new Set(answers.map((one) => one.data.id)).size).toBe(1);
    const next = (await draft(token)).data.id;
    const two = await Promise.all([pay(token, next), pay(token, next)]);
    expect(two.map(({ code }) => code === 0).sort()).toEqual([false, true]);
    expect(await wealth(token)).toEqual(['18000.000000', '2000.000000']);
  });

  test('that was bought is answered again, also when its owner has looked at another since', async () => {
    const { token } = await saver();
    await readTerms(usual, token);
    const { data } = await draft(token);
    const key = randomUUID();
    const first = await pay(token, data.id, {}, key);
    await draft(token, { amount: '50' });
    expect(await pay(token, data.id, {}, key)).toMatchObject({ code: 0, data: { id: first.data.id, repeated: true } });
    expect(refusal(await pay(token, data.id))).toBe('draftUnknown');
    expect(await wealth(token)).toEqual(['19000.000000', '1000.000000']);
  });

  test('whose command got no answer is not bought on other terms under the same id', async () => {
    const drafts = draftStore(exchange.database, clock);
    const whose = { venue: 'demo', account: 7_000_001 } as const;
    await drafts.read(whose, 2, 1);
    const { id } = await drafts.keep(whose, usual);
    const key = randomUUID();
    await drafts.check(whose, id, usual, key);
    await drafts.check(whose, id, usual, key);
    await expect(drafts.check(whose, id, { ...usual, productId: '3' }, key)).rejects.toMatchObject({ refusal: 'draftDiffers' });
  });

  test('is not drafted into the next day, whose terms begin and end a day later', async () => {
    const { token } = await saver();
    await readTerms(usual, token);
    const midnight = (Math.floor(clock.now() / dayMs) + 1) * dayMs;
    ahead += midnight - 60_000 - clock.now();
    const { data } = await draft(token);
    expect([data.firstDay, data.expiresAt]).toEqual([midnight, midnight]);
    ahead += 60_000;
    expect(refusal(await pay(token, data.id))).toBe('draftUnknown');
    const next = await draft(token);
    expect(next.data.firstDay).toBe(midnight + dayMs);
    expect(await pay(token, next.data.id)).toMatchObject({ code: 0 });
  });

  test('is refused without the money, and the draft may be paid once it is there', async () => {
    const { token } = await saver('100');
    await readTerms(usual, token);
    const { data } = await draft(token);
    expect(refusal(await pay(token, data.id))).toBe('insufficientBalance');
    await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 5, asset: 'USDT', amount: '900' }, { token });
    expect(await pay(token, data.id)).toMatchObject({ code: 0 });
  });

  test.each<[string, Partial<Wish>, string]>([
    ['too little', { amount: '9.999999' }, 'earnTooSmall'],
    ['too much', { amount: '100000.000001' }, 'earnTooLarge'],
    ['parts of a unit', { amount: '10.0000001' }, 'amountScale'],
    ['nothing', { amount: '0' }, 'amountInvalid'],
    ['terms of before', { version: 7 }, 'termsChanged'],
    ['no product', { productId: '99' }, 'earnProductUnknown'],
  ])('%s is no draft', async (_, wish, error) => {
    const { token } = await saver('100');
    expect(refusal(await draft(token, wish))).toBe(error);
  });

  test('of one customer is nobody else’s: neither draft nor holding', async () => {
    const [ana, eve] = [await saver(), await saver()];
    const id = await subscribe(ana.token);
    const { data } = await draft(ana.token);
    await readTerms(usual, eve.token);
    expect(refusal(await pay(eve.token, data.id))).toBe('draftUnknown');
    const { token } = eve;
    expect(refusal(await exchange.call('GET pay/foundation-order/get', { id }, { token }))).toBe('holdingUnknown');
    expect(refusal(await exchange.call('POST pay/foundation-order/redeem', { id, amount: '1000' }, { token }))).toBe('holdingUnknown');
    expect(refusal(await exchange.call('POST pay/foundation-order/extract', { id }, { token }))).toBe('holdingUnknown');
    expect(refusal(await exchange.call('POST pay/foundation-order/renew', { id, renew: true }, { token }))).toBe('holdingUnknown');
    expect((await own(token, 'GET pay/foundation-order/page')).list).toEqual([]);
  });

  test('starts again if its owner wants that, and says by which holding', async () => {
    const { token } = await saver();
    const id = await subscribe(token);
    const changed = await exchange.call('POST pay/foundation-order/renew', { id, renew: true }, { token });
    expect(changed, changed.body).toMatchObject({ code: 0, data: { id } });
    await days(8);
    const { list } = await own(token, 'GET pay/foundation-order/page');
    expect(list).toMatchObject([
      { state: 'earning', renew: true, principal: '1000.000000' },
      { id, state: 'matured', renewedBy: list[0]?.id },
    ]);
    expect(list[0]!.firstDay).toBe(list[1]!.endsAt);
  });
});
