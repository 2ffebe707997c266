import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { journalConformance } from './conformance.ts';
import { NotWritten } from './journal.ts';
import { createPostgresJournal } from './postgres-journal.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

for (const [name, deflateFrom] of [
  ['Postgres', Number.POSITIVE_INFINITY],
  ['Postgres, deflated', 64],
] as const) {
  journalConformance(name, async () => {
    await test.database.query('TRUNCATE journal_writer, journal_batch');
    const open = (holder: string) =>
      createPostgresJournal({ venue: 'demo', connection: test.connection, log: silentLog, holder, deflateFrom, leaseMs: 60_000 });
    return {
      journal: open('first'),
      again: open('second'),
      letLeaseExpire: async () => {
        await test.database.query(`UPDATE journal_writer SET renewed_at = renewed_at - interval '1 hour'`);
      },
      spoil: async (firstSeq) => {
        await test.database.query('UPDATE journal_batch SET bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1) WHERE first_seq = $1', [
          firstSeq,
        ]);
      },
    };
  });
}

it('knows that nothing was written when the database refuses the statement, as with a full disk', async () => {
  await test.database.query('TRUNCATE journal_writer, journal_batch');
  const writer = await createPostgresJournal({ venue: 'demo', connection: test.connection, log: silentLog }).tryAcquire();
  await test.database.query('ALTER TABLE journal_batch ADD CONSTRAINT no_room CHECK (first_seq < 0)');
  try {
    const refused = writer?.append({ firstSeq: 1, count: 1, time: 1, bytes: new Uint8Array(1) });
    await expect(refused).rejects.toBeInstanceOf(NotWritten);
    expect(await test.database.query('SELECT next_seq FROM journal_writer')).toEqual([{ next_seq: 1n }]);
  } finally {
    await test.database.query('ALTER TABLE journal_batch DROP CONSTRAINT no_room');
    await writer?.release();
  }
});
