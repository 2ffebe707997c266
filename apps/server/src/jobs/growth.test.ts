import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocuments } from '../documents/documents.ts';
import { sweepPeople } from '../people/sweep.ts';
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
      blocks = measured(database, /./);
      return blocks.database;
    },
  });
});
afterAll(() => kit.close());

/** Pictures that messages use, visitors who wrote, and their conversations, which were erased. */
const grow = (from: number, to: number) =>
  plain.query(
    `WITH made AS (INSERT INTO customer (login_type, venue, name, language, created_at, wrote)
         SELECT 3, 'demo', 'Visitor', 'en', now() - interval '200 days', true FROM generate_series($1::integer, $2::integer) RETURNING id),
       groups AS (INSERT INTO chat_group (customer_id, venue, group_type, sign, language, created_at, spoke_at, last_offset)
         SELECT id, 'demo', 2, 'temporary:' || id, 'en', now(), now() - interval '200 days', 1 FROM made RETURNING id)
     INSERT INTO document (id, customer_id, purpose, mime_type, bytes, width, height, sha256, storage_key, sealed_key, created_at, used_by)
       SELECT gen_random_uuid(), 1, 'chat', 'image/png', 1, 1, 1, '\\x00', 'x', '\\x00', now() - interval '200 days', 'chat:' || id FROM groups`,
    [from, to],
  );

test('sweeps cost the same after 20,000 visitors and their pictures as after 200', async () => {
  const files = { put: async () => {}, get: async () => undefined, remove: async () => {} };
  const parts = { database: blocks.database, clock: kit.clock, files };
  const documents = createDocuments({ ...parts, key: Buffer.alloc(32, 7) });
  const everything = async () => {
    await documents.sweep();
    await sweepPeople(blocks.database, kit.clock, files);
    await kit.chat.jobs.find(({ name }) => name === 'chat-retention')!.run();
  };
  await grow(1, 200);
  await plain.query('VACUUM ANALYZE');
  const before = await blocks.blocksOf(everything);
  await grow(201, 20_000);
  await plain.query('VACUUM ANALYZE');
  const after = await blocks.blocksOf(everything);
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(after.filter(({ blocks }, at) => blocks > before[at]!.blocks + 20)).toEqual([]);
}, 60_000);
