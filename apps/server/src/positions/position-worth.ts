import type { EngineReader } from '@bourse/engine';
import { InstrumentKind, PositionDirection, type Venue } from '@bourse/protocol/enums';
import { instrumentOf } from '../calls/trading.ts';
import type { Catalogue, InstrumentInfo } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';
import { historyStepMs } from '../projections/rows.ts';
import { type LivePosition, openPositions, type PositionKind } from './live-positions.ts';
import { valueAt } from './position-view.ts';

/** The fields of a position that its value needs. */
export interface Held {
  position: number;
  instrument: number;
  direction: PositionDirection;
  lots: number;
  entryValue: number;
  loan: number;
}

/**
 * What a position adds to an account on top of its balances, in quote units at a price. With 0 ticks no price is known, and the entry price is used.
 * Margin and bought shares are balances already: a contract adds its unrealised profit, a margined stock owes its loan, and a short stock owes the
 * borrowed shares.
 */
export function addedWorth(held: Held, instrument: InstrumentInfo, ticks: number): bigint {
  const entry = BigInt(held.entryValue);
  const market = ticks === 0 ? entry : valueAt(instrument, held.lots, ticks);
  const long = held.direction === PositionDirection.long;
  if (instrument.kind === InstrumentKind.contract) return long ? market - entry : entry - market;
  return long ? -BigInt(held.loan) : -market;
}

export interface WorthNow extends LivePosition {
  instrument: InstrumentInfo;
  /** Quote units on top of the balances. */
  added: bigint;
}

const kinds: readonly PositionKind[] = [InstrumentKind.contract, InstrumentKind.stock];

/** Open positions of an account at current mark prices. Call on a live engine. */
export function worthOfPositions(engine: EngineReader, catalogue: Catalogue, account: number): WorthNow[] {
  return kinds
    .flatMap((kind) => openPositions(engine, catalogue, account, kind))
    .map((live) => {
      const instrument = instrumentOf({ market: { catalogue } }, live.view);
      return { ...live, instrument, added: addedWorth(live.view, instrument, live.view.markTicks) };
    });
}

/** Max. number of history rows per curve. With more rows, its oldest points miss some positions. */
const maxHistory = 50_000;

interface HistoryRow {
  position_id: bigint;
  bucket: bigint;
  instrument: number;
  direction: PositionDirection;
  lots: bigint;
  entry_value: bigint;
  loan: bigint;
}

/** The positions that were open at each of these ascending times, multiples of `stepMs`. That is a multiple of the minute that the histories store. */
export async function positionsAt(
  db: Queryable,
  venue: Venue,
  account: number,
  times: readonly number[],
  stepMs: number,
): Promise<Held[][]> {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bucketOf = (time: number) => Math.floor(time / stepMs);
  const rows = await db.query<HistoryRow>(
    `WITH touched AS (SELECT position_id FROM positions WHERE venue = $1 AND account = $2 AND (lots > 0 OR updated_at >= $3) AND opened_at < $4)
     SELECT * FROM (
       SELECT DISTINCT ON (position_id, bucket) position_id, greatest(step / $5::bigint, $6::bigint) AS bucket, instrument, direction, lots, entry_value, loan
       FROM position_history JOIN touched USING (position_id) WHERE venue = $1 AND account = $2 AND step < $7::bigint
       ORDER BY position_id, bucket, step DESC) AS latest
     ORDER BY bucket DESC LIMIT ${maxHistory}`,
    [venue, account, first, last, stepMs / historyStepMs, bucketOf(first) - 1, Math.floor(last / historyStepMs)],
  );
  const changes = rows.reverse();
  const open = new Map<number, Held>();
  let next = 0;
  return times.map((time) => {
    for (let row = changes[next]; row && Number(row.bucket) < bucketOf(time); row = changes[next]) {
      next += 1;
      const held = heldOf(row);
      if (held.lots === 0) open.delete(held.position);
      else open.set(held.position, held);
    }
    return [...open.values()];
  });
}

const heldOf = (row: HistoryRow): Held => ({
  position: Number(row.position_id),
  instrument: row.instrument,
  direction: row.direction,
  lots: Number(row.lots),
  entryValue: Number(row.entry_value),
  loan: Number(row.loan),
});
