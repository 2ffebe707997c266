import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act, talkOf } from '../testing/chat-talk.ts';
import { Said } from './said.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const { agentSays, served } = talkOf(() => kit);

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
