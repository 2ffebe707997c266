import type { Role } from '@bourse/protocol';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { caseKinds, kindNames } from './kinds.ts';
import { answer, openCase } from './machine.ts';

let kit: TestConsole;
let lifted: string[] = [];
const state = { away: false };
beforeAll(async () => {
  kit = await testConsole({
    effects: {
      lift: async ({ customer_id, verdict }) => {
        lifted.push(`${customer_id} ${verdict}`);
        return null;
      },
      dayTrade: async () => {
        if (state.away) throw new Error('the venue is away');
        return '77';
      },
    },
  });
});
afterAll(() => kit.close());
beforeEach(() => {
  lifted = [];
  state.away = false;
});
const refusalOf = ({ code }: { code: number }) => errorByCode(code);

/** A day-trade application of a new customer. */
async function application() {
  const { id, account } = await kit.customer();
  const row = await kit.database.transaction((tx) =>
    openCase(
      tx,
      {
        ...{ kind: 'dayTrade', venue: 'demo', customer: id, account, subject: { reason: 'I trade daily.' } },
        evidence: [{ kind: 'reason', text: 'I trade daily.', required: true }],
      },
      { kind: 'customer' },
      kit.clock.now(),
    ),
  );
  return { id: String(row!.id), customer: String(id) };
}
const operator = (...roles: Role[]) => kit.operator(...roles);
const get = async (id: string, token: string) => (await kit.call('GET case/get', { id }, { token })).data;
/** Opens all evidence. */
async function open(id: string, token: string) {
  for (const { id: evidence } of (await get(id, token)).evidence) await kit.call('POST case/evidence', { id, evidence }, { token });
}
async function taken(id: string, token: string) {
  const { case: one } = await get(id, token);
  const answer = await kit.call('POST case/take', { id, revision: one.revision }, { token });
  await open(id, token);
  return answer.data.case.revision;
}

