import type { PoolClient, QueryResultRow } from 'pg';

/** Runs one statement and returns its rows. Pass parameters only through placeholders. */
export interface Queryable {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Runs `work` in a transaction: all of it is kept, or nothing. */
export interface Transaction extends Queryable {
  /** Sends `bytes` after a `COPY … FROM STDIN`. */
  copy(statement: string, bytes: Buffer): Promise<void>;
}

/** The only access to Postgres. bigint columns arrive as bigint, numeric as string, timestamptz as Date. */
export interface Database extends Queryable {
  /** Runs `work` in a transaction. Serialisation failures and deadlocks are retried with back-off, so `work` must be safe to run twice. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A dedicated connection, for COPY, advisory locks and the like. */
  withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
