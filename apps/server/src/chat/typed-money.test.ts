import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act, refused, talkOf } from '../testing/chat-talk.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const { agentSays, entriesOf, served } = talkOf(() => kit);

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