describe('a case', () => {
  test('is taken by one of sixty who try at once', async () => {
    const { id } = await application();
    const tokens = await Promise.all(['a', 'b', 'c'].map(async () => (await operator('risk')).token));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => kit.call('POST case/take', { id, revision: 1 }, { token: tokens[at % 3] })),
    );
    const refusals = answers.map(refusalOf);
    expect(refusals.filter((one) => one === undefined)).toHaveLength(1);
    expect(refusals.filter((one) => one === 'caseChanged')).toHaveLength(59);
    const events = await kit.database.query('SELECT 1 FROM case_event WHERE case_id = $1', [id]);
    expect(events).toHaveLength(2);
  });
  test('is decided with evidence that was read, for a published reason, and ends when the venue has it', async () => {
    const { id } = await application();
    const { token } = await operator('risk');
    const { data } = await kit.call('POST case/take', { id, revision: 1 }, { token });
    const { revision } = data.case;
    const decide = (input: object) =>
      kit.call('POST case/decide', { id, revision, pass: true, reasonCode: 'experienceShown', ...input }, { token });
    expect(data.evidence).toMatchObject([{ text: null, openedByMe: false, required: true }]);
    expect(refusalOf(await decide({}))).toBe('caseEvidence');
    await open(id, token);
    expect(refusalOf(await decide({ reasonCode: 'experienceMissing' }))).toBe('caseReason');
    expect(refusalOf(await decide({ reasonCode: 'because' }))).toBe('caseReason');
    expect(refusalOf(await decide({ revision: revision - 1 }))).toBe('caseChanged');
    const done = await decide({ remark: 'Welcome.' });
    expect(done.data.case).toMatchObject({ step: 'passed', status: 1, waitsFor: 'nobody' });
    expect(refusalOf(await kit.call('POST case/take', { id, revision: done.data.case.revision }, { token }))).toBe('caseStep');
  });
  test('that the venue has not heard of is neither passed nor refused, and ends when it has', async () => {
    const { id } = await application();
    const { token } = await operator('risk');
    const revision = await taken(id, token);
    state.away = true;
    const decided = await kit.call('POST case/decide', { id, revision, pass: true, reasonCode: 'experienceShown' }, { token });
    expect(refusalOf(decided)).toBe('internal');
    expect((await get(id, token)).case).toMatchObject({ step: 'proposed', status: 0, waitsFor: 'engine' });
    state.away = false;
    await kit.carryOut.job.run();
    expect((await get(id, token)).case).toMatchObject({ step: 'passed' });
  });
  test('goes back to the queue after half an hour, and the one who had it decides nothing', async () => {
    const { id } = await application();
    const [ada, ben] = [await operator('risk'), await operator('risk')];
    const revision = await taken(id, ada.token);
    const decide = (token: string, at: number) =>
      kit.call('POST case/decide', { id, revision: at, pass: true, reasonCode: 'experienceShown' }, { token });
    await open(id, ben.token);
    expect(refusalOf(await decide(ben.token, revision))).toBe('caseNotYours');
    expect(refusalOf(await kit.call('POST case/take', { id, revision }, { token: ben.token }))).toBe('caseStep');
    kit.clock.jump(30 * 60_000 + 1);
    expect((await get(id, ada.token)).case).toMatchObject({ step: 'waiting', owner: null, mine: false });
    expect(refusalOf(await decide(ada.token, revision))).toBe('caseNotYours');
    expect(refusalOf(await kit.call('POST case/release', { id, revision }, { token: ada.token }))).toBe('caseNotYours');
    expect((await kit.call('POST case/take', { id, revision }, { token: ben.token })).data.case.mine).toBe(true);
  });
  test('stands while the customer is asked, goes on with what was left, and is cancelled after 14 days', async () => {
    const { id } = await application();
    const { token } = await operator('risk');
    const revision = await taken(id, token);
    const { dueAt } = (await get(id, token)).case;
    const asked = await kit.call('POST case/ask', { id, revision, text: 'Which markets?' }, { token });
    expect(asked.data.case).toMatchObject({ step: 'asked', dueAt: null, waitsFor: 'customer' });
    kit.clock.jump(3 * 3_600_000);
    const { token: hoursLater } = await operator('risk');
    const now = kit.clock.now();
    await kit.database.transaction((tx) => answer(tx, { id, revision: asked.data.case.revision, now, text: 'Stocks.' }));
    expect((await get(id, hoursLater)).case).toMatchObject({ step: 'waiting', dueAt: dueAt! + 3 * 3_600_000 });

    const second = await application();
    const at = await taken(second.id, hoursLater);
    await kit.call('POST case/ask', { id: second.id, revision: at, text: 'Which markets?' }, { token: hoursLater });
    kit.clock.jump(14 * 86_400_000 + 1);
    await kit.carryOut.job.run();
    const { token: later } = await operator('risk');
    expect((await get(second.id, later)).case).toMatchObject({ step: 'cancelled', status: -2 });
  });
  test('keeps its history: nobody rewrites or removes an event', async () => {
    const { id } = await application();
    await expect(kit.database.query("UPDATE case_event SET text = 'x' WHERE case_id = $1", [id])).rejects.toThrow(/only added to/);
    await expect(kit.database.query('DELETE FROM case_event WHERE case_id = $1', [id])).rejects.toThrow(/only added to/);
  });
});

