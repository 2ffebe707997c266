import { randomUUID } from 'node:crypto';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { checkTranscript } from '@bourse/verifier/chat';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act, talkOf } from '../testing/chat-talk.ts';
import { refusalOf } from '../testing/people.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const { entriesOf, transcriptOf } = talkOf(() => kit);

describe('a visitor', () => {
  test('is nobody else: a customer gets no visitor’s session', async () => {
    const ann = await kit.customer();
    expect(await refusalOf(kit.handlers['POST im/auth/temporary-token']({}, kit.as(ann)))).toBe('forbidden');
  });

  test('chats, registers and claims: the same thread and offsets, and the old tokens are dead', async () => {
    const { tokens, session } = await kit.visitor();
    const first = await kit.say(session, 'Is this free?', { groupType: 2 });
    await kit.say(session, 'Hello?', { groupType: 2 });
    const ann = await kit.customer();
    const claimed = await kit.handlers['POST im/group/claim']({ refreshToken: tokens.refreshToken }, kit.as(ann));
    expect(claimed).toMatchObject([{ id: first.groupId, offset: 3 }]);
    const entries = await entriesOf(ann, first.groupId);
    expect(entries.map(({ kind, payload }) => [kind, payload?.kind])).toEqual([
      ['message', 'TEXT'],
      ['message', 'TEXT'],
      ['join', 'JOIN'],
    ]);
    expect(entries[2]!.payload).toMatchObject({ identified: true });
    expect(checkTranscript(await transcriptOf(ann, first.groupId))).toMatchObject({ ok: true });
    expect(await refusalOf(kit.people.people.authenticator.authenticate(tokens.accessToken))).toBe('unauthorised');
    expect(await refusalOf(entriesOf(session, first.groupId))).toBe('chatGroupUnknown');
    // Another with the copied token gets nothing.
    const eve = await kit.customer('Eve');
    expect(await refusalOf(kit.handlers['POST im/group/claim']({ refreshToken: tokens.refreshToken }, kit.as(eve)))).toBe('claimRefused');
  });

  test('is claimed by nobody who only knows something else, and once by two at the same time', async () => {
    const { tokens, session } = await kit.visitor('192.0.2.9');
    await kit.say(session, 'Hello', { groupType: 2 });
    const [ann, eve] = [await kit.customer(), await kit.customer('Eve')];
    const claim = (who: Session, refreshToken: string) => kit.handlers['POST im/group/claim']({ refreshToken }, kit.as(who));
    for (const wrong of ['', 'x', tokens.accessToken.slice(0, 43), session.sessionId, session.customerId, 'A'.repeat(43)])
      expect(await refusalOf(claim(eve, wrong)), wrong).toBe('claimRefused');
    const real = await kit.people.people.services.sessions.start(
      { id: BigInt(ann.customerId), password_hash: 'x' },
      { ip: '192.0.2.1', userAgent: '' },
    );
    expect(await refusalOf(claim(eve, real.refreshToken))).toBe('claimRefused');
    const both = await Promise.allSettled([claim(ann, tokens.refreshToken), claim(eve, tokens.refreshToken)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('has one group, no card, three words before an answer, and waits behind customers in a queue with an end', async () => {
    const { session } = await kit.visitor('192.0.2.10');
    const { groupId } = await kit.say(session, 'One', { groupType: 2 });
    expect(await refusalOf(kit.say(session, 'x', { groupType: 1 }))).toBe('chatGroupUnknown');
    const card = { kind: 'ORDER', about: 'recharge', id: '1' };
    expect(
      await refusalOf(kit.handlers['POST im/message/send']({ groupId, uuid: randomUUID(), payload: card } as never, kit.as(session))),
    ).toBe('chatCardRefused');
    await kit.say(session, 'Two', { groupType: 2 });
    await kit.say(session, 'Three', { groupType: 2 });
    expect(await refusalOf(kit.say(session, 'Four', { groupType: 2 }))).toBe('chatAwaitsAnswer');
    // The queue of visitors is full.
    await kit.database.query(
      `WITH made AS (
         INSERT INTO customer (login_type, venue, name, language, created_at) SELECT 3, 'demo', 'V', 'en', now() FROM generate_series(1, $1) RETURNING id
       ), groups AS (
         INSERT INTO chat_group (customer_id, venue, group_type, sign, language, created_at, spoke_at)
         SELECT id, 'demo', 2, 'temporary:' || id, 'en', now() - interval '1 year', now() FROM made RETURNING id
       ) INSERT INTO chat_work_order (group_id, state, first_offset, opened_at) SELECT id, 'waiting', 1, now() - interval '1 year' FROM groups`,
      [chatLimits.visitorsWaiting],
    );
    const late = await kit.visitor('192.0.2.11');
    expect(await refusalOf(kit.say(late.session, 'Hello', { groupType: 2 }))).toBe('chatQueueFull');
    const ann = await kit.customer();
    const mine = await kit.say(ann, 'I am a customer');
    const agent = await kit.agent();
    await kit.database.query(
      "UPDATE chat_work_order w SET state = 'finished', finished_at = now() FROM chat_group g WHERE g.id = w.group_id AND g.account IS NOT NULL AND g.id <> $1 AND w.state = 'waiting'",
      [mine.groupId],
    );
    const { data } = await kit.desk.call('POST chat/assign', {}, act(agent.token));
    expect(data.groupId).toBe(mine.groupId);
    await kit.database.query('DELETE FROM chat_work_order w USING chat_group g WHERE g.id = w.group_id AND g.sealed_key IS NULL');
  });

  test('and a demo account that have written stay with their conversation, and keep no others', async () => {
    const silent = [await kit.visitor(), await kit.visitor()];
    const { session: wrote } = await kit.visitor();
    await kit.say(wrote, 'Hello', { groupType: 2 });
    const [idle, asked] = [await kit.customer('Idle', 'demo'), await kit.customer('Asked', 'demo')];
    await kit.say(asked, 'Hello');
    const { tokens, session: claimed } = await kit.visitor();
    await kit.say(claimed, 'Hello', { groupType: 2 });
    await kit.handlers['POST im/group/claim']({ refreshToken: tokens.refreshToken }, kit.as(await kit.customer()));
    const left = async () =>
      (await kit.database.query<{ id: bigint }>('SELECT id FROM customer WHERE login_type <> 1')).map(({ id }) => String(id));
    kit.pass(40 * 86_400_000);
    await kit.people.people.sweep();
    const now = await left();
    expect(now).toEqual(expect.arrayContaining([wrote.customerId, asked.customerId]));
    for (const { customerId } of [...silent.map(({ session }) => session), idle, claimed]) expect(now).not.toContain(customerId);
  });
});
