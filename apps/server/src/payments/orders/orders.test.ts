import type { Statement } from '@bourse/bank-files';
import { writeCamt053, writeCsv, writeMt940 } from '@bourse/bank-files/write';
import { udunMessage } from '@bourse/chains';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaseRow, caseColumns } from '../../cases/machine.ts';
import { testMoney } from '../testing/kit.ts';
import { orderMs } from './store.ts';

let kit: Awaited<ReturnType<typeof testMoney>>;
beforeAll(async () => {
  kit = await testMoney();
});
afterAll(() => kit.close());

const iban = 'DE89370400440532013000';
const ourIban = 'LT121000011101001000';

/** A real customer of level 1 with a name and an account on file. */
async function customer(name = 'Anna Eriksson') {
  const one = await kit.customer('real');
  await kit.setLevel(one.account, 1);
  await kit.database.query(
    `INSERT INTO customer (id, login_type, account, venue, name, real_name, email, password_hash, language, created_at)
     OVERRIDING SYSTEM VALUE VALUES ($1::bigint, 1, $1::bigint::integer, 'real', $2, $2, $3, '', 'en', now())`,
    [String(one.account), name, `${one.account}@example.com`],
  );
  kit.onFile.set(one.account, [{ id: '7', account: iban }]);
  return one;
}
type Who = { account: number; token: string };
const place = async ({ token }: Who, channel: number, amount: string, more: object = {}) =>
  kit.call('POST pay/recharge', { channel, amount, ...more }, { token });
const detail = async ({ token }: Who, id: string) => (await kit.call('GET pay/recharge/detail', { id }, { token })).data;
const coins = async (account: number, asset: string) => {
  const { id } = kit.catalogue.assetByCode(asset)!;
  const { value } = await kit.real.read(
    (engine) => engine.balances(account).find((one) => one.wallet === 1 && one.asset === id)?.available ?? 0n,
  );
  return value;
};
const caseOf = async (deposit: string) => {
  const rows = await kit.database.query<{ subject: Record<string, string> }>(
    "SELECT subject FROM case_file WHERE kind = 'deposit' AND subject->>'deposit' = $1 ORDER BY id",
    [deposit],
  );
  return rows.map(({ subject }) => subject);
};
const picture = async ({ account }: Who, purpose = 'deposit') => {
  const [row] = await kit.database.query<{ id: string }>(
    `INSERT INTO document (id, customer_id, purpose, mime_type, bytes, width, height, sha256, storage_key, sealed_key, created_at)
     VALUES (gen_random_uuid(), $1, $2, 'image/png', 1, 1, 1, '\\x00', 'k', '\\x00', now()) RETURNING id`,
    [account, purpose],
  );
  return row!.id;
};
const refusalOf = (answer: { code: number }) => errorByCode(answer.code);

let number = 0;
let balance = 0n;
type Line = { amount: bigint; reference: string; name?: string; counterparty?: string; id?: string };
/** The next statement of our account. */
function statement(lines: readonly Line[], change: Partial<Statement> = {}): Statement {
  const at = number + 1;
  const all = lines.map((line, index) => ({
    ...{
      account: ourIban,
      id: `B${at}-${index}`,
      date: '2026-11-23',
      currency: 'USD',
      endToEndId: '',
      name: 'Eriksson, Anna',
      counterparty: iban,
    },
    ...line,
  }));
  const closing = all.reduce((sum, { amount }) => sum + amount, balance);
  return { account: ourIban, currency: 'USD', number: at, opening: balance, closing, lines: all, ...change };
}
async function importNext(lines: readonly Line[]) {
  const made = statement(lines);
  const told = await kit.orders.importStatement(writeCamt053(made, '2026-11-23'), 'camt053');
  number = made.number;
  balance = made.closing;
  return told;
}
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { problem?: string }) => error.problem,
  );

