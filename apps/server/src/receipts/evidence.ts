import type { EngineEvent, FillEvent } from '@bourse/engine';
import { type DefinedFacts, statedTerms, toldFill, toldTexts } from '@bourse/engine/receipts';
import type { CallOutput } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import type { Database } from '../platform/database.ts';
import { evidenceOfEvents, type ToShow } from '../transparency/evidence.ts';

type Answered = CallOutput<'GET pay/receipt/get'>['evidence'];

/** An event with the definitions that were in force when it happened. */
export interface Shown {
  event: EngineEvent;
  defined: DefinedFacts;
}

/** Proof that the venue's log holds one side of a trade; null until a signed head covers it. */
export const evidenceOfFill = (
  db: Database,
  venue: Venue,
  fill: FillEvent,
  role: 'taker' | 'maker',
  defined: DefinedFacts,
): Promise<Answered> =>
  evidence(db, venue, [
    {
      ...{ seq: fill.seq, index: fill.index, side: role === 'taker' ? 0 : 1 },
      texts: [toldFill(fill, role, statedTerms(fill, defined)), toldFill(fill, role)],
    },
  ]);

/** The same for a settlement, first its own event, then those that it rests on. */
export const evidenceOfSettlement = (db: Database, venue: Venue, events: readonly Shown[]): Promise<Answered> =>
  evidence(
    db,
    venue,
    events.flatMap(({ event, defined }) => {
      const [text] = toldTexts(event, statedTerms(event, defined));
      const [bare] = toldTexts(event);
      return text === undefined || bare === undefined ? [] : { seq: event.seq, index: event.index, side: 0, texts: [text, bare] };
    }),
  );

/** The call's shape is mutable. */
async function evidence(db: Database, venue: Venue, events: readonly ToShow[]): Promise<Answered> {
  const found = events.length === 0 ? null : await evidenceOfEvents(db, venue, events);
  return found as Answered;
}
