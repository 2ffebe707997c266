import { randomUUID } from 'node:crypto';
import type { AdminOutput } from '@bourse/protocol/admin';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { checkTranscript } from '@bourse/verifier/chat';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act, refused, talkOf } from '../testing/chat-talk.ts';
import { refusalOf } from '../testing/people.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const { agentSays, entriesOf, orderOf, served, transcriptOf } = talkOf(() => kit);

describe('a work order', () => {
  const inbox = async (token: string, workOrder: string) => {
    const { data } = await kit.desk.call('GET chat/inbox', { pageSize: 200 }, { token });
    return data.list.find((row) => row.workOrder === workOrder);
  };

  test('waits, is taken once, is answered, goes on, ends and is rated; a message within 72 h goes on with it', async () => {
    const session = await kit.customer();
    const { groupId, time } = await kit.say(session, 'Hello');
    const [mia, tom] = [await kit.agent(), await kit.agent()];
    const { id: workOrder, state, answerBy } = await orderOf(session, groupId);
    expect({ state, answerBy }).toEqual({ state: 'waiting', answerBy: time + 300_000 });
    const taken = await Promise.all([mia, tom].map(({ token }) => kit.desk.call('POST chat/assign', { workOrder }, act(token))));
    expect(taken.map(refused).sort()).toEqual([undefined, 'workOrderTaken'].sort());
    const [agent, other] = refused(taken[0]!) === undefined ? [mia, tom] : [tom, mia];
    expect(refused(await agentSays(other.token, workOrder, 'Hi'))).toBe('workOrderNotYours');
    expect(refused(await kit.desk.call('POST chat/finish', { workOrder, reason: 'too late' }, act(agent.token)))).toBe(
      'workOrderUnanswered',
    );
    // The clock that is shown is the clock computed again from the entries.
    expect((await inbox(agent.token, workOrder))!.answerBy).toBe(answerBy);
    kit.pass(60_000);
    await agentSays(agent.token, workOrder, 'How can I help?');
    expect(await orderOf(session, groupId)).toMatchObject({ state: 'answered', answerBy: null, agent: { role: 0 } });
    const again = await kit.say(session, 'With this.');
    expect(await orderOf(session, groupId)).toMatchObject({ state: 'active', answerBy: again.time + 300_000 });
    expect(refused(await kit.desk.call('POST chat/finish', { workOrder, reason: 'too early' }, act(agent.token)))).toBe(
      'workOrderUnanswered',
    );
    const rate = (score: number) =>
      kit.handlers['POST im/work-order/evaluation']({ id: workOrder, score, reasons: ['fast'], text: 'Good' }, kit.as(session));
    expect(await refusalOf(rate(5))).toBe('workOrderOpen');
    await agentSays(agent.token, workOrder, 'Done.');
    expect((await kit.desk.call('POST chat/finish', { workOrder, reason: 'solved' }, act(agent.token))).data.state).toBe('finished');
    expect(await rate(4)).toMatchObject({ score: 4, text: 'Good' });
    expect(await rate(5)).toMatchObject({ score: 5 });
    kit.pass(chatLimits.rateAgainS * 1_000 + 1);
    expect(await refusalOf(rate(1))).toBe('chatEditTooLate');
    await kit.say(session, 'One more thing');
    expect(await orderOf(session, groupId)).toMatchObject({ state: 'waiting', after: workOrder });
    expect(checkTranscript(await transcriptOf(session, groupId))).toMatchObject({ ok: true });
  });

  test('handed over keeps the wait of the customer, and a note is in no answer of the customer’s', async () => {
    const { session, groupId, agent, workOrder } = await served();
    const before = (await inbox(agent.token, workOrder))!;
    kit.pass(100_000);
    const tom = await kit.agent();
    const note = 'canary note: difficult';
    expect(refused(await kit.desk.call('POST chat/hand-over', { workOrder, to: tom.id }, act(agent.token)))).toBe('badRequest');
    expect((await kit.desk.call('POST chat/hand-over', { workOrder, to: tom.id, text: note }, act(agent.token))).data.state).toBe('active');
    expect(await inbox(tom.token, workOrder)).toMatchObject({ waitsSince: before.waitsSince, answerBy: before.answerBy, mine: true });
    await kit.desk.call('POST chat/note', { workOrder, text: note }, act(tom.token));
    const thread = await kit.desk.call('GET chat/thread', { workOrder }, { token: tom.token });
    expect((thread.data as AdminOutput<'GET chat/thread'>).notes.map(({ text }) => text)).toEqual([note, note]);
    const h = kit.handlers;
    const ask = kit.as(session);
    const answers = await Promise.all([
      h['GET im/group/group-list']({}, ask),
      h['GET im/group/chat-list']({ pageNo: 1, pageSize: 15 }, ask),
      h['GET im/group/avatar-list']({ groupId }, ask),
      h['POST im/message/list']({ groupId, after: 0, limit: 100 }, ask),
      h['GET im/work-order/get']({ groupId }, ask),
      h['GET im/group/transcript']({ groupId }, ask),
    ]);
    expect(JSON.stringify(answers)).not.toContain('canary');
    const kept = await kit.database.query('SELECT answer::text FROM operator_command WHERE answer::text LIKE $1', ['%canary%']);
    expect(kept).toEqual([]);
  });

  test('is one of at most six of an agent; one whose socket is gone gives theirs back; silence ends it', async () => {
    const agent = await kit.agent();
    const orders: { session: Session; groupId: string; id: string }[] = [];
    for (let at = 0; at < chatLimits.capacity + 1; at += 1) {
      const session = await kit.customer();
      const { groupId } = await kit.say(session, 'Hello');
      orders.push({ session, groupId, id: (await orderOf(session, groupId)).id });
    }
    const codes = [];
    for (const { id } of orders) codes.push(refused(await kit.desk.call('POST chat/assign', { workOrder: id }, act(agent.token))));
    expect(codes).toEqual([...Array(chatLimits.capacity).fill(undefined), 'workOrderFull']);
    const [one] = orders;
    await agentSays(agent.token, one!.id, 'Hello');
    await kit.chat.readers.present([Number(agent.id)]);
    const run = async (name: string) => kit.chat.jobs.find((job) => job.name === name)!.run();
    kit.pass(chatLimits.agentGoneS * 1_000 - 1);
    await run('chat-gone-agents');
    expect(await orderOf(one!.session, one!.groupId)).toMatchObject({ state: 'answered' });
    kit.pass(1_001);
    await run('chat-gone-agents');
    expect(await orderOf(one!.session, one!.groupId)).toMatchObject({ state: 'waiting', agent: null });
    const tom = await kit.agent();
    await kit.desk.call('POST chat/assign', { workOrder: one!.id }, act(tom.token));
    expect(await orderOf(one!.session, one!.groupId)).toMatchObject({ state: 'answered', answerBy: null });
    kit.pass(chatLimits.silentS * 1_000);
    await run('chat-silence');
    expect(await orderOf(one!.session, one!.groupId)).toMatchObject({ state: 'finished', finishWay: 3 });
    // Whoever never got an answer still waits.
    expect(await orderOf(orders[1]!.session, orders[1]!.groupId)).toMatchObject({ state: 'waiting' });
  });

  test('about a deposit opens with its group, once, and ends a day after the deposit', async () => {
    const session = await kit.customer();
    const deposit = await kit.deposit(session);
    const send = (uuid = randomUUID(), groupType: 4 | 3 = 4) =>
      kit.handlers['POST im/message/send'](
        { groupType, subject: `recharge:${deposit}`, uuid, payload: kit.text('Where is it?') },
        kit.as(session),
      );
    expect(await refusalOf(send(randomUUID(), 3))).toBe('chatGroupUnknown');
    const [a, b] = await Promise.all([send(), send()]);
    expect(a.groupId).toBe(b.groupId);
    expect((await kit.handlers['GET im/group/group-list']({}, kit.as(session)))[0]).toMatchObject({
      groupType: 4,
      groupSign: `recharge:${deposit}`,
      channelId: 2,
    });
    await kit.database.query("UPDATE deposit SET step = 'refused', changed_at = $2 WHERE number = $1", [
      deposit,
      new Date(kit.clock.now()),
    ]);
    const run = async () => kit.chat.jobs.find(({ name }) => name === 'chat-subjects')!.run();
    kit.pass(23 * 3_600_000);
    await run();
    expect(await orderOf(session, a.groupId)).toMatchObject({ state: 'waiting' });
    kit.pass(2 * 3_600_000);
    await run();
    expect(await orderOf(session, a.groupId)).toMatchObject({ state: 'finished', finishWay: 4 });
  });

  test('opens a customer only to its agent, and every look and every refusal stands in the audit', async () => {
    const { session, agent, workOrder } = await served();
    const tom = await kit.agent();
    expect(refused(await kit.desk.call('POST chat/context', { workOrder }, act(tom.token)))).toBe('workOrderNotYours');
    const { data } = await kit.desk.call('POST chat/context', { workOrder }, act(agent.token));
    expect(data).toMatchObject({ customer: session.customerId, name: 'Ann' });
    const rows = await kit.database.query<{ operator_id: number; reason: string }>(
      'SELECT operator_id, reason FROM operator_audit WHERE subject = $1 AND call = $2 ORDER BY number',
      [`chat work order ${workOrder}`, 'POST chat/context'],
    );
    expect(rows).toEqual([
      { operator_id: Number(tom.id), reason: 'refused: not their work order' },
      { operator_id: Number(agent.id), reason: 'the customer of the work order' },
    ]);
    const kept = await kit.database.query('SELECT 1 FROM operator_command WHERE answer::text LIKE $1', [`%${session.customerId}%`]);
    expect(kept).toEqual([]);
  });

  test('lets a supervisor join, reassign and withdraw with a reason, and nobody else', async () => {
    const { session, groupId, agent, workOrder } = await served();
    const boss = await kit.agent('compliance');
    const said = await kit.say(session, 'something bad');
    const withdraw = (token: string) => kit.desk.call('POST chat/withdraw', { workOrder, id: said.id, reason: 'a threat' }, act(token));
    expect(refused(await withdraw(agent.token))).toBe('permissionMissing');
    expect((await withdraw(boss.token)).code).toBe(0);
    const entries = await entriesOf(session, groupId);
    expect(entries.at(-1)).toMatchObject({ kind: 'withdraw', role: 2, payload: { reason: 'a threat', of: said.offset } });
    expect(entries[said.offset - 1]!.payload).toBeNull();
    expect(refused(await withdraw(boss.token))).toBe('chatMessageUnknown');
    expect((await kit.desk.call('POST chat/reassign', { workOrder, reason: 'agent is ill' }, act(boss.token))).data.state).toBe('waiting');
  });
});

