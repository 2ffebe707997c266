import { randomUUID } from 'node:crypto';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { checkChat, checkTranscript } from '@bourse/verifier/chat';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { talkOf } from '../testing/chat-talk.ts';
import { refusalOf } from '../testing/people.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const { agentSays, entriesOf, served, transcriptOf } = talkOf(() => kit);

describe('a message', () => {
  test('sent again with the same words is the same message; with other words it is refused', async () => {
    const ann = await kit.customer();
    const uuid = randomUUID();
    const first = await kit.say(ann, 'Hello', { groupType: 1 }, uuid);
    expect(await kit.say(ann, 'Hello', { groupType: 1 }, uuid)).toEqual(first);
    expect(await kit.say(ann, 'Hello', { groupId: first.groupId }, uuid)).toEqual(first);
    expect(await refusalOf(kit.say(ann, 'Hello!', { groupType: 1 }, uuid))).toBe('commandIdReused');
    expect(await entriesOf(ann, first.groupId)).toHaveLength(1);
  });

  test('sixty times at once is one entry', async () => {
    const ann = await kit.customer();
    const uuid = randomUUID();
    const all = await Promise.all(Array.from({ length: 60 }, () => kit.say(ann, 'Hello', { groupType: 1 }, uuid)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await entriesOf(ann, all[0]!.groupId)).toHaveLength(1);
  });

  test('twice with two uuids is two messages, and forty at once have the offsets one to forty', async () => {
    const ann = await kit.customer();
    const { groupId } = await kit.say(ann, 'ok');
    await kit.say(ann, 'ok');
    const bea = await kit.customer();
    const sent = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => kit.say(bea, `word ${at}`)));
    const placed = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(placed.map(({ offset }) => offset).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await entriesOf(ann, groupId)).toHaveLength(2);
    const entries = await entriesOf(bea, placed[0]!.groupId);
    expect(checkChat(placed[0]!.groupId, entries)).toMatchObject({ ok: true, offset: 20 });
    // What was acknowledged is stored, with the same place in the chain.
    for (const { offset, head, id } of placed) expect(entries[offset - 1]).toMatchObject({ offset, hash: head, id });
  });

  test('that is rolled back gives its number back', async () => {
    const ann = await kit.customer();
    const { groupId } = await kit.say(ann, 'first');
    await expect(
      kit.database.transaction(async (tx) => {
        await tx.query(`UPDATE chat_group SET last_offset = last_offset + 1 WHERE id = $1`, [groupId]);
        throw new Error('the server died here');
      }),
    ).rejects.toThrow('died');
    expect((await kit.say(ann, 'second')).offset).toBe(2);
  });

  test('is read up to the furthest mark, which never goes back', async () => {
    const { session, groupId, agent, workOrder } = await served();
    await agentSays(agent.token, workOrder, 'One');
    await agentSays(agent.token, workOrder, 'Two');
    const read = (offset: number) => kit.handlers['POST im/message/read']({ groupId, offset }, kit.as(session));
    const unread = async () => (await kit.handlers['GET im/group/group-list']({}, kit.as(session)))[0]!.unreadCount;
    expect(await unread()).toBe(2);
    expect(await read(3)).toEqual({ readOffset: 3 });
    expect(await unread()).toBe(1);
    expect(await read(1)).toEqual({ readOffset: 3 });
    expect(await read(9_999)).toEqual({ readOffset: 4 });
    expect(await unread()).toBe(0);
  });
});

