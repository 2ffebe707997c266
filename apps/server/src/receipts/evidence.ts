import type { EngineEvent, FillEvent } from '@bourse/engine';
import { toldFill, toldTexts } from '@bourse/engine/receipts';
import type { CallOutput } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import type { Database } from '../platform/database.ts';
import { evidenceOfEvents, type ToShow } from '../transparency/evidence.ts';

type Answered = CallOutput<'GET pay/receipt/get'>['evidence'];

/** Proof that the venue's log holds one side of a trade; null until a signed head covers it. */
export const evidenceOfFill = (db: Database, venue: Venue, fill: FillEvent, role: 'taker' | 'maker'): Promise<Answered> =>
  evidence(db, venue, [{ seq: fill.seq, index: fill.index, side: role === 'taker' ? 0 : 1, text: toldFill(fill, role) }]);

/** The same for a settlement, first its own event, then those that it rests on. */
export const evidenceOfSettlement = (db: Database, venue: Venue, events: readonly EngineEvent[]): Promise<Answered> =>
  evidence(
    db,
    venue,
    events.flatMap((event) => toldTexts(event).map((text): ToShow => ({ seq: event.seq, index: event.index, side: 0, text }))),
  );

/** The call's shape is mutable. */
async function evidence(db: Database, venue: Venue, events: readonly ToShow[]): Promise<Answered> {
  const found = events.length === 0 ? null : await evidenceOfEvents(db, venue, events);
  return found as Answered;
}
