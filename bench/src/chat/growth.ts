import { randomUUID } from 'node:crypto';
import { chatList, groupsOf, ownGroup } from '@bourse/server/src/chat/groups.ts';
import { lockGroup } from '@bourse/server/src/chat/log.ts';
import { createMessages, entriesOf } from '@bourse/server/src/chat/messages.ts';
import { afterCustomer } from '@bourse/server/src/chat/orders.ts';
import { Said } from '@bourse/server/src/chat/said.ts';
import type { Database } from '@bourse/server/src/platform/database.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { migrate } from '@bourse/server/src/platform/migrations.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { chatParts } from '@bourse/server/src/testing/chat-desk.ts';
import { withPostgres } from '../durable/database.ts';
import type { BenchResult } from '../result.ts';
import { chatWorld, quantile, type Speaker, said } from './world.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000] as const;
const groups = 100;
const page = 50;
/** Messages of each conversation that the product wrote itself: the newest page is read as customers read it. */
const written = 60;
const rounds = 12;
const perRound = 25;

interface World {
  size: number;
  speakers: readonly Speaker[];
  database: Database;
  work: (speaker: Speaker) => Promise<void>;
  /** Milliseconds of each piece of work: in conversations of equal length, and in one that holds half of all messages. */
  usual: number[];
  long: number[];
}

/**
 * What a message costs the server: it is written, the newest page is read, and the lists of conversations. Databases of all sizes stand side by side and are
 * asked in turn, so that a busy minute of the machine weighs on all of them. Half of all messages are in one conversation.
 */
export const chatGrowth = (times = rounds): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const worlds: World[] = [];
    try {
      for (const size of sizes) worlds.push(await worldOf(await fresh(), size));
      for (let round = 0; round < times; round += 1)
        for (const { speakers, work, usual, long } of worlds) {
          const [longest, ...others] = speakers;
          for (let at = 0; at < perRound; at += 1) {
            usual.push(await timed(() => work(others[(round * perRound + at) % others.length]!)));
            long.push(await timed(() => work(longest!)));
          }
        }
      const [least, most] = [worlds[0]!, worlds.at(-1)!];
      const middle = (values: readonly number[]) => quantile(values, 0.5);
      const ratios = [middle(most.usual) / middle(least.usual), middle(most.long) / middle(least.long)];
      return {
        name: 'chat-growth',
        ratio: Math.max(...ratios),
        bar: '<= 1.2',
        ours: `${middle(most.usual).toFixed(2)} ms at ${most.size} stored messages, ${middle(most.long).toFixed(2)} ms in the conversation with half of them`,
        reference: `${middle(least.usual).toFixed(2)} ms and ${middle(least.long).toFixed(2)} ms at ${least.size}`,
        report: [
          `a message written, the newest page and the lists read; commits are not flushed, so that no disk hides what grows; medians of ${times * perRound}`,
          ...worlds.map(
            ({ size, usual, long }) =>
              `${size} stored: ${middle(usual).toFixed(2)} ms, in the longest conversation ${middle(long).toFixed(2)} ms`,
          ),
        ],
      };
    } finally {
      for (const { database } of worlds) await database.close();
    }
  });

async function worldOf(connection: Connection, size: number): Promise<World> {
  const preparing = openDatabase({ connection, log: silentLog, poolSize: 1, queryTimeoutMs: 600_000 });
  await preparing.query(`ALTER DATABASE ${connection.database} SET synchronous_commit = off`);
  await preparing.close();
  const database = openDatabase({ connection, log: silentLog, poolSize: 2, queryTimeoutMs: 600_000 });
  await migrate(database, silentLog);
  let now = Date.now();
  // Time goes on between messages, so that nobody is too fast.
  const clock = { now: () => now };
  const parts = chatParts({ database, clock });
  const speakers = await chatWorld(parts, { groups, agents: 1 });
  await fill(database, speakers, size, now);
  for (const { groupId, session } of speakers)
    await database.transaction(async (tx) => {
      const group = await lockGroup(tx, groupId);
      const owner = await ownGroup(tx, session, groupId);
      for (let at = 0; at < written; at += 1) {
        const body = { kind: 'TEXT' as const, text: said };
        const draft = { kind: 'message' as const, sender: { id: owner.member, role: 1 as const }, uuid: randomUUID() };
        const placed = await parts.log.append(tx, group, { ...draft, body: new Said(body), asked: new Said<unknown>(body) }, now);
        await afterCustomer(tx, group, BigInt(placed.offset), now);
      }
    });
  await database.query('VACUUM ANALYZE');
  now += 120_000;
  const messages = createMessages(parts);
  return {
    ...{ size, speakers, database, usual: [], long: [] },
    async work({ session, groupId }) {
      now += 2_000;
      await messages.send(session, { groupId }, randomUUID(), { kind: 'TEXT', text: said }, 'en');
      const group = await ownGroup(database, session, groupId);
      await entriesOf(database, parts, group, { before: Number(group.last_offset) + 1, limit: page });
      await groupsOf(database, session.customerId);
      await chatList(database, parts.log, session.customerId, 1, 20);
    },
  };
}

/**
 * Stored messages of the past, in bulk: every second one is an agent's, and all are read. Their chain and their words are bytes of the right length: nobody reads
 * so far back here.
 */
async function fill(database: Database, speakers: readonly Speaker[], size: number, now: number): Promise<void> {
  const shares = speakers.map((_, index) => (index === 0 ? Math.floor(size / 2) : Math.floor(size / 2 / (speakers.length - 1))));
  await database.query(
    `INSERT INTO chat_entry (group_id, "offset", kind, sender, role, uuid, sealed, asked, body_hash, time, prev, hash)
     SELECT s.group_id, n, 1, m.id, m.role, gen_random_uuid(), decode(repeat(md5(n::text), 12), 'hex'), sha256(n::text::bytea), sha256(n::text::bytea),
       $3::bigint - (s.share - n + 120) * 1000, sha256(n::text::bytea), sha256((n + 1)::text::bytea)
     FROM unnest($1::bigint[], $2::integer[]) AS s (group_id, share) CROSS JOIN LATERAL generate_series(1, s.share) n
       JOIN chat_member m ON m.group_id = s.group_id AND (m.role = 1) = (n % 2 = 1)`,
    [speakers.map(({ groupId }) => groupId), shares, now],
  );
  await database.query(
    `UPDATE chat_group g SET last_offset = s.share FROM unnest($1::bigint[], $2::integer[]) AS s (group_id, share) WHERE g.id = s.group_id`,
    [speakers.map(({ groupId }) => groupId), shares],
  );
  await database.query('UPDATE chat_member m SET read_offset = g.last_offset FROM chat_group g WHERE g.id = m.group_id');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
