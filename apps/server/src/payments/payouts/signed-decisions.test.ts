import { randomUUID } from 'node:crypto';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SoftwareAuthenticator } from '../../testing/authenticator.ts';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { type Customer, testMoneyOut } from '../testing/money-out.ts';

/** Payouts from the customer's request through the console, the journal and the real signer to the chain. */
let kit: Awaited<ReturnType<typeof testMoneyOut>>;
let desk: TestConsole;
interface Person {
  id: string;
  token: string;
  key: SoftwareAuthenticator;
}
let [ada, ben]: Person[] = [];
beforeAll(async () => {
  kit = await testMoneyOut();
  await kit.tellVault();
  await kit.blocks(2);
  await kit.price('ETH/USDT', '10000', 'real');
  await kit.database.query("SELECT setval(pg_get_serial_sequence('operator', 'id'), 10)");
  desk = await testConsole({
    on: { ...kit.test, drop: async () => {} },
    ...{ venues: kit.venues, effects: kit.out.effects, bodies: kit.out.bodies },
  });
  ada = await hired();
  ben = await hired();
}, 120_000);
afterAll(async () => {
  await desk.close();
  await kit.close();
});

/** An operator of money with a key that the venue and the signer know. */
async function hired(): Promise<Person> {
  const person = await desk.operator('finance');
  const body = { kind: 'defineOperator', operator: Number(person.id), powers: ['see', 'money'] } as const;
  const asked = await kit.tell({ kind: 'propose', body, proof: '', reason: 'hired' }, 1);
  if (asked.kind === 'proposal') await kit.tell({ kind: 'approve', proposal: asked.proposal, digest: asked.digest, proof: '' }, 2);
  await kit.admit(Number(person.id), person.key);
  return person;
}
/** The console's time is that of the exchange, and whoever signed in yesterday signs in again. */
async function later(): Promise<void> {
  desk.clock.jump(Math.max(0, kit.clock.now() - desk.clock.now()));
  for (const person of [ada!, ben!]) {
    const { data } = await desk.call('POST auth/begin', {});
    person.token = (await desk.call('POST auth/finish', { assertion: person.key.assert(data) })).data.token;
  }
}
const refusalOf = ({ code }: { code: number }) => (code === 0 ? 'done' : errorByCode(code));

/** A payout that waits for people, and its case. */
async function waiting(amount: string, kind: string) {
  const who: Customer = await kit.payee('ETH', 4n * 10n ** 8n);
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const made = await kit.prove('POST pay/virtual-wallet/create', { channel: 2, address, label: 'Mine', whose: 'self' }, who);
  expect(made.refusal).toBe('done');
  await kit.day();
  const asked = await kit.prove(
    'POST pay/withdrawal',
    { channel: 2, amount, destinationId: made.data.address.id, address, travelRule: { owner: 'self' } },
    who,
  );
  expect(asked.refusal).toBe('done');
  const number = Number(asked.data.payout.id);
  await kit.run();
  await later();
  const [row] = await kit.database.query<{ case_id: bigint; kind: string }>('SELECT case_id, kind FROM payout_case WHERE number = $1', [
    number,
  ]);
  expect(row!.kind).toBe(kind);
  return { number, id: String(row!.case_id), who };
}
const get = async (id: string) => (await desk.call('GET case/get', { id }, { token: ada!.token })).data;
async function take(id: string, { token }: Person) {
  const { data } = await desk.call('POST case/take', { id, revision: (await get(id)).case.revision }, { token });
  return data.case.revision;
}
interface Decision {
  pass?: boolean;
  reasonCode?: string;
  commandId?: string;
}
async function prepare(
  id: string,
  { token }: Person,
  { pass = true, reasonCode = 'payoutInOrder', commandId = randomUUID() }: Decision = {},
) {
  const { data, code } = await desk.call('GET case/prepare', { id, pass: pass ? 'true' : 'false', reasonCode, commandId }, { token });
  return { ...data, code, commandId };
}
async function send(
  id: string,
  { token }: Person,
  assertion: unknown,
  { pass = true, reasonCode = 'payoutInOrder', commandId }: Decision = {},
) {
  const { revision } = (await get(id)).case;
  const input = { id, revision, pass, reasonCode, ...(assertion ? { assertion } : {}) };
  return desk.call('POST case/decide', input, { token, ...(commandId ? { commandId } : {}) });
}
/** As the console does it: what is prepared is signed and sent. */
async function decide(id: string, who: Person, what: Decision = {}, key = who.key) {
  const { digest, rpId, commandId } = await prepare(id, who, what);
  return send(id, who, key.assert({ challenge: digest!, rpId }), { ...what, commandId });
}
const sent = async (number: number) => {
  const [row] = await kit.database.query('SELECT refusal FROM payout_sent WHERE number = $1', [number]);
  return { state: (await kit.payout(number))?.state, ...row };
};

