import type { FillEvent } from '@bourse/engine';
import { fillReceipt, type InstrumentFacts } from '@bourse/engine/receipts';
import { InstrumentKind, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { lotInBase } from '../calls/figures.ts';
import type { CallContext, Handler } from '../calls/handlers.ts';
import { idNumber, instrumentOf, nearlyLiveMs, type TradingPorts } from '../calls/trading.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { fillById } from '../orders/order-rows.ts';
import { evidenceOfFill } from './evidence.ts';
import { type Named, namesAt } from './names.ts';

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

/** The facts of an instrument that an event is about, with the name that it had then. */
export async function factsAt(ports: TradingPorts, venue: Venue, event: Named): Promise<InstrumentFacts> {
  const facts = factsOf(instrumentOf(ports, event));
  return { ...facts, symbol: (await namesAt(ports.database, venue, [event]))(event) ?? facts.symbol };
}

/** One side's receipt of a trade. It leaves out the order's limit: an order may be amended after it traded, and the receipt must never change. */
export const receiptOf = (fill: FillEvent, role: Role, facts: InstrumentFacts, venue: Venue) => fillReceipt(venue, fill, role, facts);

/** The customer's own side, if they traded. Otherwise the requested side, by default the taker's. Neither names an account. */
function sideFor(fill: FillEvent, venue: Venue, asked: Role | undefined, { session }: CallContext): Role {
  if (asked) return asked;
  return session?.venue === venue && fill.maker.account === session.account ? 'maker' : 'taker';
}

/** The tape shows a trade a moment before the histories hold it. A request in that moment waits for them, once. */
async function soonThere(ports: TradingPorts, venue: Venue, id: number): Promise<FillEvent | undefined> {
  await ports.venues[venue].waitProjected((await ports.venues[venue].read((engine) => engine.seq)).seq, nearlyLiveMs);
  return fillById(ports.database, venue, id);
}

/** The receipt of a trade and its place in the journal. Like the tape it is public, for anyone with a fill's id. */
export function receipt(ports: TradingPorts): Handler<'GET pay/receipt/get'> {
  return async ({ fillId, venue: asked, role }, context) => {
    const venue = asked ?? context.session?.venue ?? Venue.real;
    const id = idNumber(fillId);
    const fill = id === undefined ? undefined : ((await fillById(ports.database, venue, id)) ?? (await soonThere(ports, venue, id)));
    if (!fill) throw new Refusal('notFound');
    const side = sideFor(fill, venue, role, context);
    const instrument = await factsAt(ports, venue, fill);
    const { text, hash } = receiptOf(fill, side, instrument, venue);
    const stock = instrumentOf(ports, fill).kind === InstrumentKind.stock;
    const [chain, evidence] = await Promise.all([
      chainOf(ports, venue, fill.seq),
      evidenceOfFill(ports.database, venue, fill, side, { instrument, stock }),
    ]);
    return { document: text, hash, chain, evidence };
  };
}

/** The journal batch that holds a command, and the batch's hash. */
export async function chainOf(ports: TradingPorts, venue: Venue, seq: number) {
  const [batch] = await ports.database.query<{ first_seq: bigint; count: number; hash: string }>(
    `SELECT first_seq, count, encode(hash, 'hex') AS hash FROM journal_batch WHERE venue = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1`,
    [venue, seq],
  );
  if (!batch) return null;
  return { firstSeq: String(batch.first_seq), lastSeq: String(batch.first_seq + BigInt(batch.count) - 1n), hash: batch.hash };
}
