import { randomUUID } from 'node:crypto';
import { type ErrorName, errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { createKillSwitches, type KillSwitches } from '../platform/kill-switches.ts';
import { silentLog } from '../platform/log.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { registerFirstOperators } from './register.ts';

type Operator = Awaited<ReturnType<TestConsole['operator']>>;
let exchange: Exchange;
let kit: TestConsole;
let switches: KillSwitches;
let [ada, ben, cleo]: Operator[] = [];
beforeAll(async () => {
  exchange = await testExchange();
  const { venues, test: database } = exchange;
  const journal = (venue: 'real' | 'demo') => createPostgresJournal({ venue, connection: database.connection, log: silentLog });
  switches = createKillSwitches({
    database: database.database,
    venues: Object.values(venues),
    clock: { now: () => Date.now(), after: () => () => {}, defer: () => {} },
    log: silentLog,
  });
  kit = await testConsole({ venues, switches, on: database, journals: { real: journal('real'), demo: journal('demo') } });
  ada = await kit.operator('administrator');
  ben = await kit.operator('administrator');
  cleo = await kit.operator('support', 'finance', 'compliance', 'risk');
  await registerFirstOperators({ database: exchange.database, venues, log: silentLog });
});
afterAll(async () => {
  await kit.app.close();
  await exchange.close();
});

const refusalOf = ({ code }: { code: number }): ErrorName | undefined => errorByCode(code);
type Body = { kind: string; values: Record<string, unknown> };
const powersOf = (operator: string, ...powers: string[]): Body => ({ kind: 'defineOperator', values: { operator, powers } });
const openTrading: Body = { kind: 'setTradingMode', values: { mode: 'normal' } };
/** Raises a change as the console does: the digest is asked for, signed, and sent under the same command id. */
async function propose(who: Operator, body: Body, { commandId = randomUUID(), signs = body, token = who.token } = {}) {
  const reason = 'as agreed';
  const { data } = await kit.call('POST change/prepare', { venue: 'demo', commandId, body: signs, reason }, { token });
  const assertion = who.key.assert({ challenge: data.digest, rpId: data.rpId });
  return kit.call('POST change/propose', { venue: 'demo', body, reason, assertion }, { token, commandId });
}
async function approve(who: Operator, proposal: string, digest: string, token = who.token) {
  const assertion = who.key.assert({ challenge: digest, rpId: 'localhost' });
  return kit.call('POST change/approve', { venue: 'demo', proposal, digest, assertion }, { token });
}
const look = async (proposal: string, who = cleo!) =>
  (await kit.call('GET change/get', { venue: 'demo', proposal }, { token: who.token })).data;
const operatorsOf = async () => (await exchange.venues.demo.read((engine) => engine.operators())).value;

describe('a change', () => {
  test('is in force when another person has signed exactly it, and stands in journal, histories and audit', async () => {
    const dora = await kit.operator('finance');
    const body = powersOf(dora.id, 'see', 'money', 'house');
    const { data } = await propose(ada!, body);
    expect(data).toMatchObject({ state: 'waits', refused: '' });
    const seen = await look(data.proposal, ben);
    expect(seen).toMatchObject({ change: { state: 'waits', mayApprove: true, needed: 2, reason: 'as agreed' } });
    expect(seen.fields.filter(({ field }) => field === 'powers').map(({ at, before, after }) => [at, before, after])).toEqual([
      ['1', null, 'see'],
      ['2', null, 'money'],
      ['3', null, 'house'],
    ]);
    expect((await look(data.proposal, ada)).change.mayApprove).toBe(false);
    expect((await approve(ben!, data.proposal, seen.change.digest)).data).toMatchObject({ state: 'applied' });
    expect((await operatorsOf()).find(({ operator }) => operator === Number(dora.id))?.powers).toEqual(['see', 'money', 'house']);
    const { value: seq } = await exchange.venues.demo.read((engine) => engine.seq);
    await exchange.venues.demo.waitProjected(seq, 5_000);
    expect((await look(data.proposal)).change).toMatchObject({ state: 'applied', approvals: [{ signed: true }, { signed: true }] });
    const kept = await exchange.database.query<{ n: bigint }>('SELECT count(*) AS n FROM operator_assertion');
    expect(kept[0]?.n).toBe(2n);
    const event = await kit.call('GET ledger/event', { venue: 'demo', seq: String(seq) }, { token: cleo!.token });
    expect(event.data).toMatchObject({ kind: 'approve', actor: { by: 'operator', id: Number(ben!.id) } });
    const batch = await kit.call('GET ledger/batch', { venue: 'demo', first: event.data.batch.first }, { token: cleo!.token });
    expect(batch.data.hashFits).toBe(true);
  });
  test('is not approved by its proposer, in this session or in another', async () => {
    const { data } = await propose(ada!, powersOf('900', 'rules'));
    const { change } = await look(data.proposal);
    const begun = await kit.call('POST auth/begin', {});
    const again = await kit.call('POST auth/finish', { assertion: ada!.key.assert(begun.data) });
    expect(refusalOf(await approve(ada!, data.proposal, change.digest))).toBe('samePerson');
    expect(refusalOf(await approve(ada!, data.proposal, change.digest, again.data.token))).toBe('samePerson');
    await kit.call('POST change/retract', { venue: 'demo', proposal: data.proposal, reason: 'not now' }, { token: ada!.token });
    expect(refusalOf(await approve(ben!, data.proposal, change.digest))).toBe('proposalOver');
  });
  test('takes only the operator’s own signature over exactly this change', async () => {
    const body = powersOf('901', 'rules');
    const { data } = await propose(ada!, body);
    const { change } = await look(data.proposal);
    const send = (assertion: unknown, token = ben!.token) =>
      kit.call('POST change/approve', { venue: 'demo', proposal: data.proposal, digest: change.digest, assertion }, { token });
    const over = (who: Operator, challenge: string) => who.key.assert({ challenge, rpId: 'localhost' });
    expect(refusalOf(await send(over(ada!, change.digest)))).toBe('operatorKeyUnknown');
    expect(refusalOf(await send(over(ben!, 'another')))).toBe('digestDiffers');
    expect(refusalOf(await send(ben!.key.assert({ challenge: change.digest, rpId: 'localhost' }, { userVerified: false })))).toBe(
      'operatorKeyWrong',
    );
    expect(refusalOf(await approve(ben!, data.proposal, 'A'.repeat(43)))).toBe('digestDiffers');
    // What was signed and what is sent differ.
    expect(refusalOf(await propose(ada!, body, { signs: powersOf('901', 'money') }))).toBe('digestDiffers');
    expect(await operatorsOf()).not.toContainEqual(expect.objectContaining({ operator: 901 }));
  });
  test('needs the power of what it changes, and nobody raises their own', async () => {
    expect(refusalOf(await propose(cleo!, powersOf('902', 'rules')))).toBe('powerMissing');
    expect(refusalOf(await propose(ada!, openTrading))).toBe('powerMissing');
    expect(refusalOf(await propose(ada!, powersOf(ada!.id, 'money')))).toBe('samePerson');
    const stranger = await kit.operator('risk');
    expect(refusalOf(await propose(stranger, openTrading))).toBe('operatorUnknown');
  });
  test('answers the same to the same command id, and refuses another change under it', async () => {
    const commandId = randomUUID();
    const body = powersOf('904', 'rules');
    const { data } = await kit.call('POST change/prepare', { venue: 'demo', commandId, body, reason: 'twice' }, { token: ada!.token });
    const input = { venue: 'demo', body, reason: 'twice', assertion: ada!.key.assert({ challenge: data.digest, rpId: 'localhost' }) };
    const first = await kit.call('POST change/propose', input, { token: ada!.token, commandId });
    const second = await kit.call('POST change/propose', input, { token: ada!.token, commandId });
    expect(second.data).toEqual(first.data);
    const { value: open } = await exchange.venues.demo.read((engine) => engine.proposals());
    expect(open.filter((one) => one.body.kind === 'defineOperator' && one.body.operator === 904)).toHaveLength(1);
    expect(refusalOf(await kit.call('POST change/propose', { ...input, reason: 'other' }, { token: ada!.token, commandId }))).toBe(
      'commandIdReused',
    );
  });
});

describe('a price that waits to be believed', () => {
  test('is confirmed or discarded by one person, exactly as it was looked up, once', async () => {
    const seen = { symbol: 'SOL/USDT', price: '300.00', last: '150.00', since: 1, prints: 1, source: 'simulated' };
    const waiting = [seen];
    const leave = (_symbol: string, price: string) => price === waiting.pop()?.price;
    const prices = { held: () => waiting, confirm: leave, discard: leave };
    const own = await testConsole({ venues: exchange.venues, on: exchange.test, prices });
    const risk = await own.operator('risk');
    const support = await own.operator('support');
    expect((await own.call('GET price/held', {}, { token: support.token })).data).toEqual([seen]);
    const confirm = (price: string, who = risk) =>
      own.call(
        'POST price/confirm',
        { symbol: 'SOL/USDT', price, reason: 'two other exchanges say so' },
        { token: who.token, commandId: randomUUID() },
      );
    expect((await confirm('300.00', support)).status).toBe(403);
    expect(refusalOf(await confirm('310.00'))).toBe('priceNotHeld');
    expect((await confirm('300.00')).data).toEqual({ confirmed: true });
    expect(refusalOf(await confirm('300.00'))).toBe('priceNotHeld');
    const { data } = await own.call('GET audit/list', {}, { token: (await own.operator('administrator')).token });
    expect(data.list.find(({ call }) => call === 'POST price/confirm')).toMatchObject({
      subject: 'price SOL/USDT',
      reason: 'two other exchanges say so',
    });
    waiting.push(seen);
    const discard = (price: string, who = risk) =>
      own.call(
        'POST price/discard',
        { symbol: 'SOL/USDT', price, reason: 'a digit too many' },
        { token: who.token, commandId: randomUUID() },
      );
    expect((await discard('300.00', support)).status).toBe(403);
    expect(refusalOf(await discard('310.00'))).toBe('priceNotHeld');
    expect((await discard('300.00')).data).toEqual({ discarded: true });
    expect(refusalOf(await discard('300.00'))).toBe('priceNotHeld');
    await own.app.close();
  });
});

describe('what only stops', () => {
  test('one person does at once', async () => {
    const [instrument] = exchange.catalogue.instruments;
    const input = { what: 'instrument', scope: 'demo', instrument: instrument!.id, reason: 'a wrong price' } as const;
    expect((await kit.call('POST stop/throw', input, { token: cleo!.token })).data).toEqual({ inForce: true });
    const { data } = await kit.call('GET rule/list', { venue: 'demo' }, { token: cleo!.token });
    expect(data.find((one) => one.instrument === instrument!.id)?.status).toBe(3);
    expect(refusalOf(await kit.call('POST stop/throw', { ...input, instrument: 999_999 }, { token: cleo!.token }))).toBe(
      'instrumentUnknown',
    );
    await kit.call('POST stop/throw', { what: 'cancelOnly', scope: 'demo', reason: 'an alarm' }, { token: cleo!.token });
    expect(await switches.list()).toMatchObject([{ name: 'cancelOnly', scope: 'demo', active: true, changedBy: `operator ${cleo!.id}` }]);
  });
  test('opens again by a change, and stays open; a switch of all venues goes on holding the others', async () => {
    const modes = async () =>
      Promise.all((['demo', 'real'] as const).map(async (venue) => (await exchange.venues[venue].read((engine) => engine.mode)).value));
    await kit.call('POST stop/throw', { what: 'cancelOnly', scope: 'all', reason: 'an alarm' }, { token: cleo!.token });
    expect(await modes()).toEqual(['cancelOnly', 'cancelOnly']);
    expect((await propose(cleo!, openTrading)).data).toMatchObject({ state: 'applied' });
    for (let again = 0; again < 3; again += 1) {
      await switches.apply();
      expect(await modes()).toEqual(['normal', 'cancelOnly']);
    }
    const active = (await switches.list()).filter((one) => one.active).map(({ name, scope, reason }) => [name, scope, reason]);
    expect(active).toEqual([['cancelOnly', 'real', 'an alarm']]);
  });
});

describe('the ledger', () => {
  test('leads from a balance to its lines, command and batch; its invariants name what breaks them', async () => {
    const { account } = await exchange.customer('demo');
    const { value: seq } = await exchange.venues.demo.read((engine) => engine.seq);
    await exchange.venues.demo.waitProjected(seq, 5_000);
    const token = cleo!.token;
    const { data: balances } = await kit.call('GET ledger/accounts', { venue: 'demo', account }, { token });
    expect(balances.list).toMatchObject([{ asset: 'USDT', frozen: '0.000000', house: null }]);
    const { data: lines } = await kit.call('GET ledger/lines', { venue: 'demo', account, asset: 'USDT' }, { token });
    expect(lines.list[0]?.availableAfter).toBe(balances.list[0]?.available);
    const { data: event } = await kit.call('GET ledger/event', { venue: 'demo', seq: lines.list[0]!.seq }, { token });
    expect(event.sums.every(({ sum }) => /^0(?:\.0+)?$/.test(sum))).toBe(true);
    const invariants = async () => (await kit.call('GET ledger/invariants', { venue: 'demo' }, { token })).data.checks;
    expect((await invariants()).map(({ holds }) => holds)).toEqual([true, true, true]);
    await exchange.database.query("UPDATE balance SET available = available + 1 WHERE venue = 'demo' AND account = $1", [account]);
    const broken = await invariants();
    expect(broken.map(({ holds }) => holds)).toEqual([false, true, false]);
    expect(broken[2]?.found).toEqual([`${account} USDT`]);
    expect(refusalOf(await kit.call('GET ledger/event', { venue: 'demo', seq: '99999999' }, { token }))).toBe('notFound');
  });
});
