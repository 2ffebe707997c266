import type { TimedEvent } from '@bourse/engine';
import { type PositionDirection, TimedStatus, type Venue } from '@bourse/protocol/enums';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * A timed contract from the engine or from the histories. `seq` and `index` name its last event; once the contract is over, they name its receipt.
 */
export type TimedFacts = Omit<TimedEvent, 'kind' | 'time'>;

export interface TimedRow {
  timed_id: bigint;
  account: number;
  instrument: number;
  direction: PositionDirection;
  status: TimedStatus;
  stake: bigint;
  asset: number;
  payout_ppm: number;
  payout: bigint;
  placed_at: bigint;
  duration_ms: bigint;
  start_ticks: bigint;
  start_tick_time: bigint;
  end_ticks: bigint;
  end_tick_time: bigint;
  source: string;
  void_reason: TimedEvent['voidReason'];
  seq: bigint;
  event_index: number;
}

export const timedOf = (row: TimedRow): TimedFacts => ({
  timed: Number(row.timed_id),
  account: row.account,
  instrument: row.instrument,
  direction: row.direction,
  status: row.status,
  stake: Number(row.stake),
  asset: row.asset,
  payoutPpm: row.payout_ppm,
  payout: Number(row.payout),
  placedAt: Number(row.placed_at),
  durationMs: Number(row.duration_ms),
  startTicks: Number(row.start_ticks),
  startTickTime: Number(row.start_tick_time),
  endTicks: Number(row.end_ticks),
  endTickTime: Number(row.end_tick_time),
  source: row.source,
  voidReason: row.void_reason,
  seq: Number(row.seq),
  index: row.event_index,
});

export interface TimedFilter {
  venue: Venue;
  account: number;
  instrument?: number | undefined;
  finishedOnly: boolean;
  from?: number | undefined;
  to?: number | undefined;
}

const where = `venue = $1 AND account = $2 AND ($3::int IS NULL OR instrument = $3) AND (NOT $4 OR status >= ${TimedStatus.won})
 AND ($5::bigint IS NULL OR placed_at >= $5) AND ($6::bigint IS NULL OR placed_at < $6)`;

export async function timedPage(db: Queryable, filter: TimedFilter, limit: number, offset: number) {
  const values = [filter.venue, filter.account, filter.instrument ?? null, filter.finishedOnly, filter.from ?? null, filter.to ?? null];
  const [rows, counted] = await Promise.all([
    db.query<TimedRow>(`SELECT * FROM timed_contract WHERE ${where} ORDER BY timed_id DESC LIMIT $7 OFFSET $8`, [...values, limit, offset]),
    db.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM timed_contract WHERE ${where} LIMIT ${maxCounted}) AS counted`,
      values,
    ),
  ]);
  return { list: rows.map(timedOf), total: Number(counted[0]?.n ?? 0n) };
}

export async function timedById(db: Queryable, venue: Venue, account: number, timed: number): Promise<TimedFacts | undefined> {
  const [row] = await db.query<TimedRow>('SELECT * FROM timed_contract WHERE venue = $1 AND account = $2 AND timed_id = $3', [
    venue,
    account,
    timed,
  ]);
  return row && timedOf(row);
}

/** Profit or loss of an account on finished timed contracts, minor units by asset. */
export async function timedResults(db: Queryable, venue: Venue, account: number): Promise<{ asset: number; units: bigint }[]> {
  const rows = await db.query<{ asset: number; units: string }>(
    `SELECT asset, sum(CASE status WHEN ${TimedStatus.won} THEN payout WHEN ${TimedStatus.lost} THEN -stake ELSE 0 END)::text AS units
     FROM timed_contract WHERE venue = $1 AND account = $2 GROUP BY asset`,
    [venue, account],
  );
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }));
}

export interface HouseResults {
  played: number;
  won: number;
  lost: number;
  equal: number;
  void: number;
  staked: bigint;
  paidOut: bigint;
  /** The house's result: lost stakes less the payouts on top of winning stakes. */
  houseResult: bigint;
}

/** All finished timed contracts of an instrument: the stakes of the decided ones, and the house's payouts on top of returned stakes. */
export async function houseResults(db: Queryable, venue: Venue, instrument: number): Promise<HouseResults> {
  const [row] = await db.query<{ [Name in keyof HouseResults]: string }>(
    `SELECT count(*)::text AS played, count(*) FILTER (WHERE status = ${TimedStatus.won})::text AS won,
       count(*) FILTER (WHERE status = ${TimedStatus.lost})::text AS lost, count(*) FILTER (WHERE status = ${TimedStatus.equal})::text AS equal,
       count(*) FILTER (WHERE status = ${TimedStatus.void})::text AS void,
       coalesce(sum(stake) FILTER (WHERE status <> ${TimedStatus.void}), 0)::text AS staked,
       coalesce(sum(payout) FILTER (WHERE status = ${TimedStatus.won}), 0)::text AS "paidOut",
       coalesce(sum(CASE status WHEN ${TimedStatus.won} THEN -payout WHEN ${TimedStatus.lost} THEN stake ELSE 0 END), 0)::text AS "houseResult"
     FROM timed_contract WHERE venue = $1 AND instrument = $2 AND status >= ${TimedStatus.won}`,
    [venue, instrument],
  );
  const count = (text = '0') => Number(text);
  return {
    played: count(row?.played),
    won: count(row?.won),
    lost: count(row?.lost),
    equal: count(row?.equal),
    void: count(row?.void),
    staked: BigInt(row?.staked ?? '0'),
    paidOut: BigInt(row?.paidOut ?? '0'),
    houseResult: BigInt(row?.houseResult ?? '0'),
  };
}
