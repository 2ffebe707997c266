import { randomUUID } from 'node:crypto';
import { callTable } from '@bourse/protocol/calls';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act, refused, talkOf } from '../testing/chat-talk.ts';
import { refusalOf } from '../testing/people.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const { agentSays, orderOf, served } = talkOf(() => kit);
const hourMs = 3_600_000;
const run = async (name: string) => kit.chat.jobs.find((job) => job.name === name)!.run();

describe('a work order', () => {
  test('of an agent who never opened a socket goes back to the queue after two minutes', async () => {
    const { session, groupId } = await served();
    kit.pass(chatLimits.agentGoneS * 1_000 - 1);
    await run('chat-gone-agents');
    expect((await orderOf(session, groupId)).state).toBe('active');
    kit.pass(2);
    await run('chat-gone-agents');
    expect(await orderOf(session, groupId)).toMatchObject({ state: 'waiting', agent: null });
  });

  test('ends by its customer with way 1, by its agent with way 2, and each side reads it in the thread', async () => {
    const one = await served();
    const uuid = randomUUID();
    const finish = () => kit.handlers['POST im/work-order/finish']({ id: one.workOrder, uuid }, kit.as(one.session));
    const ended = await finish();
    expect(ended).toMatchObject({ state: 'finished', finishWay: 1 });
    expect(await finish()).toEqual(ended);
    const two = await served();
    await agentSays(two.agent.token, two.workOrder, 'Done.');
    await kit.desk.call('POST chat/finish', { workOrder: two.workOrder, reason: 'solved' }, act(two.agent.token));
    expect(await orderOf(two.session, two.groupId)).toMatchObject({ state: 'finished', finishWay: 2 });
    const list = await kit.handlers['POST im/message/list']({ groupId: two.groupId, after: 0, limit: 100 }, kit.as(two.session));
    expect(list.at(-1)).toMatchObject({ kind: 'finish', payload: { kind: 'FINISH', finishWay: 2, reason: 'solved' } });
    expect(refused(await agentSays(two.agent.token, two.workOrder, 'One more'))).toBe('chatFinished');
  });

  test.each([
    [72 * hourMs, true],
    [72 * hourMs + 1, false],
  ])('that ended %i ms ago is gone on with: %s', async (ms, goesOn) => {
    const { session, groupId, workOrder } = await served();
    await kit.handlers['POST im/work-order/finish']({ id: workOrder, uuid: randomUUID() }, kit.as(session));
    kit.pass(ms);
    await kit.say(session, 'Again', { groupId });
    const next = await orderOf(session, groupId);
    expect(next).toMatchObject({ state: 'waiting', after: goesOn ? workOrder : null });
    expect(next.id).not.toBe(workOrder);
  });

  test('may be rated again until a day after the first rating, and reading the rating changes nothing', async () => {
    const { session, workOrder } = await served();
    await kit.handlers['POST im/work-order/finish']({ id: workOrder, uuid: randomUUID() }, kit.as(session));
    const rate = (score: number) =>
      kit.handlers['POST im/work-order/evaluation']({ id: workOrder, score, reasons: [], text: '' }, kit.as(session));
    const read = () => kit.handlers['GET im/work-order/evaluation']({ id: workOrder }, kit.as(session));
    expect(await read()).toBeNull();
    const first = await rate(2);
    kit.pass(24 * hourMs);
    expect(await read()).toEqual(first);
    expect(await rate(5)).toMatchObject({ score: 5, changeableUntil: first.changeableUntil });
    kit.pass(1);
    expect(await refusalOf(rate(1))).toBe('chatEditTooLate');
    expect((await read())?.score).toBe(5);
  });

  test('of a visitor who asks ends after a silent day; a customer’s question about a deposit does not, whatever its channel', async () => {
    const visitor = await kit.visitor('192.0.2.77');
    const asked = await kit.say(visitor.session, 'Anybody?', { groupType: 2 });
    const ann = await kit.customer();
    const deposit = await kit.deposit(ann, { rail: 7, channel: 7 });
    const money = await kit.handlers['POST im/message/send'](
      { groupType: 2, subject: `recharge:${deposit}`, uuid: randomUUID(), payload: kit.text('I paid') },
      kit.as(ann),
    );
    // The answer was due in ten minutes; the day counts from there.
    kit.pass(24 * hourMs + 599_999);
    await run('chat-silence');
    expect((await orderOf(visitor.session, asked.groupId)).state).toBe('waiting');
    kit.pass(1);
    await run('chat-silence');
    expect(await orderOf(visitor.session, asked.groupId)).toMatchObject({ state: 'finished', finishWay: 3 });
    expect((await orderOf(ann, money.groupId)).state).toBe('waiting');
    // It ends with its deposit, and is kept as long as what is about money.
    await kit.database.query("UPDATE deposit SET step = 'refused', changed_at = $2 WHERE number = $1", [
      deposit,
      new Date(kit.clock.now()),
    ]);
    kit.pass(25 * hourMs);
    await run('chat-subjects');
    expect(await orderOf(ann, money.groupId)).toMatchObject({ state: 'finished', finishWay: 4 });
    const words = async () =>
      JSON.stringify(await kit.handlers['POST im/message/list']({ groupId: money.groupId, after: 0, limit: 9 }, kit.as(ann)));
    kit.pass(731 * 24 * hourMs);
    await run('chat-retention');
    expect(await words()).toContain('I paid');
    kit.pass(4 * 365 * 24 * hourMs);
    await run('chat-retention');
    expect(await words()).not.toContain('I paid');
  });
});