test('a payout of so much leaves with the signatures of two people over exactly what was shown to them', async () => {
  const { number, id } = await waiting('1.2', 'payoutLarge');
  await take(id, ada!);
  const shown = await prepare(id, ada!);
  expect(shown).toMatchObject({ persons: 2, body: { kind: 'passPayout' } });
  expect(shown.body!.fields).toContainEqual(expect.objectContaining({ field: 'payout', after: String(number) }));
  const first = await decide(id, ada!);
  expect(first.data.case).toMatchObject({ step: 'proposed', waitsFor: 'secondOperator' });
  expect(await kit.payout(number)).toMatchObject({ state: 'waiting' });
  // The second signs what the first proposed: the same bytes.
  const [one, two] = [await prepare(id, ben!), await prepare(id, ben!)];
  expect(one.digest).toBe(two.digest);
  expect((await decide(id, ben!)).data.case).toMatchObject({ step: 'passed' });
  const kept = await kit.database.query('SELECT operator_id FROM operator_assertion WHERE challenge = $1 ORDER BY operator_id', [
    Buffer.from(one.digest!, 'base64url'),
  ]);
  expect(kept.map(({ operator_id }) => String(operator_id))).toEqual([ada!.id, ben!.id]);
  await kit.blocks(15);
  expect(await sent(number)).toEqual({ state: 'completed', refusal: null });
}, 120_000);

test('the signer sends nothing of a payout that is decided in the journal without their signatures', async () => {
  const { number } = await waiting('1.2', 'payoutLarge');
  await kit.decide(number, true, { by: [Number(ada!.id), Number(ben!.id)] });
  await kit.blocks(15);
  expect(await sent(number)).toEqual({ state: 'sending', refusal: 'approvalMissing' });
}, 120_000);

test('nobody decides about money without a signature, with another one’s, or with one over something else', async () => {
  const other = await waiting('0.7', 'payout');
  const { number, id } = await waiting('0.7', 'payout');
  await take(id, ada!);
  expect(refusalOf(await send(id, ada!, undefined))).toBe('signatureNeeded');
  const { digest, rpId, commandId } = await prepare(id, ada!);
  const signed = ada!.key.assert({ challenge: digest!, rpId });
  // Under another command id, with the other verdict, by somebody else's key, over another payout's digest.
  expect(refusalOf(await send(id, ada!, signed))).toBe('digestDiffers');
  expect(refusalOf(await send(id, ada!, signed, { pass: false, reasonCode: 'other', commandId }))).toBe('digestDiffers');
  expect(refusalOf(await decide(id, ada!, {}, ben!.key))).toBe('operatorKeyUnknown');
  const elsewhere = await prepare(id, ada!);
  const forged = ada!.key.assert({ challenge: elsewhere.digest!, rpId }, { origin: 'http://localhost:9999' });
  expect(refusalOf(await send(id, ada!, forged, { commandId: elsewhere.commandId }))).toBe('operatorKeyWrong');
  const theirs = await prepare(other.id, ada!);
  expect(refusalOf(await send(id, ada!, ada!.key.assert({ challenge: theirs.digest!, rpId }), { commandId: theirs.commandId }))).toBe(
    'digestDiffers',
  );
  expect((await prepare(id, ada!, { reasonCode: 'because' })).code).not.toBe(0);
  expect(await kit.payout(number)).toMatchObject({ state: 'waiting' });
  expect((await get(id)).case.step).toBe('taken');
  // Pressed twice, one signature decides once.
  const good = await prepare(id, ada!);
  const assertion = ada!.key.assert({ challenge: good.digest!, rpId });
  const { revision } = (await get(id)).case;
  const input = { id, revision, pass: true, reasonCode: 'payoutInOrder', assertion };
  const pressed = await Promise.all(
    [1, 2].map(() => desk.call('POST case/decide', input, { token: ada!.token, commandId: good.commandId })),
  );
  expect(pressed.map(refusalOf)).toContain('done');
  expect((await get(id)).case.step).toBe('passed');
  const { value: open } = await kit.real.read((engine) => engine.proposals());
  expect(open).toEqual([]);
}, 120_000);

test('own proposal, another verdict, a day that is over, and a subject that changed are named', async () => {
  const { number, id, who } = await waiting('1.2', 'payoutLarge');
  await take(id, ada!);
  await decide(id, ada!);
  expect(refusalOf(await decide(id, ada!))).toBe('decidedByYou');
  // The second says otherwise: nothing is posted, and nothing is signed for it.
  expect(await prepare(id, ben!, { pass: false, reasonCode: 'other' })).toMatchObject({ digest: null, body: null });
  expect((await send(id, ben!, undefined, { pass: false, reasonCode: 'other' })).data.case).toMatchObject({ step: 'waiting' });
  await take(id, ada!);
  await decide(id, ada!);
  desk.clock.jump(24 * 3_600_000 + 1);
  await later();
  expect(refusalOf(await decide(id, ben!))).toBe('proposalOver');
  await desk.carryOut.job.run();
  expect((await get(id)).case).toMatchObject({ step: 'waiting', owner: null });
  // The customer takes it back between what is shown and the press.
  await take(id, ada!);
  const shown = await prepare(id, ada!);
  await kit.call('PUT pay/withdrawal/cancel/{id}', { id: String(number) }, { token: who.token });
  expect(
    refusalOf(await send(id, ada!, ada!.key.assert({ challenge: shown.digest!, rpId: shown.rpId }), { commandId: shown.commandId })),
  ).toBe('digestDiffers');
  expect(await kit.payout(number)).toMatchObject({ state: 'cancelled' });
}, 120_000);
