import { readFile } from 'node:fs/promises';
import { encodeCommands, journalFormat, system } from '@bourse/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { openDatabase } from '../platform/postgres.ts';
import { provideDatabase } from '../platform/provide-database.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { refuseOtherFormats } from './format.ts';
import { createPostgresJournal } from './postgres-journal.ts';

/** Bytes as the codec before formats wrote them: they begin with their checksum, not with the mark. */
const beforeFormats = Uint8Array.of(0x3a, 0x91, 0x07, 0xc4, 1, 0, 1, 0);
const current = (seq: number) =>
  encodeCommands([{ seq, time: 5, commandId: new Uint8Array(16), actor: system, command: { kind: 'advanceTime' } }]);
const ofFormat = (format: number, seq: number) => {
  const bytes = current(seq);
  bytes[1] = format;
  return bytes;
};

let test: TestDatabase;
beforeEach(async () => {
  // Only the journal's own migration has run, as in a database that an older version made.
  test = await testDatabase({ migrated: false });
  await test.database.query(await readFile(new URL('../../migrations/0001-journal.sql', import.meta.url), 'utf8'));
}, 60_000);
afterEach(() => test.drop());

async function write(batches: readonly Uint8Array[], deflateFrom = Number.POSITIVE_INFINITY) {
  const writer = await createPostgresJournal({ venue: 'demo', connection: test.connection, log: silentLog, deflateFrom }).tryAcquire();
  for (const [at, bytes] of batches.entries())
    expect(await writer?.append({ firstSeq: at + 1, count: 1, time: 5, bytes })).toBe('appended');
  await writer?.release();
}

/** Every table of the database with its columns, and every row of the tables that exist before the start. */
async function everything() {
  const columns = await test.database.query(
    `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  );
  const rows = await test.database.query(
    `SELECT (SELECT json_agg(b ORDER BY first_seq) FROM journal_batch b)::text AS batches, (SELECT json_agg(w) FROM journal_writer w)::text AS writers`,
  );
  return { columns, rows };
}

/** Starts as the server, `verify` and the rebuild do. */
const start = () => {
  const { connection } = test;
  const url =
    connection.connectionString ??
    `postgresql://${encodeURIComponent(String(connection.user))}:${encodeURIComponent(String(connection.password ?? ''))}@/${connection.database}?host=${encodeURIComponent(String(connection.host))}&port=${connection.port}`;
  return provideDatabase({ databaseUrl: url, dataFolder: '/nowhere' }, silentLog, refuseOtherFormats);
};

describe('a start on the data of another version', () => {
  it.each([
    ['was written before formats', [beforeFormats], /demo journal in this data folder was written before journals named their format/],
    ['has a later format', [ofFormat(journalFormat + 1, 1)], /demo journal in this data folder has format 2/],
    ['was gone on with by a later version', [current(1), ofFormat(7, 2)], /demo journal in this data folder has format 7/],
  ])('is refused when the journal %s, and changes nothing', async (_case, batches, sentence) => {
    await write(batches);
    const before = await everything();
    const refused = await start().then(
      async (started) => {
        await started.stop();
        return 'started';
      },
      ({ name, message }: Error) => `${name}: ${message}`,
    );
    expect(refused).toMatch(sentence);
    // By this name the start prints the sentence without a stack.
    expect(refused).toMatch(/^JournalFormatRefused: The /);
    expect(refused).toContain('BOURSE_DATA=/path/to/new/folder npm start');
    expect(refused).toContain('Nothing was changed.');
    expect(await everything()).toEqual(before);
  });

  it('accepts a journal of its own format, deflated or not, and an empty one', async () => {
    await refuseOtherFormats(test.database);
    await write([current(1)]);
    await refuseOtherFormats(test.database);
    await test.database.query('TRUNCATE journal_batch, journal_writer');
    const many = Array.from({ length: 200 }, (_, at) => ({
      ...{ seq: at + 1, time: 5, commandId: new Uint8Array(16), actor: system },
      command: { kind: 'advanceTime' } as const,
    }));
    await write([encodeCommands(many)], 1);
    expect(await test.database.query('SELECT encoding FROM journal_batch')).toEqual([{ encoding: 1 }]);
    await refuseOtherFormats(test.database);
  });

  it('accepts an empty database', async () => {
    const empty = await testDatabase({ migrated: false });
    const database = openDatabase({ connection: empty.connection, log: silentLog });
    await refuseOtherFormats(database);
    await database.close();
    await empty.drop();
  });
});
