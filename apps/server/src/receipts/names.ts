import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';

/** A place of the journal, and the instrument that an event there is about. */
export interface Named {
  readonly instrument: number;
  readonly seq: number;
  readonly index: number;
}

/**
 * The names that instruments had at places of the journal, because a receipt keeps the name it was made with. Of everything else that a receipt states of an
 * instrument's assets, lot and tick nothing ever changes. Undefined for a place before its instrument's first definition.
 */
export async function namesAt(db: Queryable, venue: Venue, places: readonly Named[]): Promise<(place: Named) => string | undefined> {
  if (places.length === 0) return () => undefined;
  const rows = await db.query<{ instrument: number; seq: bigint; event_index: number; symbol: string }>(
    `SELECT instrument, seq, event_index, command->>'symbol' AS symbol FROM instrument_rule
     WHERE venue = $1 AND instrument = ANY($2::int[]) AND kind = 'defineInstrument' ORDER BY seq, event_index`,
    [venue, [...new Set(places.map(({ instrument }) => instrument))]],
  );
  return ({ instrument, seq, index }) =>
    rows.findLast((row) => row.instrument === instrument && (Number(row.seq) < seq || (Number(row.seq) === seq && row.event_index < index)))
      ?.symbol;
}
