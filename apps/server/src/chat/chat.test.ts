import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { AdminOutput } from '@bourse/protocol/admin';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { errorByCode } from '@bourse/protocol/errors';
import { checkChat, checkTranscript } from '@bourse/verifier/chat';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { refusalOf } from '../testing/people.ts';
import { Said } from './said.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());

const transcriptOf = (session: Session, groupId: string) => kit.handlers['GET im/group/transcript']({ groupId }, kit.as(session));
const entriesOf = (session: Session, groupId: string) =>
  kit.handlers['POST im/message/list']({ groupId, after: 0, limit: 100 }, kit.as(session));
const agentSays = (token: string, workOrder: string, text: string, uuid = randomUUID()) =>
  kit.desk.call('POST chat/send', { workOrder, uuid, payload: { kind: 'TEXT', text } }, { token });
const act = (token: string) => ({ token, commandId: randomUUID() });
const orderOf = async (session: Session, groupId: string) => kit.handlers['GET im/work-order/get']({ groupId }, kit.as(session));
const refused = ({ code }: { code: number }) => errorByCode(code);

/** A customer who wrote, and an agent who has the work order. */
async function served(text = 'Hello') {
  const session = await kit.customer();
  const { groupId } = await kit.say(session, text);
  const agent = await kit.agent();
  const { id: workOrder } = await orderOf(session, groupId);
  expect((await kit.desk.call('POST chat/assign', { workOrder }, act(agent.token))).code).toBe(0);
  return { session, groupId, agent, workOrder };
}

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

describe('words of an agent', () => {
  const account = [
    ...['Pay to 6222 0212 3456 7890', '６２２２０２１２３４５６', '٦٢٢٢٠٢١٢٣٤٥٦', '६२२२०२१२३४', '一二三四五六七八', '1-2-3-4-5-6-7-8'],
    ...['12\u200b34\u200b56\u200b78', '1234\n5678', '622O 2O21 2345', '𝟔𝟐𝟐𝟐𝟎𝟐𝟏𝟐', '①②③④⑤⑥⑦⑧'],
    ...['0x52908400098527886E0F7030069857D2E4169EE7', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ...[
      'T9yD 14Nj 9j7x AB4d bGei X9h8 unkK HxuW wb',
      'DE89370400440532013000',
      'https://bourse.example.evil.com/pay',
      'go to evil.com now',
    ],
    ...['httрs://bоurse.example', 'javascript:alert(1)', 'write to me@mail.ru', 'evil。com'],
  ];
  test.each(account)('%s is refused', async (text) => {
    const { agent, workOrder, session, groupId } = await served();
    expect(refused(await agentSays(agent.token, workOrder, text))).toBe('chatAddressRefused');
    expect((await entriesOf(session, groupId)).filter(({ kind }) => kind === 'message')).toHaveLength(1);
  });

  test('are refused in phrases, edits and reasons too, and pictures cannot be sent at all', async () => {
    const { agent, workOrder } = await served();
    const phrase = { kind: 'PHRASE', phraseKey: 'greeting', params: { name: '62220212345' } };
    const send = (payload: object) => kit.desk.call('POST chat/send', { workOrder, uuid: randomUUID(), payload }, { token: agent.token });
    expect(refused(await send(phrase))).toBe('chatAddressRefused');
    expect(refused(await send({ kind: 'PHRASE', phraseKey: 'greeting', params: { other: 'x' } }))).toBe('chatPhraseUnknown');
    expect(refused(await send({ kind: 'IMAGE', file: randomUUID() }))).toBe('badRequest');
    const { data } = await send({ kind: 'PHRASE', phraseKey: 'greeting', params: { name: 'Mia' } });
    const said = await agentSays(agent.token, workOrder, 'One moment, please.');
    const edit = (id: string, text: string) =>
      kit.desk.call('POST chat/edit', { workOrder, id, uuid: randomUUID(), payload: { kind: 'TEXT', text } }, { token: agent.token });
    expect(refused(await edit(said.data.id, 'Pay to 622202123456'))).toBe('chatAddressRefused');
    expect((await edit(said.data.id, 'Two moments, please.')).code).toBe(0);
    // A phrase is no text: its words are the language’s.
    expect(refused(await edit((data as { id: string }).id, 'Hello'))).toBe('chatMessageUnknown');
    expect(refused(await kit.desk.call('POST chat/finish', { workOrder, reason: 'Pay to 622202123456' }, act(agent.token)))).toBe(
      'chatAddressRefused',
    );
  });

  test('that say amounts, times and the customer’s own numbers pass', async () => {
    const { agent, workOrder, session } = await served();
    const deposit = await kit.deposit(session);
    const long = 31_415_926_535n;
    await kit.database.query('UPDATE deposit SET number = $2 WHERE number = $1', [deposit, long]).catch(async () => {
      // The number is generated; an order of the customer's own has a long one.
      await kit.database.query(
        `INSERT INTO orders (venue, order_id, account, instrument, side, type, tif, post_only, price_ticks, trigger_ticks, lots, quote_amount, filled_lots,
           filled_quote, reserved, reserved_asset, status, reason, placed_at, updated_at, seq)
         VALUES ('real', $2, $1, 1, 0, 2, 1, false, 1, 0, 1, 0, 0, 0, 0, 1, 1, '', 1, 1, 1)`,
        [session.account, long],
      );
    });
    for (const text of [
      'Your 1,250.50 USDT arrived at 14:05. Is it right?',
      `Order ${long} was filled.`,
      '您的充值正在审核中。',
      'See https://bourse.example for more.',
    ])
      expect((await agentSays(agent.token, workOrder, text)).code, text).toBe(0);
    expect(refused(await agentSays(agent.token, workOrder, `Order ${long + 1n} was filled.`))).toBe('chatAddressRefused');
  });
});

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
  });
});

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

