import type { PoolClient, QueryResultRow } from 'pg';

/** Rows of one statement. Parameters only by placeholder. */
export interface Queryable {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** What happens within is kept whole or not at all. */
export interface Transaction extends Queryable {
  /** Sends `bytes` after a `COPY … FROM STDIN`. */
  copy(statement: string, bytes: Buffer): Promise<void>;
}

/** The one door to Postgres. bigint columns arrive as bigint, numeric as string, timestamptz as Date. */
export interface Database extends Queryable {
  /** Runs `work` in a transaction; retried with back-off on serialisation failures and deadlocks, so it must be safe to run twice. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A dedicated connection for COPY, advisory locks and the like. */
  withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