describe('a case that two people decide', () => {
  async function lift() {
    const { id } = await kit.customer();
    const { token } = await operator('support');
    const opened = await kit.call('POST case/open', { kind: 'lift', customer: String(id), text: 'The phone was found.' }, { token });
    return { id: opened.data?.case.id ?? '', customer: String(id), token, opened };
  }
  test('is opened by whoever sees customers, once at a time; customers’ kinds are not', async () => {
    const { customer, token } = await (async () => {
      const { id } = await kit.customer();
      const { token } = await operator('compliance');
      return { customer: String(id), token };
    })();
    const send = (kind: string, of = customer) => kit.call('POST case/open', { kind, customer: of, text: 'A good reason.' }, { token });
    expect(refusalOf(await send('lift'))).toBeUndefined();
    expect(refusalOf(await send('lift'))).toBe('caseOpen');
    expect(refusalOf(await send('dayTrade'))).toBe('caseKind');
    expect(refusalOf(await send('constructor'))).toBe('caseKind');
    expect(refusalOf(await send('lift', '999999999'))).toBe('notFound');
  });
  test('needs another person, also against two sessions of the first', async () => {
    const { id, customer } = await lift();
    const [ada, ben] = [await operator('compliance'), await operator('compliance')];
    const revision = await taken(id, ada.token);
    const verdict = (token: string, at: number, pass = true) =>
      kit.call('POST case/decide', { id, revision: at, pass, reasonCode: pass ? 'causeGone' : 'causeRemains' }, { token });
    const first = await verdict(ada.token, revision);
    expect(first.data.case).toMatchObject({ step: 'proposed', waitsFor: 'secondOperator' });
    expect(lifted).toEqual([]);
    // The same person signs in again.
    const { data } = await kit.call('POST auth/begin', {});
    const again = await kit.call('POST auth/finish', { assertion: ada.key.assert(data) });
    const at = first.data.case.revision;
    expect(refusalOf(await verdict(ada.token, at))).toBe('decidedByYou');
    expect(refusalOf(await verdict(again.data.token, at))).toBe('decidedByYou');
    await open(id, ben.token);
    const second = await verdict(ben.token, at);
    expect(second.data.case).toMatchObject({ step: 'passed', status: 1 });
    expect(lifted).toEqual([`${customer} true`]);
  });
  test('waits again when the second says otherwise, or nobody comes for a day', async () => {
    const { id } = await lift();
    const [ada, ben] = [await operator('compliance'), await operator('compliance')];
    const first = await kit.call(
      'POST case/decide',
      { id, revision: await taken(id, ada.token), pass: true, reasonCode: 'causeGone' },
      { token: ada.token },
    );
    await open(id, ben.token);
    const other = await kit.call(
      'POST case/decide',
      { id, revision: first.data.case.revision, pass: false, reasonCode: 'causeRemains' },
      { token: ben.token },
    );
    expect(other.data.case).toMatchObject({ step: 'waiting' });
    expect(other.data.verdict).toBeNull();
    const revision = await taken(id, ada.token);
    await kit.call('POST case/decide', { id, revision, pass: true, reasonCode: 'causeGone' }, { token: ada.token });
    kit.clock.jump(24 * 3_600_000 + 1);
    await kit.carryOut.job.run();
    const { token } = await operator('compliance');
    expect((await get(id, token)).case).toMatchObject({ step: 'waiting' });
    expect(lifted).toEqual([]);
  });
});

describe('kinds', () => {
  test('are seen and moved by those with their power alone', async () => {
    const { id } = await application();
    for (const role of ['support', 'finance', 'compliance', 'content', 'administrator'] as const) {
      const { token } = await operator(role);
      expect(refusalOf(await kit.call('GET case/get', { id }, { token }))).toBe('permissionMissing');
      expect(refusalOf(await kit.call('POST case/take', { id, revision: 1 }, { token }))).toBe('permissionMissing');
      const { data } = await kit.call('GET case/list', {}, { token });
      expect(data.list.map(({ kind }) => kind)).not.toContain('dayTrade');
    }
    const { token } = await operator('risk');
    const { data } = await kit.call('GET case/list', { step: 'waiting' }, { token });
    expect(data.list.map((one) => one.id)).toContain(id);
    expect(data.list.every(({ kind }) => kind === 'dayTrade')).toBe(true);
  });
  test('are declared whole', async () => {
    const { token } = await operator('support');
    const { data } = await kit.call('GET case/kinds', {}, { token });
    expect(data.map(({ kind }) => kind)).toEqual(kindNames);
    for (const { reasons } of Object.values(caseKinds)) expect(reasons.pass.length * reasons.refuse.length).toBeGreaterThan(0);
  });
});
