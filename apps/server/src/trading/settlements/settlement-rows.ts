import type { PositionDirection, Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../../platform/database.ts';
import type { SettlementEvent } from '../../projections/rows.ts';
import { mostCounted } from '../order-rows.ts';

/** Settlements as the histories keep them: the engine's own events, whole, with the direction of the position they belong to. */
export interface PositionSettlement {
  event: Exclude<SettlementEvent, { kind: 'timed' }>;
  direction: PositionDirection;
}

export interface SettlementFilter {
  venue: Venue;
  account: number;
  instruments: readonly number[];
  position?: number | undefined;
  order?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

const where = `venue = $1 AND account = $2 AND instrument = ANY($3::int[]) AND kind <> 'timed' AND ($4::bigint IS NULL OR position_id = $4)
 AND ($5::bigint IS NULL OR order_id = $5) AND ($6::bigint IS NULL OR time >= $6) AND ($7::bigint IS NULL OR time < $7)`;

/** Settlements of positions of one account, newest first. */
export async function settlementsPage(db: Queryable, filter: SettlementFilter, limit: number, offset: number) {
  const { venue, account, instruments, position = null, order = null, from = null, to = null } = filter;
  const values = [venue, account, instruments, position, order, from, to];
  const [rows, counted] = await Promise.all([
    db.query<PositionSettlement>(
      `SELECT page.event, positions.direction FROM (SELECT * FROM settlement WHERE ${where} ORDER BY seq DESC, event_index DESC LIMIT $8 OFFSET $9) AS page
       JOIN positions USING (venue, position_id) ORDER BY page.seq DESC, page.event_index DESC`,
      [...values, limit, offset],
    ),
    db.query<{ n: bigint }>(`SELECT count(*) AS n FROM (SELECT 1 FROM settlement WHERE ${where} LIMIT ${mostCounted}) AS counted`, values),
  ]);
  return { list: rows, total: Number(counted[0]?.n ?? 0n) };
}

export async function settlementAt(
  db: Queryable,
  venue: Venue,
  kind: SettlementEvent['kind'],
  seq: number,
  index: number,
): Promise<SettlementEvent | undefined> {
  const [row] = await db.query<{ event: SettlementEvent }>(
    'SELECT event FROM settlement WHERE venue = $1 AND seq = $2 AND event_index = $3 AND kind = $4',
    [venue, seq, index, kind],
  );
  return row?.event;
}