describe('a deposit’s conversation', () => {
  test('waits for nobody until its owner asks; then it is a case like any other, and the card counts as unread', async () => {
    const session = await kit.customer();
    const number = BigInt(await kit.deposit(session, { rail: 3, channel: 3 }));
    const instructions = { reference: 'R1', pays: '500', currency: 'MYR', expiresAt: kit.clock.now() + 3_600_000 };
    const tell = await kit.database.transaction((tx) =>
      kit.chat.conversation(tx, { number, session, channel: 3, language: 'en', instructions }),
    );
    tell();
    const [group] = await kit.handlers['GET im/group/group-list']({}, kit.as(session));
    expect(group).toMatchObject({ groupType: 3, groupSign: `recharge:${number}`, channelId: 3, unreadCount: 1, workOrder: null });
    expect(await refusalOf(orderOf(session, group!.id))).toBe('workOrderUnknown');
    const said = await kit.say(session, 'I paid', { groupId: group!.id });
    expect(await orderOf(session, group!.id)).toMatchObject({ state: 'waiting', answerBy: said.time + 120_000 });
    // The exchange’s card is no answer of an agent: whoever takes the case has not answered.
    const agent = await kit.agent();
    const { id: workOrder } = await orderOf(session, group!.id);
    await kit.desk.call('POST chat/assign', { workOrder }, act(agent.token));
    expect(await orderOf(session, group!.id)).toMatchObject({ state: 'active', answerBy: said.time + 120_000 });
    expect(checkTranscript(await transcriptOf(session, group!.id))).toMatchObject({ ok: true });
    expect((await kit.desk.call('GET chat/metrics', { days: 7 }, { token: agent.token })).code).toBe(0);
  });
});
