import { afterAll, beforeAll } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../platform/testing.ts';
import { journalConformance } from './conformance.ts';
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
