import type { Venue } from '@bourse/protocol/enums';
import { type FlowArea, type FlowName, flowAreas, flows, isExternal } from '@bourse/protocol/flows';
import type { Queryable } from '../platform/database.ts';

/** What an account owned at earlier times, from the projections: available plus frozen of all wallets together, by asset. */

export type Holdings = ReadonlyMap<number, bigint>;

export const externalFlows: readonly number[] = (Object.keys(flows) as FlowName[]).filter(isExternal).map((name) => flows[name].code);
export const areaOfFlow = (code: number): FlowArea | undefined => flowAreas[Math.floor(code / 1000) - 1];

/** Max. number of lines per curve. For an account with more lines in a day, the curve starts at the oldest of these. */
const maxCurveLines = 20_000;

interface OwnedRow {
  wallet: number;
  asset: number;
  owned: string;
}

const added = (rows: readonly OwnedRow[]): Map<number, bigint> => {
  const held = new Map<number, bigint>();
  for (const { asset, owned } of rows) held.set(asset, (held.get(asset) ?? 0n) + BigInt(owned));
  return held;
};

/** Balances by wallet and asset at the end of the last day before `day` on which each changed. */
export async function ownedBefore(db: Queryable, venue: Venue, account: number, day: string): Promise<OwnedRow[]> {
  return db.query<OwnedRow>(
    `SELECT DISTINCT ON (wallet, asset) wallet, asset, (available + frozen)::text AS owned FROM daily_balance
     WHERE venue = $1 AND account = $2 AND day < $3::date ORDER BY wallet, asset, day DESC`,
    [venue, account, day],
  );
}

/** Holdings at the end of each UTC day from `from` to `to`, both included. */
export async function dailyHoldings(db: Queryable, venue: Venue, account: number, days: readonly string[]): Promise<Holdings[]> {
  const [before, changes] = await Promise.all([
    ownedBefore(db, venue, account, days[0] as string),
    db.query<OwnedRow & { day: string }>(
      `SELECT day::text, wallet, asset, (available + frozen)::text AS owned FROM daily_balance
       WHERE venue = $1 AND account = $2 AND day >= $3::date AND day <= $4::date ORDER BY day`,
      [venue, account, days[0], days.at(-1)],
    ),
  ]);
  return replay(
    before,
    days.map((day) => changes.filter((change) => change.day === day)),
  );
}

export const minuteMs = 60_000;
/** The newest hours of a day have a point for each minute, its earlier hours one for each ten minutes. */
const finestMs = 4 * 3_600_000;
const coarseMs = 10 * minuteMs;

/** The points of a day's curve between its start and now: whole minutes, ascending. */
export function curveTimes(start: number, now: number): number[] {
  const fineFrom = Math.max(start, Math.floor((now - finestMs) / coarseMs) * coarseMs);
  const times: number[] = [];
  for (let time = start + coarseMs; time <= fineFrom; time += coarseMs) times.push(time);
  for (let time = fineFrom + minuteMs; time <= now; time += minuteMs) times.push(time);
  return times;
}

/** Holdings at each of these ascending times of a day, whole minutes after its start. Times beyond the lines that are read are left out. */
export async function intradayHoldings(
  db: Queryable,
  venue: Venue,
  account: number,
  { start, day, times }: { start: number; day: string; times: readonly number[] },
): Promise<{ times: number[]; holdings: Holdings[] }> {
  const [before, lines] = await Promise.all([
    ownedBefore(db, venue, account, day),
    db.query<OwnedRow & { step: bigint; reached: boolean }>(
      `WITH today AS (
         SELECT wallet, asset, seq, event_index, time, available_after + frozen_after AS owned FROM ledger_line
         WHERE venue = $1 AND account = $2 ORDER BY seq DESC, event_index DESC LIMIT ${maxCurveLines})
       SELECT DISTINCT ON (step, wallet, asset) wallet, asset, owned::text, (time - $3::bigint) / $4::bigint AS step,
         (SELECT count(*) = ${maxCurveLines} AND min(time) > $3::bigint FROM today) AS reached
       FROM today WHERE time >= $3::bigint ORDER BY step, wallet, asset, seq DESC, event_index DESC`,
      [venue, account, start, minuteMs],
    ),
  ]);
  let next = 0;
  const holdings = replay(
    before,
    times.map((time) => {
      const since = next;
      while (next < lines.length && start + (Number(lines[next]?.step) + 1) * minuteMs <= time) next += 1;
      return lines.slice(since, next);
    }),
  );
  const oldest = lines[0]?.reached ? start + (Number(lines[0].step) + 1) * minuteMs : start;
  const first = times.findIndex((time) => time > oldest);
  return first <= 0 ? { times: [...times], holdings } : { times: times.slice(first), holdings: holdings.slice(first) };
}

/** Applies changes step by step to the earlier holdings. Returns one entry per step. */
function replay(before: readonly OwnedRow[], steps: readonly (readonly OwnedRow[])[]): Holdings[] {
  const owned = new Map(before.map((row) => [`${row.wallet}/${row.asset}`, row]));
  return steps.map((changes) => {
    for (const row of changes) owned.set(`${row.wallet}/${row.asset}`, row);
    return added([...owned.values()]);
  });
}

export const holdingsOf = (rows: readonly OwnedRow[]): Holdings => added(rows);

export interface ExternalFlow {
  asset: number;
  units: bigint;
  time: number;
}

/** Flows from outside (positive) and to outside (negative) since a time. */
export async function externalFlowsSince(db: Queryable, venue: Venue, account: number, since: number): Promise<ExternalFlow[]> {
  const rows = await db.query<{ asset: number; units: string; time: bigint }>(
    `SELECT asset, (available_delta + frozen_delta)::text AS units, time FROM ledger_line
     WHERE venue = $1 AND account = $2 AND time >= $3 AND account >= 100000 AND (flow < 3000 OR flow >= 18000)
       AND flow = ANY($4::int[]) AND available_delta + frozen_delta <> 0 ORDER BY time`,
    [venue, account, since, externalFlows],
  );
  return rows.map(({ asset, units, time }) => ({ asset, units: BigInt(units), time: Number(time) }));
}
