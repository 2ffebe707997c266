import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, createEngine, type Engine, operator, system } from '@bourse/engine';
import { errorByCode } from '@bourse/protocol/errors';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../calls/session.ts';
import type { CommandRequest, Venues } from '../sequencer/port.ts';
import { noVenue, type TestConsole, testConsole } from '../testing/console.ts';
import { testDatabase } from '../testing/database.ts';
import type { StatedIdentity } from './identity.ts';
import { createIdentityRoom } from './index.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-decide-'));
const stored = new Map<string, Buffer>();
let kit: TestConsole;
let room: ReturnType<typeof createIdentityRoom>;
let engine: Engine;
const asked: CommandRequest[] = [];

/** Applies to a real engine, as the sequencer would. */
function tell(command: Command, actor = system) {
  const seq = engine.seq + 1;
  const commandId = new Uint8Array(16);
  new DataView(commandId.buffer).setUint32(12, seq);
  const outcome = engine.apply({ seq, time: kit.clock.now(), commandId, actor, command });
  engine.discardEvents();
  return { seq, outcome };
}
const port = (): Venues['demo'] => ({
  ...noVenue('demo'),
  submit: async (request) => {
    asked.push(request);
    return { ...tell(request.command, request.actor), repeated: false } as Awaited<ReturnType<Venues['demo']['submit']>>;
  },
});

