import type { DeleverageEvent, FundingRoundEvent, LiquidationEvent, MarkEvent, PositionFillEvent } from '@bourse/engine';
import type { PositionDirection, Venue } from '@bourse/protocol/enums';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';
import type { RuleCommand, SettlementEvent } from '../projections/rows.ts';

/** Settlements as the histories store them: the engine's complete events, with the direction of their position. */
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
      `SELECT page.event, coalesce((page.event->>'direction')::smallint, positions.direction) AS direction FROM (SELECT * FROM settlement WHERE ${where} ORDER BY seq DESC, event_index DESC LIMIT $8 OFFSET $9) AS page
       LEFT JOIN positions USING (venue, position_id) ORDER BY page.seq DESC, page.event_index DESC`,
      [...values, limit, offset],
    ),
    db.query<{ n: bigint }>(`SELECT count(*) AS n FROM (SELECT 1 FROM settlement WHERE ${where} LIMIT ${maxCounted}) AS counted`, values),
  ]);
  return { list: rows, total: Number(counted[0]?.n ?? 0n) };
}

/** A settlement and the mark price that it used, if any. */
export interface StoredSettlement {
  event: SettlementEvent;
  mark: MarkEvent | undefined;
}

export async function settlementAt(
  db: Queryable,
  venue: Venue,
  kind: SettlementEvent['kind'],
  seq: number,
  index: number,
): Promise<StoredSettlement | undefined> {
  const [row] = await db.query<{ event: SettlementEvent; mark: MarkEvent | null }>(
    'SELECT event, mark FROM settlement WHERE venue = $1 AND seq = $2 AND event_index = $3 AND kind = $4',
    [venue, seq, index, kind],
  );
  return row && { event: row.event, mark: row.mark ?? undefined };
}

/** The funding round of a payment, with its mark price. */
export async function roundOf(
  db: Queryable,
  venue: Venue,
  instrument: number,
  round: number,
): Promise<{ event: FundingRoundEvent; mark: MarkEvent | undefined } | undefined> {
  const [row] = await db.query<
    { [Name in Exclude<keyof FundingRoundEvent, 'kind' | 'void'>]: bigint } & { void: boolean; mark: MarkEvent | null }
  >(
    `SELECT seq, event_index::bigint AS index, time, round, instrument::bigint, due, mark_ticks AS "markTicks", premium_sum_e8 AS "premiumSumE8", samples,
       interest_e8 AS "interestE8", cap_e8 AS "capE8", rate_e8 AS "rateE8", void, paid, received, mark
     FROM funding_round WHERE venue = $1 AND instrument = $2 AND round = $3`,
    [venue, instrument, round],
  );
  if (!row) return undefined;
  const { void: isVoid, mark, ...figures } = row;
  const numbers = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])) as {
    [Name in keyof typeof figures]: number;
  };
  return { event: { kind: 'fundingRound', void: isVoid, ...numbers }, mark: mark ?? undefined };
}

/** The liquidation that caused a deleveraging. Both are events of one command. */
export async function liquidationOf(
  db: Queryable,
  venue: Venue,
  { seq, liquidation }: DeleverageEvent,
): Promise<LiquidationEvent | undefined> {
  const rows = await db.query<{ event: LiquidationEvent }>(
    `SELECT event FROM settlement WHERE venue = $1 AND seq = $2 AND kind = 'liquidation' AND (event->>'liquidation')::bigint = $3 LIMIT 1`,
    [venue, seq, liquidation],
  );
  return rows[0]?.event;
}

/** The liquidation step of a fill. A step is recorded after its fills. */
export async function stepOf(
  db: Queryable,
  venue: Venue,
  { seq, position, index }: PositionFillEvent,
): Promise<LiquidationEvent | undefined> {
  const rows = await db.query<{ event: LiquidationEvent }>(
    `SELECT event FROM settlement WHERE venue = $1 AND seq = $2 AND kind = 'liquidation' AND position_id = $3 AND event_index > $4
     ORDER BY event_index LIMIT 1`,
    [venue, seq, position, index],
  );
  return rows[0]?.event;
}

/** The last rules of an instrument that the engine had when a command came. */
export async function rulesAt<Rules>(
  db: Queryable,
  venue: Venue,
  instrument: number,
  kind: RuleCommand['kind'],
  seq: number,
): Promise<Rules | undefined> {
  const [row] = await db.query<{ command: Rules }>(
    'SELECT command FROM instrument_rule WHERE venue = $1 AND instrument = $2 AND kind = $3 AND seq <= $4 ORDER BY seq DESC LIMIT 1',
    [venue, instrument, kind, seq],
  );
  return row?.command;
}
