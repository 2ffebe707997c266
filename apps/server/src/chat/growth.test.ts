import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/database.ts';
import { measured } from '../testing/blocks.ts';
import { type TestChat, testChat } from '../testing/chat.ts';

let plain: Database;
let blocks: ReturnType<typeof measured>;
let kit: TestChat;
beforeAll(async () => {
  kit = await testChat({
    wrap: (database) => {
      plain = database;
      blocks = measured(database, /chat_/);
      return blocks.database;
    },
  });
});
afterAll(() => kit.close());

test('a message costs the same in a conversation of 40,000 messages among 20,000 others as at the beginning', async () => {
  const [ann, bob] = [await kit.customer(), await kit.customer('Bob')];
  const { token } = await kit.agent();
  const { groupId } = await kit.say(ann, 'Hello');
  expect((await kit.desk.call('POST chat/assign', {}, { token, commandId: randomUUID() })).code).toBe(0);
  const everything = async () => {
    kit.pass(120_000);
    await kit.say(ann, 'Is somebody there?', { groupId });
    await kit.handlers['POST im/message/list']({ groupId, limit: 50 }, kit.as(ann));
    await kit.handlers['GET im/group/group-list']({}, kit.as(ann));
    await kit.handlers['GET im/group/chat-list']({ pageNo: 1, pageSize: 20 }, kit.as(ann));
    await kit.handlers['GET im/work-order/get']({ groupId }, kit.as(ann));
    await kit.chat.readers.news([{ group: groupId, after: 1, owned: true }], 1);
    await kit.chat.readers.passed([groupId], [ann.customerId], [1]);
  };
  await everything();
  await plain.query('ANALYZE');
  const before = await blocks.blocksOf(everything);

  // Every second message is an agent's, and many are not read.
  await plain.query(
    `INSERT INTO chat_entry (group_id, "offset", kind, sender, role, uuid, sealed, asked, body_hash, time, prev, hash)
     SELECT g.id, g.last_offset + n, 1, m.id, m.role, gen_random_uuid(), NULL, '\\x00', '\\x00', 1, '\\x00', '\\x00'
     FROM chat_group g CROSS JOIN generate_series(1, 40000) n JOIN chat_member m ON m.group_id = g.id AND (m.role = 1) = (n % 2 = 1) WHERE g.id = $1`,
    [groupId],
  );
  await plain.query('UPDATE chat_group SET last_offset = (SELECT max("offset") FROM chat_entry WHERE group_id = $1) WHERE id = $1', [
    groupId,
  ]);
  await plain.query('UPDATE chat_member SET read_offset = 30000 WHERE group_id = $1', [groupId]);
  await plain.query(
    `WITH made AS (INSERT INTO chat_group (customer_id, venue, account, group_type, sign, language, created_at, spoke_at)
       SELECT c.id, c.venue, c.account, 1, 'other:' || n, 'en', now(), now() FROM customer c CROSS JOIN generate_series(1, 20000) n WHERE c.id = $1 RETURNING id, customer_id)
     INSERT INTO chat_member (group_id, customer_id, role) SELECT id, customer_id, 1 FROM made`,
    [bob.customerId],
  );
  await plain.query('VACUUM ANALYZE');
  const after = await blocks.blocksOf(everything);

  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  // Deeper indexes, and not one look at all of anything.
  const grown = after.filter(({ blocks }, at) => blocks > before[at]!.blocks + 60);
  expect(grown).toEqual([]);
}, 60_000);
