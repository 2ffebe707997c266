import type { Venue } from '@bourse/protocol/enums';
import type { PoolClient } from 'pg';
import type { Database } from '../platform/database.ts';
import { everyTable } from '../projections/position-tables.ts';
import { storedValues } from '../projections/stored-texts.ts';
import { rowsOf } from './cursor.ts';
import { type Facet, facets, keyOfRow, valuesOf } from './facets.ts';
import type { RowSink } from './sums.ts';

/** Where the projections stand. */
export interface Checkpoint {
  seq: number;
  time: number;
  newestOrder: number;
}

/** Work with one view of all tables, so that a running server may go on meanwhile. The view ends with the work: a long one would keep the database from tidying up. */
export const inOneView = <T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  database.withConnection(async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Hashing a page of rows may take a slow machine longer than a server's transaction may be idle.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    try {
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
    }
  });

export async function checkpointOf(client: PoolClient, venue: Venue): Promise<Checkpoint> {
  const { rows } = await client.query<{ seq: bigint; time: bigint; newest_order: bigint }>(
    'SELECT seq, time, newest_order FROM projection_checkpoint WHERE venue = $1',
    [venue],
  );
  const [row] = rows;
  return { seq: Number(row?.seq ?? 0), time: Number(row?.time ?? 0), newestOrder: Number(row?.newest_order ?? 0) };
}

/** Every stored row of the venue. */
export async function readStored(client: PoolClient, venue: Venue, sink: RowSink): Promise<void> {
  for (const table of everyTable) {
    const parts = facets.filter((facet) => facet.table === table);
    for await (const row of rowsOf<Record<string, unknown>>(client, `SELECT * FROM ${table.name} WHERE venue = '${venue}'`)) {
      const values = storedValues(table, row);
      for (const facet of parts) {
        const key = keyOfRow(facet, values);
        if (sink.wants(facet, key)) sink.take(facet, key, valuesOf(facet, values));
      }
    }
  }
}

/** Rows of the venue that may be written again, about. */
export async function countReplaced(client: PoolClient, venue: Venue): Promise<number> {
  const counted = facets.filter(({ replaced }) => replaced).map(({ table }) => `(SELECT count(*) FROM ${table.name} WHERE venue = $1)`);
  const { rows } = await client.query<{ count: bigint }>(`SELECT (${counted.join(' + ')})::bigint AS count`, [venue]);
  return Number(rows[0]?.count ?? 0);
}

/** Each cell that differs, in a sentence. */
export function differencesOf(
  facet: Facet,
  stored: ReadonlyMap<string, readonly string[]>,
  wanted: ReadonlyMap<string, readonly string[]>,
): string[] {
  const { name } = facet.table;
  const found: string[] = [];
  for (const key of new Set([...wanted.keys(), ...stored.keys()])) {
    const [is, should] = [stored.get(key), wanted.get(key)];
    if (is === undefined) found.push(`${name} ${key} is missing: the replay makes it`);
    else if (should === undefined) found.push(`${name} ${key} is stored, but the replay knows none`);
    else
      facet.columns.forEach((column, at) => {
        if (is[at] !== should[at]) found.push(`${name} ${key}: ${column} is ${is[at]}, the replay says ${should[at]}`);
      });
  }
  return found;
}
