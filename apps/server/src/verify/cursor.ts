import type { PoolClient } from 'pg';

/** The rows of a query, without holding all of them. One at a time per connection, and in a transaction. */
export async function* rowsOf<Row extends object>(client: PoolClient, query: string): AsyncGenerator<Row> {
  await client.query(`DECLARE stored NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>('FETCH 10000 FROM stored');
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE stored');
}
