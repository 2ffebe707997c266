import type { DeleverageEvent, LiquidationEvent, PositionFillEvent } from '@bourse/engine';
import type { SettlementKind } from '@bourse/engine/receipts';
import { positionSettlements as kinds } from '@bourse/protocol';
import type { PositionDirection, Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import { type Happened, happeningsWhere, pageOf } from '../projections/happenings.ts';
import type { EventNamed } from '../projections/kept.ts';
import type { RuleCommand } from '../projections/rows.ts';
import { positionsByIds } from './position-rows.ts';

/** Settlements of positions as the histories store them: the engine's complete events, with the direction of their position. */
export interface PositionSettlement {
  event: EventNamed<(typeof kinds)[number]>;
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

const where = `instrument = ANY($4::int[]) AND ($5::bigint IS NULL OR position_id = $5) AND ($6::bigint IS NULL OR order_id = $6)
 AND ($7::bigint IS NULL OR time >= $7) AND ($8::bigint IS NULL OR time < $8)`;

/** Settlements of positions of one account, newest first. */
export async function settlementsPage(db: Queryable, filter: SettlementFilter, limit: number, offset: number) {
  const { venue, account, instruments, position = null, order = null, from = null, to = null } = filter;
  const values = [instruments, position, order, from, to];
  const { list, total } = await pageOf(db, { table: 'happening', venue, owner: account, kinds, where, values }, limit, offset);
  const charged = list.flatMap((event) => (event.kind === 'holdingCharge' ? event.position : []));
  const directions = new Map((await positionsByIds(db, venue, account, charged)).map((one) => [one.position, one.direction]));
  const directionOf = (event: PositionSettlement['event']) =>
    event.kind === 'holdingCharge' ? (directions.get(event.position) as PositionDirection) : event.direction;
  return { list: list.map((event): PositionSettlement => ({ event, direction: directionOf(event) })), total };
}

/** A settlement by its place in the journal. */
export async function settlementAt(
  db: Queryable,
  venue: Venue,
  kind: SettlementKind,
  seq: number,
  index: number,
): Promise<Happened<SettlementKind> | undefined> {
  const [found] = await happeningsWhere(db, venue, [kind], 'seq = $3 AND event_index = $4', [seq, index]);
  return found;
}

/** The liquidation that caused a deleveraging. Both are events of one command. */
export async function liquidationOf(
  db: Queryable,
  venue: Venue,
  { seq, liquidation }: DeleverageEvent,
): Promise<LiquidationEvent | undefined> {
  const [found] = await happeningsWhere(db, venue, ['liquidation'], 'seq = $3 AND key = $4 LIMIT 1', [seq, liquidation]);
  return found?.event;
}

/** The liquidation step of a fill. A step is recorded after its fills. */
export async function stepOf(
  db: Queryable,
  venue: Venue,
  { seq, position, index }: PositionFillEvent,
): Promise<LiquidationEvent | undefined> {
  const later = 'seq = $3 AND position_id = $4 AND event_index > $5 ORDER BY event_index LIMIT 1';
  const [found] = await happeningsWhere(db, venue, ['liquidation'], later, [seq, position, index]);
  return found?.event;
}

/** The rules of an instrument that were in force at a place of the journal. */
export async function rulesAt<Rules>(
  db: Queryable,
  venue: Venue,
  instrument: number,
  kind: RuleCommand['kind'],
  { seq, index }: { seq: number; index: number },
): Promise<Rules | undefined> {
  const [row] = await db.query<{ command: Rules }>(
    `SELECT command FROM instrument_rule WHERE venue = $1 AND instrument = $2 AND kind = $3 AND (seq, event_index) < ($4, $5)
     ORDER BY seq DESC, event_index DESC LIMIT 1`,
    [venue, instrument, kind, seq, index],
  );
  return row?.command;
}