describe('another’s', () => {
  test('group, transcript, file, members, card and work order do not exist', async () => {
    const { session, groupId, workOrder } = await served();
    const other = kit.as(await kit.customer('Eve'));
    const deposit = await kit.deposit(session);
    const id = (await entriesOf(session, groupId))[0]!.id;
    const h = kit.handlers;
    expect(await refusalOf(h['POST im/message/list']({ groupId, after: 0, limit: 10 }, other))).toBe('chatGroupUnknown');
    expect(await refusalOf(h['GET im/group/transcript']({ groupId }, other))).toBe('chatGroupUnknown');
    expect(await refusalOf(h['GET im/group/avatar-list']({ groupId }, other))).toBe('chatGroupUnknown');
    expect(await refusalOf(h['GET im/file/get']({ groupId, file: randomUUID() }, other))).toBe('chatGroupUnknown');
    expect(await refusalOf(h['POST im/message/read']({ groupId, offset: 1 }, other))).toBe('chatGroupUnknown');
    expect(await refusalOf(h['POST im/message/revoke']({ groupId, id, uuid: randomUUID() }, other))).toBe('chatGroupUnknown');
    expect(await refusalOf(h['GET im/work-order/get']({ id: workOrder }, other))).toBe('workOrderUnknown');
    expect(await refusalOf(h['POST im/work-order/finish']({ id: workOrder, uuid: randomUUID() }, other))).toBe('workOrderUnknown');
    const send = (payload: object, subject?: string) =>
      h['POST im/message/send']({ groupType: subject ? 4 : 1, subject, uuid: randomUUID(), payload } as never, other);
    expect(await refusalOf(send({ kind: 'ORDER', about: 'recharge', id: deposit }))).toBe('chatCardRefused');
    expect(await refusalOf(send({ kind: 'TEXT', text: 'mine?' }, `recharge:${deposit}`))).toBe('chatGroupUnknown');
    expect(await refusalOf(kit.say(other.session, 'hi', { groupId }))).toBe('chatGroupUnknown');
  });

  test('order of the demo venue has no card in a real group, and an own deposit has one that goes on', async () => {
    const demo = await kit.customer('Dan', 'demo');
    const real = await kit.customer('Dan');
    await kit.database.query(
      `INSERT INTO orders (venue, order_id, account, instrument, side, type, tif, post_only, price_ticks, trigger_ticks, lots, quote_amount, filled_lots,
         filled_quote, reserved, reserved_asset, status, reason, placed_at, updated_at, seq)
       VALUES ('demo', 77, $1, 1, 0, 2, 1, false, 1, 0, 1, 0, 0, 0, 0, 1, 1, '', 1, 1, 1)`,
      [real.account],
    );
    const send = (session: Session, about: string, id: string) =>
      kit.handlers['POST im/message/send'](
        { groupType: 1, uuid: randomUUID(), payload: { kind: 'ORDER', about, id } } as never,
        kit.as(session),
      );
    // The same number of an account in the other venue does not help.
    expect(await refusalOf(send(real, 'order', '77'))).toBe('chatCardRefused');
    expect(await refusalOf(send(demo, 'order', '77'))).toBe('chatCardRefused');
    const deposit = await kit.deposit(real);
    const { groupId, id } = await send(real, 'recharge', deposit);
    await kit.database.query("UPDATE deposit SET step = 'review' WHERE number = $1", [deposit]);
    const card = await kit.handlers['GET im/message/card']({ groupId, id }, kit.as(real));
    expect(card).toMatchObject({ sent: { status: 'awaiting', amount: '125', asset: 'USDT' }, now: { status: 'review' } });
    expect(card.now!.digest).not.toBe(card.sent.digest);
  });
});

