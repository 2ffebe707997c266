import type { FillEvent } from '@bourse/engine';
import { fillReceipt, type InstrumentFacts } from '@bourse/engine/receipts';
import { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { CallContext, Handler } from '../http/handlers.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { type Desk, idNumber, instrumentOf, nearlyLiveMs } from './desk.ts';
import { lotInBase } from './figures.ts';
import { fillById } from './order-rows.ts';

type Role = 'taker' | 'maker';

export const factsOf = (instrument: InstrumentInfo): InstrumentFacts => ({
  instrument: instrument.id,
  symbol: instrument.symbol,
  baseAsset: instrument.base.id,
  baseCode: instrument.base.code,
  baseScale: instrument.base.scale,
  quoteAsset: instrument.quote.id,
  quoteCode: instrument.quote.code,
  quoteScale: instrument.quote.scale,
  lotUnits: lotInBase(instrument),
  quoteUnitsPerTickLot: instrument.quoteUnitsPerTickLot,
});

/**
 * One side's receipt of a trade. The order's limit is left out: an order may be amended after it traded, and a receipt must come out
 * the same for ever.
 */
export const receiptOf = (fill: FillEvent, role: Role, instrument: InstrumentInfo, venue: Venue) =>
  fillReceipt(venue, fill, role, factsOf(instrument));

/** The customer's own side where there is one; what is asked for otherwise, and without asking the taker's. Neither names an account. */
function sideFor(fill: FillEvent, venue: Venue, asked: Role | undefined, { session }: CallContext): Role {
  if (asked) return asked;
  return session?.venue === venue && fill.maker.account === session.account ? 'maker' : 'taker';
}

/** The tape shows a trade a moment before the histories hold it: whoever asks that quickly waits for them, once. */
async function soonThere(desk: Desk, venue: Venue, id: number): Promise<FillEvent | undefined> {
  await desk.venues[venue].waitProjected((await desk.venues[venue].read((engine) => engine.seq)).seq, nearlyLiveMs);
  return fillById(desk.database, venue, id);
}

/** The receipt of a trade and where it stands in the journal: as public as the tape, for whoever has a fill's id. */
export function receipt(desk: Desk): Handler<'GET pay/receipt/get'> {
  return async ({ fillId, venue: asked, role }, context) => {
    const venue = asked ?? context.session?.venue ?? Venue.real;
    const id = idNumber(fillId);
    const fill = id === undefined ? undefined : ((await fillById(desk.database, venue, id)) ?? (await soonThere(desk, venue, id)));
    if (!fill) throw new Refusal('notFound');
    const { text, hash } = receiptOf(fill, sideFor(fill, venue, role, context), instrumentOf(desk, fill), venue);
    return { document: text, hash, chain: await chainOf(desk, venue, fill.seq) };
  };
}

/** The journal batch that holds a command, and its hash. */
export async function chainOf(desk: Desk, venue: Venue, seq: number) {
  const [batch] = await desk.database.query<{ first_seq: bigint; count: number; hash: string }>(
    `SELECT first_seq, count, encode(hash, 'hex') AS hash FROM journal_batch WHERE venue = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1`,
    [venue, seq],
  );
  if (!batch) return null;
  return { firstSeq: String(batch.first_seq), lastSeq: String(batch.first_seq + BigInt(batch.count) - 1n), hash: batch.hash };
}
