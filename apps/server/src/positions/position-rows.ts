import type { Venue } from '@bourse/protocol/enums';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';
import { type PositionFacts, positions, type Terms, terms } from '../projections/position-tables.ts';

/** Positions and order terms as the histories store them. */

type Row = Record<string, unknown>;

export interface ClosedFilter {
  venue: Venue;
  account: number;
  instruments: readonly number[];
  from?: number | undefined;
  to?: number | undefined;
}

const closedWhere = `venue = $1 AND account = $2 AND lots = 0 AND instrument = ANY($3::int[])
 AND ($4::bigint IS NULL OR updated_at >= $4) AND ($5::bigint IS NULL OR updated_at < $5)`;

/** Closed positions, the last closed first. The period applies to the time of closing. */
export async function closedPage(db: Queryable, filter: ClosedFilter, limit: number, offset: number) {
  const values = [filter.venue, filter.account, filter.instruments, filter.from ?? null, filter.to ?? null];
  const [rows, counted] = await Promise.all([
    db.query<Row>(`SELECT * FROM positions WHERE ${closedWhere} ORDER BY seq DESC, position_id DESC LIMIT $6 OFFSET $7`, [
      ...values,
      limit,
      offset,
    ]),
    db.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM positions WHERE ${closedWhere} LIMIT ${maxCounted}) AS counted`,
      values,
    ),
  ]);
  return { list: rows.map(positions.factsOf), total: Number(counted[0]?.n ?? 0n) };
}

/** Positions of the account by id. Positions of other accounts are not found. */
export async function positionsByIds(db: Queryable, venue: Venue, account: number, ids: readonly number[]): Promise<PositionFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>('SELECT * FROM positions WHERE venue = $1 AND account = $2 AND position_id = ANY($3::bigint[])', [
    venue,
    account,
    ids,
  ]);
  return rows.map(positions.factsOf);
}

/**
 * Realised profit, funding and fees of the account's positions in the given instruments since the account was opened, in quote units by instrument.
 */
export async function realisedOf(db: Queryable, venue: Venue, account: number): Promise<{ instrument: number; units: bigint }[]> {
  const rows = await db.query<{ instrument: number; units: string }>(
    `SELECT instrument, sum(realised + funding - fees)::text AS units FROM positions WHERE venue = $1 AND account = $2 GROUP BY instrument`,
    [venue, account],
  );
  return rows.map(({ instrument, units }) => ({ instrument, units: BigInt(units) }));
}

export async function termsByOrders(db: Queryable, venue: Venue, orders: readonly number[]): Promise<Map<number, Terms>> {
  if (orders.length === 0) return new Map();
  const rows = await db.query<Row>('SELECT * FROM order_terms WHERE venue = $1 AND order_id = ANY($2::bigint[])', [venue, orders]);
  return new Map(rows.map(terms.factsOf).map((one) => [one.order, one]));
}

/** Orders that opened, closed or protected a position, newest first. */
export async function ordersOfPosition(db: Queryable, venue: Venue, account: number, position: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ order_id: bigint }>(
    `SELECT order_id FROM (
       SELECT order_id FROM order_terms WHERE venue = $1 AND position_id = $3 AND position_id > 0
       UNION SELECT order_id FROM happening WHERE venue = $1 AND position_id = $3 AND owner = $2 AND position_id > 0 AND order_id > 0) AS touching
     ORDER BY order_id DESC LIMIT $4`,
    [venue, account, position, limit],
  );
  return rows.map(({ order_id }) => Number(order_id));
}
