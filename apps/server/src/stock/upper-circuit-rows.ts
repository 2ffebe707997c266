import { OrderStatus, type Venue } from '@bourse/protocol/enums';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';

interface Filter {
  venue: Venue;
  account: number;
  instruments: readonly number[];
  state: 'open' | 'finished' | 'all';
}

const from = `FROM orders JOIN order_terms USING (venue, order_id) WHERE venue = $1 AND account = $2 AND instrument = ANY($3::int[]) AND upper_circuit
 AND ($4 = 'all' OR (status >= ${OrderStatus.filled}) = ($4 = 'finished'))`;

/** Ids of the account's upper-circuit orders, newest first. */
export async function upperCircuitIds(db: Queryable, { venue, account, instruments, state }: Filter, limit: number, offset: number) {
  const values = [venue, account, instruments, state];
  const [rows, counted] = await Promise.all([
    db.query<{ order_id: bigint }>(`SELECT order_id ${from} ORDER BY order_id DESC LIMIT $5 OFFSET $6`, [...values, limit, offset]),
    db.query<{ n: bigint }>(`SELECT count(*) AS n FROM (SELECT 1 ${from} LIMIT ${maxCounted}) AS counted`, values),
  ]);
  return { ids: rows.map(({ order_id }) => Number(order_id)), total: Number(counted[0]?.n ?? 0n) };
}
