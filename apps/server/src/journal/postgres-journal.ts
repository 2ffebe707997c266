import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeCommands, type SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import pg from 'pg';
import type { Queryable } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { type Connection, clientSettings, isServerAnswer } from '../platform/postgres.ts';
import {
  type Batch,
  chainChecker,
  checksum,
  genesisHash,
  type Head,
  type Journal,
  JournalDamaged,
  type JournalWriter,
  NotWritten,
  nextHash,
  type StoredBatch,
} from './journal.ts';

export interface PostgresJournalOptions {
  venue: Venue;
  connection: Connection | (() => Connection);
  log: Log;
  /** Names the holder of the lease for people who read the table. Unique per process. */
  holder?: string;
  /** Other processes treat a writer that was silent for longer as dead, even if its connection is still open. */
  leaseMs?: number;
  /** Batches of at least this many bytes are deflated; Infinity for never. */
  deflateFrom?: number;
}

const appendTimeoutMs = 5_000;
/** Reading is for starts, audits and `verify`: a database that is busy with a live server may take its time for a page. */
const readTimeoutMs = 120_000;
const pageBatches = 256;
/** First key of the writers' advisory locks. The second key is the venue. */
const lockClass = 7_217;

const insertBatch = `
  WITH fence AS (
    UPDATE journal_writer SET next_seq = $2::bigint + $3::int, head_hash = $9, head_time = $5, renewed_at = clock_timestamp()
    WHERE venue = $1 AND epoch = $4 AND next_seq = $2 RETURNING venue)
  INSERT INTO journal_batch (venue, first_seq, count, epoch, time, encoding, bytes, crc, hash)
  SELECT venue, $2, $3, $4, $5, $6, $7, $8, $9 FROM fence`;

const takeLease = `
  UPDATE journal_writer SET epoch = epoch + 1, holder = $2, locked = $3, renewed_at = clock_timestamp()
  WHERE venue = $1 AND (holder IS NULL OR (locked AND $3) OR renewed_at < clock_timestamp() - $4 * interval '1 millisecond')
  RETURNING epoch, next_seq, head_hash`;

const renewLease = `
  UPDATE journal_writer SET renewed_at = clock_timestamp(), locked = locked OR pg_try_advisory_lock($3, hashtext(venue))
  WHERE venue = $1 AND epoch = $2`;