describe('a picture', () => {
  const upload = (session: Session, bytes: Buffer) =>
    kit.handlers['POST im/file/upload']({}, { ...kit.as(session), file: async () => ({ bytes, filename: 'x', mimeType: 'image/jpeg' }) });
  const send = (session: Session, file: string) =>
    kit.handlers['POST im/message/send']({ groupType: 1, uuid: randomUUID(), payload: { kind: 'IMAGE', file } }, kit.as(session));

  test('is encoded anew: no place, no second file behind it; others cannot send or see it', async () => {
    const ann = await kit.customer();
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'canary artist' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([photo, Buffer.from('<script>canary</script>PK')]);
    const { id } = await upload(ann, polyglot);
    const eve = await kit.customer('Eve');
    expect(await refusalOf(send(eve, id))).toBe('fileNotReady');
    const { groupId } = await send(ann, id);
    expect(await refusalOf(send(ann, id))).toBe('fileNotReady');
    const { url, width } = await kit.handlers['GET im/file/get']({ groupId, file: id }, kit.as(ann));
    expect(width).toBe(40);
    expect(Buffer.from(url.split(',')[1]!, 'base64').toString('latin1')).not.toContain('canary');
    const other = (await kit.say(eve, 'hi')).groupId;
    expect(await refusalOf(kit.handlers['GET im/file/get']({ groupId: other, file: id }, kit.as(eve)))).toBe('fileNotReady');
  });

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'fileTypeRefused'],
    ['video', Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), 'fileTypeRefused'],
    ['nothing', Buffer.from('GIF89a'), 'fileTypeRefused'],
  ])('%s is refused', async (_what, bytes, why) => {
    expect(await refusalOf(upload(await kit.customer(), bytes))).toBe(why);
  });
});

describe('words', () => {
  test('show as [chat] in whatever writes them down', () => {
    const said = new Said({ text: 'canary' });
    for (const shown of [
      JSON.stringify({ said }),
      String(said),
      `${said}`,
      inspect({ deep: [said] }),
      JSON.stringify(Object.entries(said)),
    ])
      expect(shown).not.toContain('canary');
    expect(JSON.stringify(said)).toBe('"[chat]"');
  });

  test('stand in no table outside their key', async () => {
    const { session, groupId, agent, workOrder } = await served('canary 4711 of the customer');
    await agentSays(agent.token, workOrder, 'canary of the agent');
    await kit.desk.call('POST chat/note', { workOrder, text: 'canary of a note' }, act(agent.token));
    await kit.handlers['POST im/work-order/finish']({ id: workOrder, uuid: randomUUID() }, kit.as(session));
    await kit.handlers['POST im/work-order/evaluation'](
      { id: workOrder, score: 5, reasons: [], text: 'canary of a rating' },
      kit.as(session),
    );
    const tables = await kit.database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await kit.database.query(
        `SELECT 1 FROM "${name}" t WHERE t::text LIKE '%canary%' OR t::text LIKE '%' || $1 || '%' LIMIT 1`,
        [Buffer.from('canary').toString('hex')],
      );
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
    expect(groupId).toBeTruthy();
  });
});