describe('an order', () => {
  test('says how to pay, and is nobody else’s', async () => {
    const [ana, bob] = [await customer(), await customer()];
    const one = (await place(ana, 7, '100.25', { cardId: '7' })).data;
    expect(one.deposit).toMatchObject({ step: 'awaiting', status: 0, amount: '100.25', pays: 'USD', waitsFor: 'you' });
    expect(one.instructions).toMatchObject({ reference: one.deposit.no, bank: { account: ourIban }, address: null, url: null });
    expect((await detail(ana, one.deposit.id)).instructions).toEqual(one.instructions);
    const demo = await kit.customer('demo');
    for (const name of ['GET pay/recharge/detail', 'GET pay/recharge/get', 'POST pay/recharge/submit'] as const) {
      expect(refusalOf(await kit.call(name, { id: one.deposit.id }, { token: bob.token }))).toBe('depositUnknown');
      expect(refusalOf(await kit.call(name, { id: one.deposit.id }, { token: demo.token }))).toBe('demoNotAllowed');
    }
    expect(refusalOf(await place(ana, 7, '100', { cardId: '8' }))).toBe('destinationUnknown');
    expect(refusalOf(await place(ana, 7, '9.99'))).toBe('depositTooSmall');
    expect(refusalOf(await place(ana, 7, '10.001'))).toBe('amountScale');
    expect(refusalOf(await place(ana, 1, '100'))).toBe('channelUnknown');
  });

  test('of one customer that are said to be paid are twenty at a time: people look at no more of somebody who invents them', async () => {
    const ana = await customer();
    const invented = async () => {
      const placed = await place(ana, 7, '50');
      if (placed.code === 0)
        expect((await kit.call('POST pay/recharge/submit', { id: placed.data.deposit.id }, { token: ana.token })).code).toBe(0);
      return placed;
    };
    for (let at = 0; at < 20; at += 1) expect((await invented()).code).toBe(0);
    expect(refusalOf(await invented())).toBe('depositsInReview');
    expect((await place(await customer(), 7, '50')).code).toBe(0);
    // What nobody decided for a month keeps back no other.
    kit.clock.advance(31 * 24 * 3_600_000);
    expect((await invented()).code).toBe(0);
  });

  test('of one customer are five at a time, also when they come at once; those that expired do not count', async () => {
    const ana = await customer();
    const many = await Promise.all(Array.from({ length: 9 }, () => place(ana, 7, '50')));
    expect(many.filter(({ code }) => code === 0)).toHaveLength(5);
    expect(new Set(many.filter(({ code }) => code !== 0).map(refusalOf))).toEqual(new Set(['depositOrdersTooMany']));
    kit.clock.advance(orderMs);
    await kit.orders.job.run();
    const first = many.find(({ code }) => code === 0)!.data.deposit.id;
    expect(await detail(ana, first)).toMatchObject({ step: 'expired', status: -2, instructions: null });
    expect(refusalOf(await kit.call('POST pay/recharge/submit', { id: first }, { token: ana.token }))).toBe('depositOrderOver');
    expect((await place(ana, 7, '50')).code).toBe(0);
  });

  test('at a desk that exchanges promises the least that is got, and goes to people with its pictures', async () => {
    const ana = await customer();
    const { deposit, instructions } = (await place(ana, 10, '400')).data;
    expect(instructions.exchange).toMatchObject({ pays: '400', getsAtLeast: '98', rate: '0.245' });
    const submit = (evidence: string[]) => kit.call('POST pay/recharge/submit', { id: deposit.id, evidence }, { token: ana.token });
    expect(refusalOf(await submit([]))).toBe('identityEvidenceMissing');
    expect(refusalOf(await submit([await picture(await customer())]))).toBe('documentUnknown');
    expect(refusalOf(await submit([await picture(ana, 'identity')]))).toBe('documentUnknown');
    const own = await picture(ana);
    expect((await submit([own])).data).toMatchObject({ step: 'review', status: 2, waitsFor: 'operators' });
    expect(refusalOf(await submit([own]))).toBe('depositOrderOver');
    expect(await caseOf(deposit.id)).toEqual([expect.objectContaining({ pays: 'MYR', paid: '400', amount: '98', paidInTime: 'true' })]);
    kit.rates.delete('MYR');
    expect(refusalOf(await place(ana, 10, '400'))).toBe('rateMissing');
    kit.rates.set('MYR', { price: '0.25', time: 0, stale: false });
    expect(await coins(ana.account, 'USDT')).toBe(0n);
  });

  test('to an address of the house is looked for on its chain, and a transaction serves one order', async () => {
    const [ana, bob] = [await customer(), await customer()];
    const { deposit } = (await place(ana, 8, '40')).data;
    const other = (await place(bob, 8, '40')).data.deposit;
    const { data } = await kit.call('POST pay/recharge/test-coins', { channel: 8, amount: '35', id: deposit.id }, { token: ana.token });
    const submit = (who: Who, id: string, txHash: string) => kit.call('POST pay/recharge/submit', { id, txHash }, { token: who.token });
    const shouted = `0x${data.txHash!.slice(2).toUpperCase()}`;
    expect((await submit(ana, deposit.id, data.txHash!)).data).toMatchObject({ step: 'submitted' });
    expect(refusalOf(await submit(bob, other.id, shouted))).toBe('transactionTaken');
    await kit.blocks(11);
    await kit.orders.job.run();
    expect(await detail(ana, deposit.id)).toMatchObject({ step: 'submitted' });
    await kit.blocks(2);
    await kit.orders.job.run();
    // What came is credited, not what was announced.
    expect(await detail(ana, deposit.id)).toMatchObject({ step: 'review', amount: '35' });
    expect(await caseOf(deposit.id)).toEqual([expect.objectContaining({ chain: 'final', amountCheck: 'differs' })]);
    await kit.orders.job.run();
    expect(await caseOf(deposit.id)).toHaveLength(1);
  });

  test('is found although hundreds before it name transactions that never were', async () => {
    const [thief, ana] = [await customer('Nobody'), await customer()];
    const submit = (who: Who, id: string, txHash: string) => kit.call('POST pay/recharge/submit', { id, txHash }, { token: who.token });
    const bait = (await place(thief, 8, '40')).data.deposit;
    await submit(thief, bait.id, `0x${'a'.repeat(64)}`);
    const copies = await kit.database.query<{ number: bigint }>(
      `WITH made AS (
         INSERT INTO deposit (rail, account, customer_id, step, units, decimals, created_at, changed_at, steps, expires_at, due_at, tx_hash, address, salt)
         SELECT rail, account, customer_id, step, units, decimals, created_at, changed_at, steps, expires_at, due_at, '0x' || lpad(n::text, 64, 'b'), address, salt
         FROM deposit, generate_series(1, 250) n WHERE number = $1 RETURNING number)
       INSERT INTO deposit_order (number, pays, pays_units, rate, rate_until, card, business)
       SELECT made.number, pays, pays_units, rate, rate_until, card, business FROM made, deposit_order o WHERE o.number = $1 RETURNING deposit_order.number`,
      [bait.id],
    );
    expect(copies).toHaveLength(250);
    const { deposit } = (await place(ana, 8, '40')).data;
    const { data } = await kit.call('POST pay/recharge/test-coins', { channel: 8, amount: '40', id: deposit.id }, { token: ana.token });
    await submit(ana, deposit.id, data.txHash!);
    await kit.blocks(13);
    for (let run = 0; run < 2; run += 1) await kit.orders.job.run();
    expect(await detail(ana, deposit.id)).toMatchObject({ step: 'review', amount: '40' });
    expect(await detail(thief, bait.id)).toMatchObject({ step: 'submitted' });
    for (const table of ['deposit_order', 'deposit'])
      await kit.database.query(`DELETE FROM ${table} WHERE number = ANY($1)`, [copies.map(({ number }) => number)]);
  });

  test('of a desk is decided by people: the venue credits what came, once, or the customer is told why not', async () => {
    const [ana, bob] = [await customer(), await customer()];
    const [one, other] = [(await place(ana, 11, '150')).data.deposit, (await place(bob, 11, '160')).data.deposit];
    for (const [who, { id }] of [
      [ana, one],
      [bob, other],
    ] as const)
      await kit.call('POST pay/recharge/submit', { id, evidence: [await picture(who)] }, { token: who.token });
    const decide = async (id: string, verdict: boolean) => {
      const [row] = await kit.database.query<CaseRow>(
        `SELECT ${caseColumns} FROM case_file WHERE kind = 'deposit' AND subject->>'deposit' = $1`,
        [id],
      );
      const reason = verdict ? 'arrived' : 'otherHolder';
      await kit.money.effects.deposit({
        ...row!,
        verdict,
        proposed_by: 3,
        reason_code: reason,
        remark: verdict ? null : 'Not your account',
      });
    };
    await decide(one.id, true);
    await decide(one.id, true);
    expect(await detail(ana, one.id)).toMatchObject({ step: 'credited', status: 1, net: '150' });
    expect(await coins(ana.account, 'USDT')).toBe(150_000_000n);
    await decide(other.id, false);
    await decide(other.id, true);
    expect(await detail(bob, other.id)).toMatchObject({
      step: 'refused',
      status: -1,
      reasonCode: 'otherHolder',
      remark: 'Not your account',
    });
    expect(await coins(bob.account, 'USDT')).toBe(0n);
    expect(await kit.database.query('SELECT kind FROM notice WHERE account = $1', [bob.account])).toEqual([{ kind: 'deposit.rejected' }]);
  });
});

