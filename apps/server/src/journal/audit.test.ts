import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog, silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { JournalAudit, readWhole } from './audit.ts';
import { createPostgresJournal } from './postgres-journal.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
  const writer = (await journal().tryAcquire())!;
  for (let seq = 1; seq <= 600; seq += 2)
    await writer.append({ firstSeq: seq, count: 2, time: seq, bytes: Buffer.from(`two commands from ${seq}`) });
  await writer.release();
});
afterAll(() => test.drop());

const journal = () => createPostgresJournal({ venue: 'real', connection: test.connection, log: silentLog });
/** Flips the lowest bit of the first byte of a batch. Twice is not at all. */
const flip = (seq: number) =>
  test.database.query('UPDATE journal_batch SET bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1) WHERE first_seq = $1', [seq]);

it('reads every batch from the first', async () => {
  expect(await readWhole(journal(), systemClock)).toEqual({ batches: 300, nextSeq: 601 });
});

it('waits for a database that is busy for longer than a write may take', async () => {
  let done: Promise<unknown> = Promise.resolve();
  await test.database.withConnection(async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE journal_batch IN ACCESS EXCLUSIVE MODE');
    done = readWhole(journal(), systemClock);
    done.catch(() => {});
    await client.query('SELECT pg_sleep(6)');
    await client.query('ROLLBACK');
  });
  await expect(done).resolves.toEqual({ batches: 300, nextSeq: 601 });
}, 60_000);

it('finds a flipped bit long before the end while the server runs, and makes it unhealthy until it is mended', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) }, atEnd: () => {} });
  const audit = new JournalAudit(
    { journals: [journal()], clock: systemClock, log },
    { firstAfterMs: 1, everyMs: 20, sliceMs: 1, pauseMs: 1 },
  );
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  audit.start();
  await until(() => lines.join('').includes('the whole journal was read'));
  expect(audit.problem).toBeUndefined();
  await flip(7);
  await until(() => audit.problem !== undefined);
  expect(audit.problem).toBe(
    'The real journal is damaged at 7: its bytes do not match their checksum. Restore it from a replica or backup.',
  );
  expect(lines.join('')).toContain('"level":"error"');
  expect(lines.join('')).toContain('"security":"journalDamaged","venue":"real","seq":7');
  await flip(7);
  await until(() => audit.problem === undefined);
  await audit.stop();
});

it('finds a batch that was changed together with its checksum, and batches that are gone', async () => {
  const [row] = await test.database.query<{ bytes: Buffer; crc: bigint }>('SELECT bytes, crc FROM journal_batch WHERE first_seq = 9');
  const other = await test.database.query<{ bytes: Buffer; crc: bigint }>('SELECT bytes, crc FROM journal_batch WHERE first_seq = 11');
  const put = (one: { bytes: Buffer; crc: bigint }) =>
    test.database.query('UPDATE journal_batch SET bytes = $1, crc = $2 WHERE first_seq = 9', [one.bytes, one.crc]);
  await put(other[0]!);
  await expect(readWhole(journal(), systemClock)).rejects.toThrow('damaged at 9: its hash does not follow');
  await put(row!);
  await test.database.query('DELETE FROM journal_batch WHERE first_seq = 599');
  await expect(readWhole(journal(), systemClock)).rejects.toThrow('damaged at 599: it ends here and should reach 600');
});
