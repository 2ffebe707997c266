import type { Statement } from '@bourse/bank-files';
import { writeCamt053, writeMt940 } from '@bourse/bank-files/write';
import { statementAtMost } from '@bourse/protocol/admin';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, refusalOf, testDesk } from '../testing/desk.ts';
import { testMoney } from '../testing/kit.ts';

/** Money that nobody announced, from the bank's file or the chain to the customer's balance, through the console. */
const ourIban = 'LT121000011101001000';
let kit: Awaited<ReturnType<typeof testMoney>>;
let office: Awaited<ReturnType<typeof testDesk>>;
let desk: typeof office.desk;
let [ada, ben]: Person[] = [];
beforeAll(async () => {
  kit = await testMoney();
  office = await testDesk(kit);
  ({ desk, ada, ben } = office);
}, 60_000);
beforeEach(() => office.later());
afterAll(async () => {
  await desk.close();
  await kit.close();
});

async function customer() {
  const one = await kit.customer('real');
  await kit.setLevel(one.account, 1);
  await kit.database.query(
    `INSERT INTO customer (id, login_type, account, venue, name, real_name, email, password_hash, language, created_at)
     OVERRIDING SYSTEM VALUE VALUES ($1::bigint, 1, $1::bigint::integer, 'real', 'Anna Eriksson', 'Anna Eriksson', $2, '', 'en', now())`,
    [String(one.account), `${one.account}@example.com`],
  );
  return one;
}
const order = async ({ token }: { token: string }, amount: string) =>
  (await kit.call('POST pay/recharge', { channel: 7, amount }, { token })).data.deposit;
const coins = async (account: number, asset: string) => {
  const { id } = kit.catalogue.assetByCode(asset)!;
  return (await kit.real.read((engine) => engine.balances(account).find((one) => one.wallet === 1 && one.asset === id)?.available ?? 0n))
    .value;
};
let number = 0;
let balance = 0n;
function statement(lines: readonly { amount: bigint; reference: string; id?: string }[], change: Partial<Statement> = {}): Statement {
  const at = number + 1;
  const all = lines.map((line, index) => ({
    ...{ account: ourIban, id: `B${at}-${index}`, date: '2026-11-23', currency: 'USD', endToEndId: '' },
    ...{ name: 'Eriksson, Anna', counterparty: 'DE89370400440532013000', ...line },
  }));
  const closing = all.reduce((sum, { amount }) => sum + amount, balance);
  return { account: ourIban, currency: 'USD', number: at, opening: balance, closing, lines: all, ...change };
}
const send = (text: string, format: 'camt053' | 'mt940' | 'csv' = 'camt053', token = ada!.token) =>
  desk.call('POST statement/import', { format, file: 'day.xml', text }, { token });
async function imported(lines: Parameters<typeof statement>[0]) {
  const made = statement(lines);
  const { data } = await send(writeCamt053(made, '2026-11-23'));
  expect(data.refused).toBeNull();
  number = made.number;
  balance = made.closing;
  return data;
}
const lines = async (which: 'all' | 'unmatched' | 'matched' = 'all') =>
  (await desk.call('GET statement/lines', { which }, { token: ada!.token })).data.list;
const get = (id: string) => office.get(id);
const read = (id: string, who: Person) => office.read(id, who);
const take = (id: string) => office.take(id);
const match = async (id: string, to: string, { token }: Person = ada!) =>
  desk.call('POST case/match', { id, revision: (await get(id)).case.revision, to }, { token });
const decide = (id: string, who: Person = ada!, pass = true) => office.decide(id, who, { pass, reasonCode: pass ? 'ownerFound' : 'other' });