describe('changes', () => {
  test('an edit keeps both texts; after fifteen minutes, after the end, and of another’s it is refused', async () => {
    const { session, groupId, agent, workOrder } = await served();
    const said = await kit.say(session, 'My card is 4111');
    const change = (id: string, text: string, uuid = randomUUID()) =>
      kit.handlers['POST im/message/edit']({ groupId, id, uuid, payload: kit.text(text) }, kit.as(session));
    const uuid = randomUUID();
    const edited = await change(said.id, 'Hello', uuid);
    expect(await change(said.id, 'Hello', uuid)).toEqual(edited);
    expect(await refusalOf(change(said.id, 'Hello!', uuid))).toBe('commandIdReused');
    expect((await entriesOf(session, groupId)).at(-1)).toMatchObject({
      kind: 'edit',
      payload: { kind: 'EDIT', of: said.offset, to: { text: 'Hello' } },
    });
    const answer = await agentSays(agent.token, workOrder, 'Yes?');
    expect(await refusalOf(change(answer.data.id, 'No'))).toBe('chatMessageUnknown');
    kit.pass(chatLimits.editWithinS * 1_000 + 1);
    expect(await refusalOf(change(said.id, 'late'))).toBe('chatEditTooLate');
    const fresh = await kit.say(session, 'fresh');
    await kit.handlers['POST im/work-order/finish']({ id: workOrder, uuid: randomUUID() }, kit.as(session));
    expect(await refusalOf(change(fresh.id, 'after the end'))).toBe('chatFinished');
  });

  test('a withdrawn message is shown to nobody, its edits neither, and the chain holds; at 121 s it is refused', async () => {
    const { session, groupId } = await served();
    const said = await kit.say(session, 'secret one');
    await kit.handlers['POST im/message/edit'](
      { groupId, id: said.id, uuid: randomUUID(), payload: kit.text('secret two') },
      kit.as(session),
    );
    const revoke = (id: string) => kit.handlers['POST im/message/revoke']({ groupId, id, uuid: randomUUID() }, kit.as(session));
    await revoke(said.id);
    const seen = await transcriptOf(session, groupId);
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(checkTranscript(seen)).toMatchObject({ ok: true, erased: 2 });
    expect(await refusalOf(revoke(said.id))).toBe('chatMessageUnknown');
    const late = await kit.say(session, 'late');
    kit.pass(121_000);
    expect(await refusalOf(revoke(late.id))).toBe('chatEditTooLate');
  });

  test('one changed byte of a transcript fails; after erasure it verifies and says nothing', async () => {
    const { session, groupId, workOrder } = await served('canary words');
    await kit.handlers['POST im/work-order/finish']({ id: workOrder, uuid: randomUUID() }, kit.as(session));
    const before = await transcriptOf(session, groupId);
    expect(checkTranscript(before)).toMatchObject({ ok: true, erased: 0 });
    const text = JSON.stringify(before);
    expect(checkTranscript(JSON.parse(text.replace('canary', 'canarY')))).toMatchObject({ ok: false });
    kit.pass(731 * 24 * 3_600_000);
    for (const job of kit.chat.jobs) if (job.name === 'chat-retention') await job.run();
    const after = await transcriptOf(session, groupId);
    expect(JSON.stringify(after)).not.toContain('canary');
    expect(checkTranscript(after)).toEqual({ ok: true, head: before.head, offset: before.entries.length, erased: before.entries.length });
    const rows = await kit.database.query('SELECT 1 FROM chat_entry WHERE group_id = $1 AND sealed IS NOT NULL', [groupId]);
    expect(rows).toEqual([]);
    // Whoever asks again after years goes on in the same conversation.
    expect(await kit.say(session, 'new words')).toMatchObject({ groupId, offset: after.entries.length + 1 });
    await kit.say(session, 'more words', { groupId });
    const again = await transcriptOf(session, groupId);
    expect(again.entries.map(({ payload }) => payload && 'text' in payload && payload.text).filter(Boolean)).toEqual([
      'new words',
      'more words',
    ]);
    expect(checkTranscript(again)).toMatchObject({ ok: true, erased: before.entries.length });
  });
});

describe('limits', () => {
  test('twenty messages in ten seconds, then the wait is said', async () => {
    const ann = await kit.customer();
    for (let at = 0; at < chatLimits.customer.per10S; at += 1) await kit.say(ann, `word ${at}`);
    await expect(kit.say(ann, 'one more')).rejects.toMatchObject({ refusal: 'chatTooFast', detail: { seconds: 10 } });
    kit.pass(10_001);
    await kit.say(ann, 'one more');
  });

  test('are served as they are enforced', async () => {
    const served = await kit.handlers['GET im/limits']({}, kit.as(await kit.customer()));
    expect(served).toMatchObject({ textAtMost: chatLimits.textAtMost, customer: chatLimits.customer, withdrawWithinS: 120 });
    expect(served.promises.map(({ groupType, firstS }) => [groupType, firstS])).toEqual([
      [1, 300],
      [2, 600],
      [3, 120],
      [4, 120],
      [5, 120],
      [6, 120],
    ]);
  });
});