beforeAll(async () => {
  const on = await testDatabase();
  const clock = { now: () => kit.clock.now() };
  const files = {
    put: async (key: string, bytes: Buffer) => void stored.set(key, bytes),
    get: async (key: string) => stored.get(key),
    remove: async (key: string) => void stored.delete(key),
  };
  const venues = { real: noVenue('real'), demo: port() };
  room = createIdentityRoom({ database: on.database, clock, files, venues, config: { dataFolder, environment: 'development' } });
  kit = await testConsole({
    ...{ on, effects: { identity: room.effect, screening: room.effect }, reveal: room.reveal },
    silence: { unanswered: { identity: room.unanswered, screening: room.unanswered }, decidedAnyway: room.decidedAnyway },
  });
  await room.start();
  engine = createEngine({ venue: 'demo' });
});
afterAll(async () => {
  await kit.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** A customer with an account of the venue, and the call that applies. */
async function customer() {
  const { id, account: number } = await kit.customer();
  const account = number!;
  tell({ kind: 'openAccount', account, feeClass: 0 });
  const session = { customerId: String(id), venue: 'demo', account } as Session;
  return { id, account, session, apply: (input: StatedIdentity) => room.identity.apply(input, session) };
}
let numbers = 0;
const nextNumber = () => {
  numbers += 1;
  return `L${numbers}0000`;
};
const stated = (change: Partial<StatedIdentity> = {}): StatedIdentity => ({
  ...{ level: 1, surname: 'Eriksson', givenNames: 'Anna', birthDate: '1974-08-12', nationality: 'SWE', residence: 'SE' },
  ...{ address: 'A very secret street 7', evidence: [] },
  document: { form: 'TD3', type: 'P', issuer: 'SWE', number: nextNumber(), expiryDate: '2035-01-01', sex: 'F' },
  ...change,
});
/** Operators whom the venue knows as well. Administrators appoint them. */
let appointed = 0;
async function officer(known = true) {
  const one = await kit.operator('compliance');
  const number = Number(one.id);
  if (!known) return one;
  if (appointed === 0) for (const first of [9001, 9002]) tell({ kind: 'defineOperator', operator: first, powers: ['people'] });
  const body = { kind: 'defineOperator', operator: number, powers: ['see', 'compliance'] } as const;
  appointed += 1;
  if (appointed === 1) tell(body);
  else {
    const { outcome } = tell({ kind: 'propose', body, proof: '', reason: 'hired' }, operator(9001));
    const { proposal, digest } = outcome.ok && outcome.result.kind === 'proposal' ? outcome.result : { proposal: 0, digest: '' };
    tell({ kind: 'approve', proposal, digest, proof: '' }, operator(9002));
  }
  return one;
}
const openOf = async (customerId: bigint | string, token: string) => {
  const { data } = await kit.call('GET case/list', { pageNo: 1, pageSize: 100 }, { token });
  return data.list.find((one) => one.customer === String(customerId) && one.step !== 'passed' && one.step !== 'refused')!;
};
/** Takes a case and opens all of its evidence. */
async function readAll(id: string, token: string) {
  const { data } = await kit.call('GET case/get', { id }, { token });
  const { data: taken } = await kit.call('POST case/take', { id, revision: data.case.revision }, { token });
  for (const { id: evidence } of taken.evidence) await kit.call('POST case/evidence', { id, evidence }, { token });
  return (await kit.call('GET case/get', { id }, { token })).data;
}
const levelOf = async (id: bigint) =>
  (
    await kit.database.query<{ identity_level: number; realname_status: number }>(
      'SELECT identity_level, realname_status FROM customer WHERE id = $1',
      [id],
    )
  )[0];

describe('an application at the console', () => {
  it('is a case that names what is sealed; one person decides, and the venue hears of the level', async () => {
    const who = await customer();
    const { token } = await officer();
    await who.apply(stated());
    const found = await openOf(who.id, token);
    expect(found).toMatchObject({ kind: 'identity', step: 'waiting' });
    const stands = JSON.stringify(
      await kit.database.query('SELECT subject, text FROM case_file c JOIN case_evidence e ON e.case_id = c.id WHERE c.id = $1', [
        found.id,
      ]),
    );
    expect(stands).not.toContain('secret street');
    const early = await kit.call(
      'POST case/decide',
      { id: found.id, revision: found.revision, pass: true, reasonCode: 'documentsAgree', remark: '' },
      { token },
    );
    expect(errorByCode(early.code)).toBe('caseEvidence');
    const full = await readAll(found.id, token);
    expect(full.evidence[0]).toMatchObject({ kind: 'stated', openedByMe: true });
    expect(full.evidence[0]?.text).toContain('address: A very secret street 7');
    expect(full.evidence[0]?.text).toContain('P<SWEERIKSSON<<ANNA<<');
    const { data, code } = await kit.call(
      'POST case/decide',
      { id: found.id, revision: full.case.revision, pass: true, reasonCode: 'documentsAgree', remark: '' },
      { token },
    );
    expect([code, data?.case.step]).toEqual([0, 'passed']);
    expect(engine.standing(who.account)).toMatchObject({ level: 1 });
    expect(await levelOf(who.id)).toEqual({ identity_level: 1, realname_status: 2 });
  });

  it('with a finding takes two people, and pictures are shown to whoever opens them, with a record', async () => {
    const who = await customer();
    const [first, second] = [await officer(), await officer()];
    await who.apply(stated());
    const one = await openOf(who.id, first.token);
    const read = await readAll(one.id, first.token);
    await kit.call(
      'POST case/decide',
      { id: one.id, revision: read.case.revision, pass: true, reasonCode: 'documentsAgree', remark: '' },
      { token: first.token },
    );
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a64' } })
      .jpeg()
      .toBuffer();
    const evidence = [];
    for (const part of ['front', 'selfie', 'address'] as const)
      evidence.push({ part, id: (await room.documents.keep(String(who.id), 'identity', photo)).id });
    await who.apply(stated({ level: 2, surname: 'Fictus', givenNames: 'Ignatius', birthDate: '1970-01-01', evidence }));
    const two = await openOf(who.id, first.token);
    expect(two.kind).toBe('screening');
    const full = await readAll(two.id, first.token);
    expect(full.evidence.map(({ kind }) => kind)).toEqual(['stated', 'finding', 'front', 'selfie', 'address']);
    expect(full.evidence[1]?.text).toContain('Ignatius Fictus');
    expect(full.evidence[2]?.text).toMatch(/^data:image\/jpeg;base64,/);
    const views = await kit.database.query<{ viewer: string; reason: string }>(
      'SELECT DISTINCT viewer, reason FROM document_view WHERE document_id = $1',
      [evidence[0]!.id],
    );
    expect(views).toEqual([{ viewer: `operator:${first.id}`, reason: `case ${two.id}` }]);
    const decide = async (token: string) => {
      const { revision } = (await kit.call('GET case/get', { id: two.id }, { token })).data.case;
      return kit.call('POST case/decide', { id: two.id, revision, pass: true, reasonCode: 'anotherPerson', remark: '' }, { token });
    };
    await decide(first.token);
    expect(engine.standing(who.account)).toMatchObject({ level: 1 });
    expect(errorByCode((await decide(first.token)).code)).toBe('decidedByYou');
    for (const { id } of full.evidence) await kit.call('POST case/evidence', { id: two.id, evidence: id }, { token: second.token });
    await decide(second.token);
    expect(engine.standing(who.account)).toMatchObject({ level: 2 });
    expect(await levelOf(who.id)).toEqual({ identity_level: 2, realname_status: 2 });
  });

  it('by an operator whom the venue does not know gives no level; it follows once the venue knows', async () => {
    const who = await customer();
    const { token, id } = await officer(false);
    await who.apply(stated());
    const one = await openOf(who.id, token);
    const read = await readAll(one.id, token);
    const answer = await kit.call(
      'POST case/decide',
      { id: one.id, revision: read.case.revision, pass: true, reasonCode: 'documentsAgree', remark: '' },
      { token },
    );
    expect(answer.code).not.toBe(0);
    expect(await levelOf(who.id)).toEqual({ identity_level: 0, realname_status: 1 });
    const body = { kind: 'defineOperator', operator: Number(id), powers: ['see', 'compliance'] } as const;
    const { outcome } = tell({ kind: 'propose', body, proof: '', reason: 'hired' }, operator(9001));
    const { proposal, digest } = outcome.ok && outcome.result.kind === 'proposal' ? outcome.result : { proposal: 0, digest: '' };
    tell({ kind: 'approve', proposal, digest, proof: '' }, operator(9002));
    const before = asked.length;
    await Promise.all([kit.carryOut.job.run(), kit.carryOut.one(BigInt(one.id))]);
    expect(asked.length).toBeGreaterThan(before);
    expect(await levelOf(who.id)).toEqual({ identity_level: 1, realname_status: 2 });
    expect(engine.standing(who.account)).toMatchObject({ level: 1 });
    expect((await kit.call('GET case/get', { id: one.id }, { token })).data.case.step).toBe('passed');
  });

  it('that is refused leaves the level, and the customer may apply again', async () => {
    const who = await customer();
    const { token } = await officer();
    await who.apply(stated());
    const one = await openOf(who.id, token);
    const read = await readAll(one.id, token);
    const before = asked.length;
    await kit.call(
      'POST case/decide',
      { id: one.id, revision: read.case.revision, pass: false, reasonCode: 'unreadable', remark: 'Too dark' },
      { token },
    );
    expect(asked.length).toBe(before);
    expect(await room.identity.state(who.session)).toMatchObject({
      level: 0,
      application: { status: -1, reasonCode: 'unreadable', remark: 'Too dark' },
    });
    expect(await who.apply(stated())).toMatchObject({ status: 2 });
  });
});

describe('a list that enters into force', () => {
  const list = (id: string, name: string) =>
    Buffer.from(JSON.stringify({ issued: '2026-11-20', people: [{ id, names: [name], birthYears: [], addresses: [] }] }));
  const unList = (id: string, first: string, second: string) =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-11-20T00:00:00"><INDIVIDUALS><INDIVIDUAL>
<DATAID>${id}</DATAID><FIRST_NAME>${first}</FIRST_NAME><SECOND_NAME>${second}</SECOND_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`);
  /** The job, until everybody was compared. */
  const screenEverybody = async () => {
    for (const job of room.jobs) if (job.name === 'screen-again') await job.run();
  };
  /** A customer who passed without a finding. */
  async function passed(surname: string) {
    const who = await customer();
    const first = await officer();
    await who.apply(stated({ surname, givenNames: 'Zoltan' }));
    const found = await openOf(who.id, first.token);
    const full = await readAll(found.id, first.token);
    const verdict = { id: found.id, revision: full.case.revision, pass: true, reasonCode: 'documentsAgree', remark: '' };
    await kit.call('POST case/decide', verdict, { token: first.token });
    expect(await levelOf(who.id)).toMatchObject({ identity_level: 1 });
    return { who, first };
  }
  async function decideAgain(customerId: bigint, pass: boolean, first: Awaited<ReturnType<typeof officer>>) {
    const second = await officer();
    const one = await openOf(customerId, first.token);
    const reasonCode = pass ? 'anotherPerson' : 'lawForbidsDetail';
    const mine = await readAll(one.id, first.token);
    await kit.call('POST case/decide', { id: one.id, revision: mine.case.revision, pass, reasonCode, remark: '' }, { token: first.token });
    for (const { id: evidence } of mine.evidence) await kit.call('POST case/evidence', { id: one.id, evidence }, { token: second.token });
    const { data } = await kit.call('GET case/get', { id: one.id }, { token: second.token });
    const sent = { id: one.id, revision: data.case.revision, pass, reasonCode, remark: '' };
    return kit.call('POST case/decide', sent, { token: second.token });
  }

  it('finds those who passed before it, once; a yes leaves the level, and the same entry is not asked about again', async () => {
    const { who, first } = await passed('Quillfeather');
    await screenEverybody();
    expect(await openOf(who.id, first.token)).toBeUndefined();
    await room.lists.take('un', unList('Q1', 'Zoltan', 'Quillfeather'));
    for (let again = 0; again < 3; again += 1) await screenEverybody();
    const { data } = await kit.call('GET case/list', { pageSize: 200 }, { token: first.token });
    expect(data.list.filter((one) => one.customer === String(who.id) && one.kind === 'screening')).toHaveLength(1);
    await decideAgain(who.id, true, first);
    expect(await levelOf(who.id)).toMatchObject({ identity_level: 1 });
    expect(engine.standing(who.account).level).toBe(1);
    await room.lists.take('fictional', list('F9', 'Nobody Atall'));
    await screenEverybody();
    expect(await openOf(who.id, first.token)).toBeUndefined();
    expect(await room.lists.toScreen()).toBe(0);
  });
  it('finds the others although an application cannot be read', async () => {
    const { who: unread } = await passed('Winterbourne');
    const { who, first } = await passed('Hollingberry');
    const sealed = async (bytes: string) =>
      kit.database.query(`UPDATE identity_application SET sealed = set_byte(sealed, length(sealed) - 1, ${bytes}) WHERE customer_id = $1`, [
        unread.id,
      ]);
    await sealed('get_byte(sealed, length(sealed) - 1) # 1');
    await room.lists.take('un', unList('H1', 'Zoltan', 'Hollingberry'));
    await expect(screenEverybody()).rejects.toThrow();
    expect((await openOf(who.id, first.token)).kind).toBe('screening');
    // Whoever could not be compared still counts as such, and is compared once the application can be read.
    expect(await room.lists.toScreen()).toBe(1);
    await sealed('get_byte(sealed, length(sealed) - 1) # 1');
    await screenEverybody();
    expect(await room.lists.toScreen()).toBe(0);
  });
  it('takes the level away when two people refuse, in the venue first', async () => {
    const { who, first } = await passed('Brackenbury');
    await room.lists.take('un', unList('B1', 'Zoltan', 'Brackenbury'));
    await screenEverybody();
    await decideAgain(who.id, false, first);
    expect(engine.standing(who.account).level).toBe(0);
    expect(await levelOf(who.id)).toMatchObject({ identity_level: 0, realname_status: 0 });
  });
  it('is decided also when the customer does not answer, and an application that nobody answers for ends beside it', async () => {
    const { who, first } = await passed('Featherstonehaugh');
    await room.lists.take('un', unList('S1', 'Zoltan', 'Featherstonehaugh'));
    await screenEverybody();
    const other = await customer();
    await other.apply(stated());
    const ask = async (id: bigint) => {
      const one = await openOf(id, first.token);
      const { data } = await kit.call('POST case/take', { id: one.id, revision: one.revision }, { token: first.token });
      await kit.call('POST case/ask', { id: one.id, revision: data.case.revision, text: 'Are you them?' }, { token: first.token });
    };
    await ask(who.id);
    await ask(other.id);
    kit.clock.jump(14 * 86_400_000 + 1);
    const second = await kit.operator('compliance');
    await kit.carryOut.job.run();
    expect(await levelOf(who.id)).toMatchObject({ identity_level: 1 });
    expect(await openOf(who.id, second.token)).toMatchObject({ kind: 'screening', step: 'waiting' });
    expect((await openOf(other.id, second.token)).step).toBe('cancelled');
    expect(await room.identity.state(other.session)).toMatchObject({ level: 0, application: { status: -1 } });
  });
});
