import type { TimedEvent } from '@bourse/engine';
import { TimedStatus, type Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import { pageOf } from '../projections/happenings.ts';

/**
 * A timed contract from the engine or from the histories. `seq` and `index` name its last event; once the contract is over, they name its receipt.
 */
export type TimedFacts = Omit<TimedEvent, 'kind' | 'time'>;

/** Figures of a stored contract, for sums. */
const [stake, payout] = ['stake', 'payout'].map((name) => `(event->>'${name}')::bigint`);

export interface TimedFilter {
  venue: Venue;
  account: number;
  instrument?: number | undefined;
  finishedOnly: boolean;
  from?: number | undefined;
  to?: number | undefined;
}

const where = `($4::int IS NULL OR instrument = $4) AND (NOT $5 OR status >= ${TimedStatus.won})
 AND ($6::bigint IS NULL OR (event->>'placedAt')::bigint >= $6) AND ($7::bigint IS NULL OR (event->>'placedAt')::bigint < $7)`;

/** Timed contracts of one account, the last bought first. */
export const timedPage = (db: Queryable, filter: TimedFilter, limit: number, offset: number) => {
  const { venue, account, instrument = null, finishedOnly, from = null, to = null } = filter;
  const values = [instrument, finishedOnly, from, to];
  return pageOf(db, { table: 'latest', venue, owner: account, kinds: ['timed'], where, values }, limit, offset);
};

/** Profit or loss of an account on finished timed contracts, minor units by asset. */
export async function timedResults(db: Queryable, venue: Venue, account: number): Promise<{ asset: number; units: bigint }[]> {
  const rows = await db.query<{ asset: number; units: string }>(
    `SELECT (event->>'asset')::int AS asset, sum(CASE status WHEN ${TimedStatus.won} THEN ${payout} WHEN ${TimedStatus.lost} THEN -${stake} ELSE 0 END)::text AS units
     FROM latest WHERE venue = $1 AND owner = $2 AND kind = 'timed' GROUP BY 1`,
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
     FROM (SELECT status, ${stake} AS stake, ${payout} AS payout FROM latest WHERE venue = $1 AND instrument = $2 AND kind = 'timed') AS one
     WHERE status >= ${TimedStatus.won}`,
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