describe('a line that nobody announced', () => {
  test('becomes a case, is matched to an order, and is credited as the operator signs', async () => {
    const ana = await customer();
    expect(await imported([{ amount: 12_000n, reference: 'savings' }])).toMatchObject({ statements: 1, lines: 1, matched: 0, again: 0 });
    const { id: made } = await order(ana, '120');
    const [line] = await lines('unmatched');
    expect(line).toMatchObject({
      amount: '120.00',
      currency: 'USD',
      reference: 'savings',
      deposit: null,
      case: expect.stringMatching(/^\d+$/),
    });
    const id = line!.case!;
    await take(id);
    expect(refusalOf(await decide(id))).toBe('caseUnmatched');
    expect(refusalOf(await match(id, '999999'))).toBe('depositUnknown');
    expect(refusalOf(await match(id, made, ben!))).toBe('caseNotYours');
    expect((await match(id, made)).data.facts).toContainEqual({ name: 'order', value: made });
    expect(await coins(ana.account, 'USD')).toBe(0n);
    // Nobody can say what dollars are worth in this venue, so two people sign.
    await decide(id);
    await read(id, ben!);
    expect((await decide(id, ben)).data.case.step).toBe('passed');
    expect(await coins(ana.account, 'USD')).toBe(12_000n);
    expect(await lines('unmatched')).toEqual([]);
    expect((await lines('matched'))[0]).toMatchObject({ deposit: made });
    expect((await kit.call('GET pay/recharge/detail', { id: made }, { token: ana.token })).data).toMatchObject({ step: 'credited' });
    // Nothing is left that has arrived and is not credited, and no second case is opened.
    expect(await kit.orders.arriving()).toEqual([]);
    await kit.orders.unmatched.job.run();
    expect(await kit.database.query("SELECT 1 FROM case_file WHERE kind = 'unmatched'")).toHaveLength(1);
    // An order that has its payment takes no other.
    await imported([{ amount: 12_000n, reference: 'twice' }]);
    const second = (await lines('unmatched'))[0]!.case!;
    await take(second);
    expect(refusalOf(await match(second, made))).toBe('depositOrderOver');
    expect((await decide(second, ada, false)).data.case.step).toBe('refused');
    expect(await coins(ana.account, 'USD')).toBe(12_000n);
  });

  test('of so much is matched by one and credited when a second person has signed the same; a machine that was quicker makes it void', async () => {
    const [ana, eve] = [await customer(), await customer()];
    await imported([
      { amount: 9_000_000n, reference: 'house sold' },
      { amount: 5_000n, reference: 'rent' },
    ]);
    const [large, small] = ['house sold', 'rent'].map((reference) => ({ reference }));
    const caseOf = async (reference: string) => (await lines('unmatched')).find((one) => one.reference === reference)!.case!;
    const id = await caseOf(large!.reference);
    const { id: made } = await order(ana, '90000');
    await take(id);
    expect((await match(id, made)).data).toMatchObject({ persons: 2 });
    expect((await decide(id)).data.case).toMatchObject({ step: 'proposed', waitsFor: 'secondOperator' });
    expect(await coins(ana.account, 'USD')).toBe(0n);
    expect(refusalOf(await decide(id))).toBe('decidedByYou');
    await read(id, ben!);
    expect((await decide(id, ben)).data.case.step).toBe('passed');
    expect(await coins(ana.account, 'USD')).toBe(9_000_000n);
    // The order is paid by a line that names it, after the operator looked.
    const other = await order(eve, '50');
    const rent = await caseOf(small!.reference);
    await take(rent);
    await match(rent, other.id);
    await imported([{ amount: 5_000n, reference: other.no }]);
    const late = { id: rent, pass: 'true', reasonCode: 'ownerFound', commandId: crypto.randomUUID() } as const;
    expect(refusalOf(await desk.call('GET case/prepare', late, { token: ada!.token }))).toBe('depositOrderOver');
    const { revision } = (await get(rent)).case;
    const unsigned = { id: rent, revision, pass: true, reasonCode: 'ownerFound' };
    expect(refusalOf(await desk.call('POST case/decide', unsigned, { token: ada!.token }))).toBe('depositOrderOver');
    expect(await coins(eve.account, 'USD')).toBe(0n);
  });
});

test('coins that came to nobody are credited to the customer whom the operator names', async () => {
  await kit.price('XRP/USDT', '2', 'real');
  const ana = await customer();
  const { address } = (await kit.call('GET pay/recharge/udun-address', { asset: 'XRP', network: 'xrp' }, { token: ana.token })).data;
  await kit.blocks();
  // Whoever sends next to nothing to a tag that nobody has gives people no work.
  for (let at = 0; at < 3; at += 1) await kit.outside.deed({ do: 'pay', network: 'xrp', to: address, units: '1' });
  await kit.blocks(3);
  await kit.orders.unmatched.job.run();
  expect(await kit.database.query("SELECT 1 FROM deposit WHERE account IS NULL AND step = 'ready' AND units = 1")).toHaveLength(3);
  expect(await kit.database.query("SELECT 1 FROM case_file WHERE kind = 'unmatched' AND subject ? 'deposit'")).toEqual([]);
  await kit.outside.deed({ do: 'pay', network: 'xrp', to: address, units: '25000000' });
  await kit.blocks(3);
  await kit.orders.unmatched.job.run();
  const [row] = await kit.database.query<{ id: bigint }>("SELECT id FROM case_file WHERE kind = 'unmatched' AND subject ? 'deposit'");
  const id = String(row!.id);
  await take(id);
  expect(refusalOf(await match(id, '1'))).toBe('notFound');
  await match(id, String(ana.account));
  expect((await decide(id)).data.case.step).toBe('passed');
  expect(await coins(ana.account, 'XRP')).toBe(25_000_000n);
  await kit.blocks(2);
  expect(await coins(ana.account, 'XRP')).toBe(25_000_000n);
});