export function createPostgresJournal(options: PostgresJournalOptions): Journal {
  const {
    venue,
    log,
    holder = `${hostname()}, process ${process.pid}, ${randomUUID()}`,
    leaseMs = 2_000,
    deflateFrom = Number.POSITIVE_INFINITY,
  } = options;

  const connect = async (timeoutMs = appendTimeoutMs): Promise<{ client: pg.Client; broken: () => boolean }> => {
    const connection = typeof options.connection === 'function' ? options.connection() : options.connection;
    const client = new pg.Client(clientSettings(connection, timeoutMs));
    let broken = false;
    client.on('error', (error) => {
      broken = true;
      log.warn({ err: error, venue }, 'the journal lost a database connection; it opens another');
    });
    client.on('end', () => {
      broken = true;
    });
    await client.connect();
    return { client, broken: () => broken };
  };

  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const { client } = await connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  };

  const tryAcquire = async (): Promise<JournalWriter | undefined> => {
    const { client, broken } = await connect();
    try {
      await client.query('INSERT INTO journal_writer (venue, head_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        venue,
        genesisHash(venue),
      ]);
      const lock = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [lockClass, venue]);
      const lease = await client.query<{ epoch: bigint; next_seq: bigint; head_hash: Buffer }>(takeLease, [
        venue,
        holder,
        lock.rows[0]?.locked === true,
        leaseMs,
      ]);
      const row = lease.rows[0];
      if (row) return writer(client, broken, { epoch: Number(row.epoch), nextSeq: Number(row.next_seq), hash: row.head_hash });
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    await client.end().catch(() => {});
    return undefined;
  };

  const writer = (client: pg.Client, broken: () => boolean, start: Head): JournalWriter => {
    let { nextSeq, hash } = start;
    const { epoch } = start;
    return {
      epoch,
      get nextSeq() {
        return nextSeq;
      },
      get hash() {
        return hash;
      },
      async append(batch: Batch) {
        if (broken()) throw new NotWritten('its connection is gone');
        const { encoding, stored } = pack(batch.bytes, deflateFrom);
        const after = nextHash(hash, batch.bytes);
        const values = [venue, batch.firstSeq, batch.count, epoch, batch.time, encoding, stored, checksum(stored), after];
        const { rowCount } = await client.query({ name: 'append', text: insertBatch, values }).catch((error) => {
          // For example a full disk: the database rolled the whole statement back.
          throw isServerAnswer(error) ? new NotWritten(error) : error;
        });
        if (rowCount !== 1) return 'fenced';
        nextSeq = batch.firstSeq + batch.count;
        hash = after;
        return 'appended';
      },
      async renew() {
        const { rowCount } = await client.query({ name: 'renew', text: renewLease, values: [venue, epoch, lockClass] });
        return rowCount === 1;
      },
      async release() {
        try {
          if (!broken())
            await client.query('UPDATE journal_writer SET holder = NULL, locked = false WHERE venue = $1 AND epoch = $2', [venue, epoch]);
        } finally {
          await client.end().catch(() => {});
        }
      },
    };
  };

  async function* read(fromSeq: number): AsyncGenerator<StoredBatch> {
    const { client } = await connect(readTimeoutMs);
    try {
      const before = await batchBefore(client, venue, fromSeq);
      const check = chainChecker(venue, before);
      let next = before.nextSeq;
      for (;;) {
        const rows = await readPage(client, venue, next);
        for (const row of rows) {
          const batch = unpack(venue, row);
          check(batch);
          next = batch.firstSeq + batch.count;
          yield batch;
        }
        if (rows.length < pageBatches) return;
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    venue,
    tryAcquire,
    read,
    head: () =>
      withClient(async (client) => {
        const { rows } = await client.query<{ next_seq: bigint; head_hash: Buffer; epoch: bigint }>(
          'SELECT next_seq, head_hash, epoch FROM journal_writer WHERE venue = $1',
          [venue],
        );
        const row = rows[0];
        if (!row) return { nextSeq: 1, hash: genesisHash(venue), epoch: 0 };
        return { nextSeq: Number(row.next_seq), hash: row.head_hash, epoch: Number(row.epoch) };
      }),
    heldByAnother: () =>
      withClient(async (client) => {
        const { rows } = await client.query('SELECT 1 FROM journal_writer WHERE venue = $1 AND holder <> $2', [venue, holder]);
        return rows.length > 0;
      }),
  };
}

interface BatchRow {
  first_seq: bigint;
  count: number;
  epoch: bigint;
  time: bigint;
  encoding: number;
  crc: bigint;
  bytes: Buffer;
  hash: Buffer;
}

async function readPage(client: pg.Client, venue: Venue, fromSeq: number): Promise<BatchRow[]> {
  const text = `SELECT first_seq, count, epoch, time, encoding, crc, bytes, hash FROM journal_batch
    WHERE venue = $1 AND first_seq >= $2 ORDER BY first_seq LIMIT ${pageBatches}`;
  return (await client.query<BatchRow>({ name: 'read-journal', text, values: [venue, fromSeq] })).rows;
}

/** One command of the journal, from the batch that holds it; undefined when there is none. Throws `JournalDamaged` for a batch whose bytes do not match their checksum. */
export async function commandAt(db: Queryable, venue: Venue, seq: number): Promise<SequencedCommand | undefined> {
  const [row] = await db.query<BatchRow>(
    `SELECT first_seq, count, epoch, time, encoding, crc, bytes, hash FROM journal_batch
     WHERE venue = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1`,
    [venue, seq],
  );
  return row && decodeCommands(unpack(venue, row).bytes).find((command) => command.seq === seq);
}

/** The state of the chain just before the batch that holds `seq`. */
async function batchBefore(client: pg.Client, venue: Venue, seq: number): Promise<{ hash: Uint8Array; nextSeq: number }> {
  const { rows } = await client.query<{ hash: Buffer; next: bigint }>(
    'SELECT hash, first_seq + count AS next FROM journal_batch WHERE venue = $1 AND first_seq + count <= $2 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1',
    [venue, seq],
  );
  const row = rows[0];
  return row ? { hash: row.hash, nextSeq: Number(row.next) } : { hash: genesisHash(venue), nextSeq: 1 };
}

function pack(bytes: Uint8Array, deflateFrom: number): { encoding: 0 | 1; stored: Uint8Array } {
  if (bytes.length < deflateFrom) return { encoding: 0, stored: bytes };
  const deflated = deflateRawSync(bytes, { level: 1 });
  return deflated.length < bytes.length * 0.8 ? { encoding: 1, stored: deflated } : { encoding: 0, stored: bytes };
}

function unpack(venue: Venue, row: BatchRow): StoredBatch {
  const firstSeq = Number(row.first_seq);
  if (checksum(row.bytes) !== Number(row.crc)) throw new JournalDamaged(venue, firstSeq, 'its bytes do not match their checksum');
  return {
    firstSeq,
    count: row.count,
    epoch: Number(row.epoch),
    time: Number(row.time),
    bytes: row.encoding === 1 ? inflateRawSync(row.bytes) : row.bytes,
    hash: row.hash,
  };
}
