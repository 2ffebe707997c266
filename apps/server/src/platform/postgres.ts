import pg, { type PoolClient, type QueryResultRow } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { backOff, type Clock, sleep, systemClock } from './clock.ts';
import type { Database, Transaction } from './database.ts';
import type { Log } from './log.ts';

/** How to reach a database: the fields of an embedded one, or a connection string. */
export interface Connection {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

export interface DatabaseOptions {
  connection: Connection | (() => Connection);
  log: Log;
  /** Max. number of connections. */
  poolSize?: number;
  /** A statement that takes longer fails. Without this limit, a broken network would block it for ever. */
  queryTimeoutMs?: number;
  clock?: Clock;
}

/** SQLSTATEs after which the same transaction may succeed on a retry: serialisation failure, deadlock. */
const retryable = new Set(['40001', '40P01']);
const transactionAttempts = 6;

const int8 = 20;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** A transaction that its process leaves idle gives its locks back after this long: a standby must not wait for a frozen process. */
const idleTransactionMs = 3_000;

export const clientSettings = (connection: Connection, queryTimeoutMs: number): pg.ClientConfig => ({
  ...connection,
  types,
  query_timeout: queryTimeoutMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  application_name: 'bourse',
});

export function openDatabase(options: DatabaseOptions): Database {
  const { log, poolSize = 16, queryTimeoutMs = 15_000, clock = systemClock } = options;
  const connection = typeof options.connection === 'function' ? options.connection() : options.connection;
  const pool = new pg.Pool({ ...clientSettings(connection, queryTimeoutMs), max: poolSize, idleTimeoutMillis: 30_000 });
  // The pool replaces an idle connection that breaks. Without a listener, its error would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke; the pool opens another'));

  const rows = async <Row extends QueryResultRow>(client: pg.Pool | PoolClient, text: string, values?: readonly unknown[]) =>
    (await client.query<Row>(text, values as unknown[] | undefined)).rows;

  const withConnection = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      // A connection in an unknown state (a timeout, a lost link) must not be used again.
      if (!isServerAnswer(error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  const once = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    withConnection(async (client) => {
      await client.query('BEGIN');
      try {
        const value = await work({
          query: (text, values) => rows(client, text, values),
          copy: (statement, bytes) => copy(client, statement, bytes),
        });
        await client.query('COMMIT');
        return value;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });

  return {
    query: (text, values) => rows(pool, text, values),
    withConnection,
    async transaction(work) {
      const wait = backOff(5, 200);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt >= transactionAttempts || !retryable.has(sqlState(error))) throw error;
          // Spread the retries. Otherwise the same transactions collide again.
          await sleep(clock, wait.next() * (0.5 + Math.random()));
        }
      }
    },
    close: () => pool.end(),
  };
}

const copy = (client: PoolClient, statement: string, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    // An error may come twice, from a timeout and from the end of the connection. So the listener stays.
    client.query(copyFrom(statement)).on('error', reject).once('finish', resolve).end(bytes);
  });

/** The SQLSTATE of a database error, or an empty string. */
export function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** SQLSTATEs with which the database ends a connection: shut down by an administrator, crashed, starting, or a transaction idle for too long. */
const connectionEnded = ['57P01', '57P02', '57P03', '25P03'];

/** Whether the database itself answered with an error. Then the statement did nothing, and the state of the connection is known. */
export const isServerAnswer = (error: unknown) => error instanceof pg.DatabaseError && !connectionEnded.includes(sqlState(error));

/** A class 53 error: disk full, out of memory, too many connections. */
export const isOutOfResources = (error: unknown) => sqlState(error).startsWith('53');

/** Connection errors of the database, by Node's and Postgres's own codes. */
const lostDatabase = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', ...connectionEnded, '08006', '08001', '08003']);
const lostDatabaseText =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** Whether the error means that the database is unreachable or has no room. A retry may succeed later. */
export function isDatabaseLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && lostDatabase.has(code)) return true;
  if (sqlState(error) !== '' && isOutOfResources(error)) return true;
  return error instanceof Error && lostDatabaseText.test(error.message);
}
