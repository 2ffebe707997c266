import type { Role } from '@bourse/protocol';
import { errorByCode, Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { exchangeFor } from '../testing/customer-cases.ts';
import { refusalOf } from '../testing/people.ts';

let kit: TestConsole;
let desk: ReturnType<typeof exchangeFor>;
beforeAll(async () => {
  kit = await testConsole();
  desk = exchangeFor(kit);
});
afterAll(() => kit.close());

const text = 'The chart does not load on my phone.';
const customer = async () => {
  const { id, account } = await kit.customer();
  return { customerId: String(id), venue: 'demo', account } as Session;
};
const create = (who: Session, more: Partial<Parameters<typeof desk.create>[1]> = {}) =>
  desk.create(who, { topic: 'app', text, evidence: [], ...more });
const refused = ({ code }: { code: number }) => errorByCode(code);
async function taken(id: string, role: Role = 'support') {
  const { token } = await kit.operator(role);
  const { data } = await kit.call('GET case/get', { id }, { token });
  const { data: full } = await kit.call('POST case/take', { id, revision: data.case.revision }, { token });
  for (const { id: evidence } of full.evidence) await kit.call('POST case/evidence', { id, evidence }, { token });
  return { token, revision: full.case.revision };
}
const noticesOf = ({ account }: Session) =>
  kit.database
    .query<{ kind: string }>('SELECT kind FROM notice WHERE account = $1 ORDER BY id', [account])
    .then((rows) => rows.map(({ kind }) => kind));

describe('feedback', () => {
  test('waits, is taken, is answered with a text that its customer reads', async () => {
    const who = await customer();
    const sent = await create(who);
    expect(sent).toMatchObject({ kind: 'feedback', status: 2, topic: 'app', text, remark: null });
    const { token, revision } = await taken(sent.id);
    const decide = (remark: string) =>
      kit.call('POST case/decide', { id: sent.id, revision, pass: true, reasonCode: 'answered', remark }, { token });
    expect(refused(await decide(''))).toBe('caseAnswerMissing');
    expect((await desk.get(who, sent.id)).remark).toBeNull();
    await decide('Please update the app.');
    const read = await desk.get(who, sent.id);
    expect(read).toMatchObject({ status: 1, remark: 'Please update the app.', reasonCode: 'answered' });
    expect(read.journey.map(({ move }) => move)).toEqual(['open', 'take', 'passed']);
    expect(await noticesOf(who)).toEqual(['case.answered']);
  });
  test('that is later than promised is told once, and not when it was answered in time', async () => {
    const [who, other] = [await customer(), await customer()];
    await create(who);
    const answered = await create(other);
    const { token, revision } = await taken(answered.id);
    await kit.call('POST case/decide', { id: answered.id, revision, pass: true, reasonCode: 'answered', remark: 'Done.' }, { token });
    await kit.carryOut.job.run();
    expect(await noticesOf(who)).toEqual([]);
    kit.clock.jump(48 * 3_600_000 + 1);
    for (let run = 0; run < 2; run += 1) await kit.carryOut.job.run();
    expect(await noticesOf(who)).toEqual(['case.late']);
    expect(await noticesOf(other)).toEqual(['case.answered']);
  });
  test('sent ten times at once is one case; another text is another, up to ten', async () => {
    const who = await customer();
    const all = await Promise.all(Array.from({ length: 10 }, () => create(who)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    for (let n = 1; n < 10; n += 1) await create(who, { text: `${text} ${n}` });
    expect(await refusalOf(create(who, { text: 'One more thing to say.' }))).toBe('casesTooMany');
    expect((await desk.list(who)).total).toBe(10);
  });
  test('of 10,000 characters is refused by its field and stores nothing', async () => {
    const who = await customer();
    expect(desk.problemsOf({ topic: 'app', text: 'x'.repeat(10_000), evidence: [] })).toEqual(['text']);
    expect(desk.problemsOf({ topic: 'app', text: 'x'.repeat(4_000), evidence: [] })).toEqual([]);
    expect(desk.problemsOf({ topic: 'weather', text, evidence: [] })).toEqual(['topic']);
    expect((await desk.list(who)).total).toBe(0);
  });
  test('takes the pictures of its own customer alone, each once, and stores nothing with another’s', async () => {
    const [who, thief] = [await customer(), await customer()];
    const picture = await desk.picture(who);
    expect(await refusalOf(create(thief, { evidence: [picture] }))).toBe('documentUnknown');
    expect((await desk.list(thief)).total).toBe(0);
    expect(await refusalOf(create(who, { evidence: [picture, picture] }))).toBe('documentUnknown');
    const sent = await create(who, { evidence: [picture] });
    expect(await refusalOf(create(who, { text: 'Another matter it is.', evidence: [picture] }))).toBe('documentUnknown');
    const { token } = await kit.operator('support');
    const { data } = await kit.call('GET case/get', { id: sent.id }, { token });
    expect(data.evidence.map(({ kind }) => kind)).toEqual(['text', 'picture']);
  });
});

describe('a customer who is asked', () => {
  async function asked() {
    const who = await customer();
    const { id } = await create(who);
    const { token, revision } = await taken(id);
    await kit.call('POST case/note', { id, revision, text: 'A note among operators.' }, { token });
    await kit.call('POST case/ask', { id, revision: revision + 1, text: 'Which phone is it?' }, { token });
    return { who, id, token };
  }
  test('is told, sees the question and no note, answers, and the case goes on', async () => {
    const { who, id, token } = await asked();
    expect(await noticesOf(who)).toEqual(['case.asked']);
    const read = await desk.get(who, id);
    expect(read).toMatchObject({ step: 'asked', question: 'Which phone is it?', dueAt: null });
    expect(JSON.stringify(read)).not.toContain('A note among operators.');
    const picture = await desk.picture(who);
    const after = await desk.answer(who, { id, text: 'A small one.', evidence: [picture] });
    expect(after).toMatchObject({ step: 'waiting', question: null });
    expect(after.journey.map(({ move, text }) => [move, text])).toEqual([
      ['open', ''],
      ['take', ''],
      ['ask', 'Which phone is it?'],
      ['answer', 'A small one.'],
    ]);
    const { data } = await kit.call('GET case/get', { id }, { token });
    expect(data.evidence.map(({ kind, openedByMe }) => [kind, openedByMe])).toEqual([
      ['text', true],
      ['answer', false],
      ['picture', false],
    ]);
    expect(await refusalOf(desk.answer(who, { id, text: 'And again.', evidence: [] }))).toBe('caseStep');
  });
  test('answers nobody else’s case, and sees nobody else’s', async () => {
    const { who, id } = await asked();
    const other = await customer();
    expect(await refusalOf(desk.answer(other, { id, text: 'It is me.', evidence: [] }))).toBe('notFound');
    expect(await refusalOf(desk.get(other, id))).toBe('notFound');
    expect((await desk.list(other)).total).toBe(0);
    const stolen = await desk.picture(other);
    expect(await refusalOf(desk.answer(who, { id, text: 'Mine.', evidence: [stolen] }))).toBe('documentUnknown');
    expect((await desk.get(who, id)).step).toBe('asked');
  });
  test('answers once, also at once; after 14 days the case is cancelled and the customer told', async () => {
    const one = await asked();
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => desk.answer(one.who, { id: one.id, text: `Answer ${at}`, evidence: [] })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of all) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal);

    const two = await asked();
    kit.clock.jump(14 * 86_400_000 + 1);
    await kit.carryOut.job.run();
    expect(await desk.get(two.who, two.id)).toMatchObject({ step: 'cancelled', status: -2 });
    expect(await noticesOf(two.who)).toEqual(['case.asked', 'case.lapsed']);
  });
});

test('a case about money is not closed by silence: people decide it without the answer', async () => {
  for (const kind of ['deposit', 'reversal', 'payout'] as const) {
    const who = await customer();
    const { id } = await desk.open(kind, who);
    const { token, revision } = await taken(id, 'finance');
    expect(refused(await kit.call('POST case/ask', { id, revision, text: 'From whom did it come?' }, { token }))).toBeUndefined();
    kit.clock.jump(14 * 86_400_000 + 1);
    await kit.carryOut.job.run();
    expect(await desk.get(who, id), kind).toMatchObject({ step: 'waiting', status: 2 });
    expect(await noticesOf(who)).not.toContain('case.lapsed');
  }
});

describe('removing all factors', () => {
  test('is passed by nobody before three days are over, and refused at any time', async () => {
    const { id } = await desk.open('factorReset', await customer());
    const { token, revision } = await taken(id, 'compliance');
    const decide = (pass: boolean) =>
      kit.call('POST case/decide', { id, revision, pass, reasonCode: pass ? 'ownerProved' : 'ownerNotProved' }, { token });
    expect(refused(await decide(true))).toBe('caseTooEarly');
    expect(refused(await decide(false))).toBeUndefined();

    const later = await desk.open('factorReset', await customer());
    kit.clock.jump(72 * 3_600_000);
    const at = await taken(later.id, 'compliance');
    const done = await kit.call(
      'POST case/decide',
      { id: later.id, revision: at.revision, pass: true, reasonCode: 'ownerProved' },
      { token: at.token },
    );
    expect(done.data.case).toMatchObject({ step: 'proposed', waitsFor: 'secondOperator' });
  });
});

test('reasons are public, with the promise of each kind', async () => {
  const kinds = await desk.kinds();
  expect(kinds.find(({ kind }) => kind === 'factorReset')).toMatchObject({ persons: 2, promiseS: 96 * 3600 });
  expect(kinds.every(({ reasonCodes }) => reasonCodes.length > 0)).toBe(true);
});
