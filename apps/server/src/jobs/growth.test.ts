import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDevicesJob } from '../devices/close-devices.ts';
import { createDeviceStore } from '../devices/device-store.ts';
import { createDocuments } from '../documents/documents.ts';
import { sweepPeople } from '../people/sweep.ts';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
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

test('a sign-out looks at its own device, not at those of 20,000 who are signed in', async () => {
  const signedIn = (from: number, to: number) =>
    plain.query(
      `WITH made AS (INSERT INTO customer (login_type, venue, account, name, language, created_at, demo_key_hash)
           SELECT 2, 'demo', 500000 + n, 'Demo', 'en', now(), sha256(n::text::bytea) FROM generate_series($1::integer, $2::integer) n RETURNING id, account),
         own AS (INSERT INTO session (id, customer_id, device_class, device, state, created_at, last_seen_at, expires_at)
           SELECT gen_random_uuid(), id, 'desktop', 'x', 'live', now(), now(), now() + interval '30 days' FROM made RETURNING id, customer_id)
       INSERT INTO device (session_id, venue, account, public_key, number)
         SELECT own.id, 'demo', account, '', 1 FROM own JOIN made ON made.id = own.customer_id RETURNING session_id`,
      [from, to],
    );
  const closed: unknown[] = [];
  const submit = async (request: unknown) => void closed.push(request);
  const venues = { demo: { submit } } as unknown as Parameters<typeof createDeviceStore>[0]['venues'];
  const clock = { now: () => Date.now() };
  const sessions: ((session: string) => void)[] = [];
  let closing: Promise<unknown> = Promise.resolve();
  const store = createDeviceStore({ database: blocks.database, venues, clock });
  closeDevicesJob({
    devices: {
      closeEnded(session) {
        const work = store.closeEnded(session);
        closing = work;
        return work;
      },
    },
    sessions: {
      onSessionEnd(listener) {
        sessions.push((session) => listener(session, 'logout', { device: '' }));
        return () => {};
      },
    },
    log: silentLog,
  });
  const signOut = async () => {
    const [one] = await plain.query<{ id: string }>(
      "UPDATE session SET state = 'ended', ended_reason = 'logout' WHERE id = (SELECT session_id FROM device WHERE closed_at IS NULL LIMIT 1) RETURNING id",
    );
    return blocks.blocksOf(async () => {
      for (const end of sessions) end(one!.id);
      await closing;
    });
  };
  await signedIn(1, 200);
  await plain.query('VACUUM ANALYZE');
  const [before] = await signOut();
  await signedIn(201, 20_000);
  await plain.query('VACUUM ANALYZE');
  const [after] = await signOut();
  expect(closed).toHaveLength(2);
  expect(after!.blocks).toBeLessThanOrEqual(before!.blocks + 20);
}, 60_000);
