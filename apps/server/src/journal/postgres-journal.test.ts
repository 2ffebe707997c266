import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { journalConformance } from './conformance.ts';
import { checksum, NotWritten } from './journal.ts';
import { createPostgresJournal } from './postgres-journal.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

/** The stored bytes with one bit of one byte flipped. A negative index counts from the end. */
const flipped = (at: string) => {
  const index = `(CASE WHEN ${at}::int < 0 THEN length(bytes) + ${at}::int ELSE ${at}::int END)`;
  return `set_byte(bytes, ${index}, get_byte(bytes, ${index}) # 1)`;
};

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
      spoil: async (firstSeq, at = 0) => {
        await test.database.query(`UPDATE journal_batch SET bytes = ${flipped('$2')} WHERE first_seq = $1`, [firstSeq, at]);
      },
      forge: async (firstSeq) => {
        const [row] = await test.database.query<{ bytes: Buffer }>(
          `UPDATE journal_batch SET bytes = ${flipped('$2')} WHERE first_seq = $1 RETURNING bytes`,
          [firstSeq, 0],
        );
        await test.database.query('UPDATE journal_batch SET crc = $2 WHERE first_seq = $1', [
          firstSeq,
          checksum(row?.bytes ?? Buffer.alloc(0)),
        ]);
      },
      tear: async (firstSeq) => {
        await test.database.query('UPDATE journal_batch SET bytes = substring(bytes FOR length(bytes) / 2) WHERE first_seq = $1', [
          firstSeq,
        ]);
      },
      lose: async (firstSeq) => {
        await test.database.query('DELETE FROM journal_batch WHERE first_seq = $1', [firstSeq]);
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