describe('members of a group', () => {
  test('are named to those in it, and nobody of another group is', async () => {
    const one = await served();
    const two = await served();
    const h = kit.handlers;
    const members = await h['GET im/group/avatar-list']({ groupId: one.groupId }, kit.as(one.session));
    expect(members.map(({ role }) => role).sort()).toEqual([0, 1]);
    const others = await h['GET im/group/avatar-list']({ groupId: two.groupId }, kit.as(two.session));
    const ask = (ids: readonly string[]) =>
      h['GET im/customer-service/user-info']({ groupId: one.groupId, userMemberIds: ids.join(',') }, kit.as(one.session));
    expect(await ask([members[0]!.id])).toEqual([members[0]]);
    expect(await ask(others.map(({ id }) => id))).toEqual([]);
    expect(
      await refusalOf(h['GET im/customer-service/user-info']({ groupId: two.groupId, userMemberIds: others[0]!.id }, kit.as(one.session))),
    ).toBe('chatGroupUnknown');
    const { input } = callTable['GET im/customer-service/user-info']!;
    const ids = (count: number) => ({ groupId: '1', userMemberIds: Array.from({ length: count }, (_, at) => at + 1).join(',') });
    expect(z.safeParse(input, ids(50)).success).toBe(true);
    expect(z.safeParse(input, ids(51)).success).toBe(false);
  });
});

describe('limits', () => {
  test('sixty messages of a customer in a minute', async () => {
    const ann = await kit.customer();
    for (let tens = 0; tens < 3; tens += 1) {
      for (let at = 0; at < 20; at += 1) await kit.say(ann, `word ${at}`);
      kit.pass(10_001);
    }
    await expect(kit.say(ann, 'one more')).rejects.toMatchObject({ refusal: 'chatTooFast', detail: { seconds: 30 } });
    kit.pass(30_000);
    await kit.say(ann, 'one more');
  });

  test('ten messages of a visitor in a minute, once an agent has answered', async () => {
    const { session } = await kit.visitor('192.0.2.78');
    const { groupId } = await kit.say(session, 'One', { groupType: 2 });
    const agent = await kit.agent();
    const { id: workOrder } = await orderOf(session, groupId);
    await kit.desk.call('POST chat/assign', { workOrder }, act(agent.token));
    await agentSays(agent.token, workOrder, 'Yes?');
    for (let at = 2; at <= 10; at += 1) await kit.say(session, `word ${at}`, { groupId });
    expect(await refusalOf(kit.say(session, 'eleven', { groupId }))).toBe('chatTooFast');
    kit.pass(60_001);
    await kit.say(session, 'eleven', { groupId });
  });

  test('five open conversations, and one more for each deposit that goes on', async () => {
    const ann = await kit.customer();
    const ask = async (step: string) => {
      const deposit = await kit.deposit(ann, { step });
      return kit.handlers['POST im/message/send'](
        { groupType: 4, subject: `recharge:${deposit}`, uuid: randomUUID(), payload: kit.text('Why?') },
        kit.as(ann),
      );
    };
    await kit.say(ann, 'Common');
    for (let at = 0; at < 3; at += 1) await ask('awaiting');
    for (let at = 0; at < 4; at += 1) await ask('refused');
    expect(await refusalOf(ask('refused'))).toBe('chatGroupsTooMany');
    await ask('review');
  });
});
