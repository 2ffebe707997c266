import { randomUUID } from 'node:crypto';
import { type CallInput, type CallName, callTable } from '@bourse/protocol';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { idFields, ofPayments } from '../testing/input-fields.ts';
import { type Customer, testMoneyOut } from './testing/money-out.ts';

/**
 * Every call about money in and out that takes a number of something of the customer, called with Ann's number: by somebody else, and by a demo account. It answers as if
 * there were no such thing, and nothing of Ann's changes. A new call fails the first test until it is listed.
 */
let kit: Awaited<ReturnType<typeof testMoneyOut>>;
let ann: Customer;
let eve: Customer;
const own = { deposit: '', order: '', payout: '', wallet: '', card: '' };
const nobodys = { deposit: '999999', order: '999998', payout: '999997', wallet: '999996', card: '999995' };
type Ids = typeof own;
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const calls: Readonly<Record<string, (ids: Ids) => Record<string, unknown>>> = {
  'POST pay/recharge/verify': ({ card }) => ({ channel: 7, amount: '100', cardId: card }),
  'POST pay/recharge': ({ card }) => ({ channel: 7, amount: '100', cardId: card }),
  'POST pay/recharge/submit': ({ order }) => ({ id: order, evidence: [randomUUID()] }),
  'GET pay/recharge/get': ({ deposit }) => ({ id: deposit }),
  'GET pay/recharge/detail': ({ deposit }) => ({ id: deposit }),
  'GET pay/recharge/detail-list': ({ deposit, order }) => ({ ids: `${deposit},${order}` }),
  'POST pay/recharge/test-coins': ({ order }) => ({ channel: 7, amount: '100', id: order }),
  'POST pay/withdrawal': ({ wallet }) => ({ channel: 1, amount: '20', destinationId: wallet, address }),
  'GET pay/withdrawal/fee': ({ wallet }) => ({ channel: 1, amount: '20', destinationId: wallet }),
  'GET pay/withdrawal/detail': ({ payout }) => ({ id: payout }),
  'GET pay/withdrawal/detail-list': ({ payout }) => ({ ids: payout }),
  'PUT pay/withdrawal/cancel/{id}': ({ payout }) => ({ id: payout }),
  'POST pay/bank-card/update': ({ card }) => ({ id: card, label: 'Eve was here' }),
  'POST pay/bank-card/remove': ({ card }) => ({ id: card }),
  'GET pay/bank-card/get': ({ card }) => ({ id: card }),
  'POST pay/virtual-wallet/update': ({ wallet }) => ({ id: wallet, label: 'Eve was here' }),
  'POST pay/virtual-wallet/remove': ({ wallet }) => ({ id: wallet }),
  'GET pay/virtual-wallet/get': ({ wallet }) => ({ id: wallet }),
};

beforeAll(async () => {
  kit = await testMoneyOut();
  [ann, eve] = [await kit.payee('USDT', 100_000_000n), await kit.payee('USDT', 100_000_000n)];
  await kit.database.query("SELECT setval(pg_get_serial_sequence('deposit', 'number'), 1000)");
  const wallet = await kit.prove('POST pay/virtual-wallet/create', { channel: 1, address, label: 'Mine', whose: 'self' }, ann);
  const bank = { channel: 7, bank: 'Deutsche Bank', iban: 'DE89370400440532013000', holder: 'Anna Eriksson', label: 'Salary' };
  const card = await kit.prove('POST pay/bank-card/create', bank, ann);
  expect([wallet.refusal, card.refusal]).toEqual(['done', 'done']);
  Object.assign(own, { wallet: wallet.data.address.id, card: card.data.card.id });
  await kit.day();
  const paid = await kit.prove('POST pay/withdrawal', { channel: 1, amount: '20', destinationId: own.wallet, address }, ann);
  expect(paid.refusal).toBe('done');
  own.payout = paid.data.payout.id;
  const order = await call('POST pay/recharge', { channel: 7, amount: '100', cardId: own.card }, ann.token);
  expect(order.code).toBe(0);
  own.order = (order.data as { deposit: { id: string } }).deposit.id;
  own.deposit = own.order;
  // Histories follow the journal a moment later.
  await vi.waitFor(async () => expect((await call('GET pay/withdrawal/page', {}, ann.token)).data).toMatchObject({ total: 1 }), 60_000);
}, 240_000);
afterAll(() => kit.close());

const call = (name: string, input: Record<string, unknown>, token: string) =>
  kit.call(name as CallName, input as CallInput<CallName>, { token, headers: { 'idempotency-key': randomUUID() } });
/** As a customer would send it: with a proof where one is asked for. */
const send = async (name: string, input: Record<string, unknown>, who: Customer) => {
  const proven = callTable[name as CallName]?.proof != null;
  const { code, data } = proven ? await kit.prove(name as CallName, input as CallInput<CallName>, who) : await call(name, input, who.token);
  return { refusal: code === 0 ? undefined : errorByCode(code), data };
};
/** All that Ann has of it. */
const hers = async () => {
  const pages = ['GET pay/recharge/page', 'GET pay/withdrawal/page', 'GET pay/bank-card/list', 'GET pay/virtual-wallet/list'];
  return Promise.all(pages.map(async (name) => (await call(name, {}, ann.token)).data));
};

test('every call about money that takes a number of the customer’s is listed', () => {
  const named = new Set(
    idFields(callTable).flatMap(({ name }) => (callTable[name]?.audience === 'customer' && ofPayments(name) ? [name] : [])),
  );
  expect(Object.keys(calls).sort()).toEqual([...named].sort());
});

describe('with a number of Ann’s', () => {
  test.each(Object.entries(calls))('%s', async (name, inputOf) => {
    const before = await hers();
    // A thing of Ann's and a thing that is not there are the same to Eve.
    const [foreign, none] = [await send(name, inputOf(own), eve), await send(name, inputOf(nobodys), eve)];
    expect(foreign).toEqual(none);
    expect(foreign.refusal !== undefined || JSON.stringify(foreign.data) === '[]').toBe(true);
    const demo = await kit.customer('demo');
    expect(errorByCode((await call(name, inputOf(own), demo.token)).code)).toBe('demoNotAllowed');
    expect(await hers()).toEqual(before);
  });
  test.each(Object.keys(calls).filter((name) => name.startsWith('GET ')))('Ann herself is answered: %s', async (name) => {
    const { refusal, data } = await send(name, calls[name]!(own), ann);
    expect(refusal).toBeUndefined();
    expect(JSON.stringify(data)).not.toBe('[]');
  });
});