describe('a file', () => {
  const counted = async () => kit.database.query('SELECT count(*) AS n FROM bank_line');
  test('with a mistake is refused whole and says why; the same one again changes nothing', async () => {
    const before = await counted();
    const line = { amount: 100n, reference: 'x' };
    const good = statement([line]);
    const problemOf = async (text: string, format: 'camt053' | 'mt940' | 'csv' = 'camt053') =>
      (await send(text, format)).data.refused?.problem;
    expect(await problemOf(writeMt940(statement([line], { number: number + 2 }), '2026-11-23'), 'mt940')).toBe('gap');
    expect(await problemOf(writeCamt053(statement([line], { opening: balance + 1n, closing: balance + 101n }), '2026-11-23'))).toBe(
      'balanceDiffers',
    );
    expect(await problemOf(writeCamt053(statement([{ ...line, id: 'B1-0' }]), '2026-11-23'))).toBe('idTwice');
    expect(await problemOf(writeCamt053({ ...good, closing: 0n }, '2026-11-23'))).toBe('sumsDiffer');
    expect(await problemOf(writeCamt053(good, '2026-11-23').replace('<Document', '<!DOCTYPE x [<!ENTITY y "z">]><Document'))).toBe(
      'doctype',
    );
    expect(await problemOf('no statement at all', 'csv')).toBeDefined();
    expect(await counted()).toEqual(before);
    await imported([line]);
    const after = await counted();
    const again = await desk.call('GET statement/list', {}, { token: ada!.token });
    expect(again.data.list[0]).toMatchObject({ account: ourIban, number, lines: 1, unmatched: 1 });
    const same = { ...good };
    expect((await send(writeCamt053(same, '2026-11-23'))).data).toMatchObject({ statements: 0, again: 1, refused: null });
    expect(await counted()).toEqual(after);
  });

  test('that is too large, or of somebody who may not bring one, is refused before it is read', async () => {
    const huge = 'x'.repeat(2 * statementAtMost + 1);
    expect(refusalOf(await send(huge))).toBe('bodyTooLarge');
    expect(refusalOf(await send('x'.repeat(statementAtMost + 1)))).toBe('badRequest');
    expect(refusalOf(await send(huge, 'csv', 'nobody'))).toBe('unauthorised');
    const { token } = await desk.operator('support');
    expect(refusalOf(await send(huge, 'csv', token))).toBe('permissionMissing');
  });
});

test('a claim of coins without a tag goes to people, for one customer', async () => {
  const [ana, bob] = [await customer(), await customer()];
  const { address } = (await kit.call('GET pay/recharge/udun-address', { asset: 'XRP', network: 'xrp' }, { token: ana.token })).data;
  await kit.blocks();
  const txHash = await kit.outside.deed({ do: 'pay', network: 'xrp', to: address, units: '25000000' });
  const claim = (who: { token: string }, hash = txHash) =>
    kit.call('POST pay/recharge/claim', { channel: 4, txHash: hash }, { token: who.token });
  expect(refusalOf(await claim(ana))).toBe('transactionUnknown');
  await kit.blocks(2);
  expect(await coins(ana.account, 'XRP')).toBe(0n);
  const claims = await Promise.all([claim(ana), claim(bob)]);
  expect(claims.map(({ code }) => (code === 0 ? 'ok' : errorByCode(code))).sort()).toEqual(['ok', 'transactionTaken']);
  const own = claims.find(({ code }) => code === 0)!.data;
  expect(own).toMatchObject({ step: 'review', amount: '25' });
  await kit.blocks(2);
  expect((await coins(ana.account, 'XRP')) + (await coins(bob.account, 'XRP'))).toBe(0n);
  const cases = await kit.database.query(
    "SELECT subject->>'claim' AS claim FROM case_file WHERE kind = 'deposit' AND subject->>'deposit' = $1",
    [own.id],
  );
  expect(cases).toEqual([{ claim: 'true' }]);
  const eve = await customer();
  const tries = [];
  for (let at = 0; at < 11; at += 1) tries.push(refusalOf(await claim(eve, String(at).padStart(64, 'a'))));
  expect(tries.at(-1)).toBe('tooManyAttempts');
  expect(new Set(tries.slice(0, 10))).toEqual(new Set(['transactionUnknown']));
});

test('next to nothing that a stranger pays with somebody’s reference takes no order away from its own transfer', async () => {
  const ana = await customer();
  const made = await order(ana, '120');
  expect(await imported([{ amount: 1n, reference: made.no }])).toMatchObject({ lines: 1, matched: 0 });
  expect((await lines('unmatched')).map(({ amount }) => amount)).toContain('0.01');
  expect(await imported([{ amount: 12_000n, reference: made.no }])).toMatchObject({ lines: 1, matched: 1 });
  const { data } = await kit.call('GET pay/recharge/detail', { id: made.id }, { token: ana.token });
  expect(data).toMatchObject({ step: 'review', amount: '120' });
});