describe('a statement', () => {
  test('puts a transfer to its order by five checks; what differs is told to people', async () => {
    const [ana, eve] = [await customer(), await customer('Eve Stranger')];
    const good = (await place(ana, 7, '120')).data.deposit;
    const bad = (await place(eve, 7, '300')).data.deposit;
    const told = await importNext([
      { amount: 12_000n, reference: `for ${good.no}` },
      { amount: 12_000n, reference: `again ${good.no}` },
      { amount: 29_900n, reference: bad.no, counterparty: 'GB33BUKB20201555555555' },
      { amount: 500n, reference: 'no reference' },
      { amount: -700n, reference: good.no },
    ]);
    expect(told).toEqual({ statements: 1, again: 0, lines: 5, matched: 2 });
    expect(await detail(ana, good.id)).toMatchObject({ step: 'review', amount: '120' });
    expect(await caseOf(good.id)).toEqual([expect.objectContaining({ complete: 'true', name: 'agrees' })]);
    expect(await detail(eve, bad.id)).toMatchObject({ step: 'review', amount: '299' });
    expect(await caseOf(bad.id)).toEqual([
      expect.objectContaining({ complete: 'false', name: 'differs', amountCheck: 'differs', accountOnFile: 'differs', currency: 'agrees' }),
    ]);
    expect((await kit.orders.unmatchedLines()).map(({ units }) => units)).toEqual(['12000', '500']);
    expect(await kit.orders.held()).toEqual([expect.objectContaining({ kind: 'custody', units: balance })]);
    expect(await coins(ana.account, 'USD')).toBe(0n);
  });

  test('is imported once, in order, whole or not at all', async () => {
    const again = statement([{ amount: 100n, reference: 'x' }]);
    await importNext([{ amount: 100n, reference: 'x' }]);
    const lines = () => kit.database.query('SELECT 1 FROM bank_line');
    const before = (await lines()).length;
    const read = (one: Statement) => kit.orders.importStatement(writeMt940(one, '2026-11-23'), 'mt940');
    expect(await read(again)).toMatchObject({ statements: 0, again: 1 });
    const line = { amount: 100n, reference: 'y' };
    expect(await problemOf(read({ ...again, lines: [{ ...again.lines[0]!, reference: 'other' }] }))).toBe('changed');
    expect(await problemOf(read(statement([line], { number: number + 2 })))).toBe('gap');
    expect(await problemOf(read(statement([line], { opening: balance + 1n, closing: balance + 101n })))).toBe('balanceDiffers');
    expect(await problemOf(read(statement([{ ...line, id: again.lines[0]!.id }])))).toBe('idTwice');
    const abroad = statement([{ ...line }], { account: iban });
    expect(await problemOf(read({ ...abroad, lines: abroad.lines.map((one) => ({ ...one, account: iban })) }))).toBe('accountUnknown');
    expect(await problemOf(read({ ...statement([line]), closing: 0n }))).toBe('sumsDiffer');
    expect(await problemOf(kit.orders.importStatement('<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'camt053'))).toBe('doctype');
    expect(await problemOf(kit.orders.importStatement(writeCsv(statement([line])).slice(40), 'csv'))).not.toBe('none');
    expect(await lines()).toHaveLength(before);
    const both = await Promise.allSettled([read(statement([line])), read(statement([line]))]);
    expect(both.map((one) => (one.status === 'fulfilled' ? one.value.statements : -1)).sort()).toEqual([0, 1]);
    number += 1;
    balance += 100n;
  });
});

describe('a callback', () => {
  const post = async (party: string, form: object) => {
    const payload = new URLSearchParams(form as Record<string, string>).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, body } = await kit.app.inject({ method: 'POST', url: `/api/gateway/${party}`, headers, payload });
    return { status: statusCode, body };
  };
  /** Pays to an address of the gateway; the callback goes nowhere until the test sends it. */
  const trade = async (to: string, units: bigint, coinType = 'LINK') => {
    await kit.gateway
      .pay({ to, units, decimals: 18, coinType, txHash: `0x${String(kit.gateway.sent.length).padStart(64, '1')}` })
      .catch(() => {});
    return kit.gateway.sent.at(-1)!;
  };
  const address = async ({ token }: Who) =>
    (await kit.call('GET pay/recharge/udun-address', { asset: 'LINK', network: 'ethereum-gateway' }, { token })).data.address;
  const listOf = async ({ token }: Who) => (await kit.call('GET pay/recharge/page', {}, { token })).data.list;
  const alarms = async () => (await kit.database.query('SELECT 1 FROM rail_alarm WHERE rail = 6 AND ended_at IS NULL')).length;

  test('credits once, however often it is told; moved digits and lies credit nothing and stop the rail', async () => {
    const ana = await customer();
    const call = await trade(await address(ana), 5n * 10n ** 18n);
    expect((await post('udun', kit.gateway.moved(call))).status).toBe(400);
    expect((await post('udun', { ...call, sign: '0'.repeat(32) })).status).toBe(403);
    expect((await post('nobody', call)).status).toBe(404);
    expect((await post('udun', {})).status).toBe(400);
    expect(await listOf(ana)).toEqual([]);
    const answers = await Promise.all([post('udun', call), post('udun', call), post('udun', call)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (let at = 0; at < 2; at += 1) await kit.blocks();
    expect((await listOf(ana)).map(({ step, amount }) => [step, amount])).toEqual([['credited', '5']]);
    const scale = BigInt(kit.catalogue.assetByCode('LINK')!.scale);
    expect(await coins(ana.account, 'LINK')).toBe(5n * 10n ** scale);
    expect(await alarms()).toBe(0);
    expect((await post('udun', kit.gateway.lie(call, 500n * 10n ** 18n))).status).toBe(409);
    expect(await alarms()).toBe(1);
    // The rail is stopped for machines: what comes now waits for people.
    expect((await post('udun', await trade(await address(ana), 10n ** 18n))).status).toBe(200);
    await kit.blocks();
    expect((await listOf(ana)).map(({ step }) => step)).toEqual(['review', 'credited']);
    await kit.database.query('UPDATE rail_alarm SET ended_at = now()');
    expect(await coins(ana.account, 'LINK')).toBe(5n * 10n ** scale);
  });

  test('that lies about the address or the coin, signed with the right key, credits nothing; the address stops the rail', async () => {
    const [ana, bob] = [await customer(), await customer()];
    const call = await trade(await address(ana), 4n * 10n ** 18n);
    const told = (change: object) =>
      udunMessage({ ...(JSON.parse(call.body) as object), ...change }, 'key of this test', '123456', kit.clock.now());
    // A coin that no rail takes is passed over; the trade itself is credited to nobody by it.
    expect((await post('udun', told({ coinType: 'WORTHLESS' }))).status).toBe(200);
    expect(await alarms()).toBe(0);
    expect((await post('udun', told({ address: await address(bob) }))).status).toBe(409);
    expect(await alarms()).toBe(1);
    await kit.blocks();
    expect([await listOf(ana), await listOf(bob)]).toEqual([[], []]);
    await kit.database.query('UPDATE rail_alarm SET ended_at = now()');
    expect((await post('udun', call)).status).toBe(200);
    await kit.blocks();
    expect((await listOf(ana)).map(({ step, amount }) => [step, amount])).toEqual([['credited', '4']]);
    expect(await listOf(bob)).toEqual([]);
  });

  test('to an address that somebody gave to another account in the table is credited to nobody before people looked', async () => {
    const [ana, thief] = [await customer(), await customer()];
    const to = await address(ana);
    await address(thief);
    const swap = (from: number, account: number) =>
      kit.database.query("UPDATE deposit_address SET account = $2 WHERE network = 'ethereum-gateway' AND account = $1", [from, account]);
    for (const [from, account] of [
      [ana.account, 1],
      [thief.account, ana.account],
      [1, thief.account],
    ] as const)
      await swap(from, account);
    expect((await post('udun', await trade(to, 6n * 10n ** 18n))).status).toBe(200);
    await kit.blocks();
    expect(await coins(thief.account, 'LINK')).toBe(0n);
    expect(await alarms()).toBe(1);
    await kit.database.query('UPDATE rail_alarm SET ended_at = now()');
  });

  test('of a trade whose amount is told otherwise, when nobody can be asked, is an alarm too', async () => {
    const ana = await customer();
    const call = await trade(await address(ana), 3n * 10n ** 18n);
    const { ask } = kit.parties.get('udun')!;
    kit.parties.get('udun')!.ask = undefined;
    expect((await post('udun', call)).status).toBe(200);
    expect((await post('udun', kit.gateway.lie(call, 10n ** 18n))).status).toBe(409);
    kit.parties.get('udun')!.ask = ask;
    expect((await listOf(ana)).map(({ step, amount }) => [step, amount])).toEqual([['review', '3']]);
    expect(await alarms()).toBe(1);
    await kit.database.query('UPDATE rail_alarm SET ended_at = now()');
  });

  test('about another coin, or money that leaves, is passed over', async () => {
    const ana = await customer();
    expect((await post('udun', await trade(await address(ana), 10n ** 18n, 'FAKE'))).status).toBe(200);
    expect((await post('payly', await trade(await address(ana), 10n ** 18n))).status).toBe(200);
    await kit.blocks();
    expect((await listOf(ana)).filter(({ step }) => step === 'credited')).toEqual([]);
  });
});
