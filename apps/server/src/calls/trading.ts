import type { Command, EngineReader, OrderEvent } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import type { Signing } from '../devices/signing.ts';
import type { Catalogue, InstrumentInfo, MarketData } from '../market/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Protection } from '../protection/index.ts';
import type { Applied, EnginePort, Venues } from '../sequencer/port.ts';
import type { SignedInContext } from './handlers.ts';
import { withOpening } from './market-closed.ts';
import { checkPricesAreReal } from './real-prices.ts';

/** The ports that the trading handlers use. */
export interface TradingPorts {
  venues: Venues;
  market: MarketData;
  database: Database;
  clock: Clock;
  /** Every command that opens a risk must pass this gate. */
  protection: Pick<Protection, 'mayOpen'>;
  signing: Signing;
}

/** How long a read may wait until the histories include what it asked for. */
const readAfterMs = 3_000;
/** How long a read waits without being asked, so that live figures and histories agree. */
export const nearlyLiveMs = 1_000;

export const venueOf = (ports: TradingPorts, { session }: SignedInContext): EnginePort => ports.venues[session.venue];

/** Reads the live engine. The answer reflects the sequence that was read. */
export async function readNow<T>(
  ports: TradingPorts,
  context: SignedInContext,
  reader: (engine: EngineReader) => T,
): Promise<{ seq: number; value: T }> {
  const read = await venueOf(ports, context).read(reader);
  standsOn(context, read.seq);
  return read;
}
/** An answer made of several reads reflects the oldest of them. */
const standsOn = (context: SignedInContext, seq: number): void => {
  context.asOf = Math.min(context.asOf ?? seq, seq);
};

/** Sends one command of the signed-in customer, under the request's command id and with the signature of the customer's device. */
export async function submit(ports: TradingPorts, context: SignedInContext, command: Command): Promise<Applied> {
  checkPricesAreReal(ports.market.catalogue, context.session.venue, command);
  const checking = ports.signing.check(context);
  const signed = checking && (await checking);
  const request = { account: context.session.account, commandId: context.commandId, command, signed };
  const port = venueOf(ports, context);
  let applied: Applied;
  try {
    applied = await port.submit(request);
  } catch (error) {
    await ports.signing.admitUnsigned(context.session, error);
    applied = await port.submit(request);
  }
  context.leaf = `${context.session.venue}/${applied.seq}`;
  const outcome = withOpening(ports.market.catalogue, applied.outcome, applied.time);
  return outcome === applied.outcome ? applied : { ...applied, outcome };
}

/** Returns once the histories include what the caller asked for. Refuses when they do not get there in time. */
export async function caughtUp(ports: TradingPorts, context: SignedInContext): Promise<void> {
  const { readAfter } = context;
  const port = venueOf(ports, context);
  if (readAfter !== undefined) {
    // A sequence from the future would only hold the request until the timeout.
    const { seq: head } = await port.read((engine) => engine.seq);
    if (readAfter > head) throw new Refusal('badRequest', { field: 'X-Read-After', problem: 'is ahead of the venue' });
    if (!(await port.waitProjected(readAfter, readAfterMs))) throw new Refusal('unavailable');
  }
  standsOn(context, port.projected());
}

/**
 * Does the same, then waits briefly until the histories reach the live figures shown next to them. Histories that still lag are shown as they are.
 */
export async function nearlyLive(ports: TradingPorts, context: SignedInContext, seq?: number): Promise<void> {
  const port = venueOf(ports, context);
  await port.waitProjected(seq ?? (await port.read((engine) => engine.seq)).seq, nearlyLiveMs);
  await caughtUp(ports, context);
}

export function instrumentBySymbol(ports: TradingPorts, symbol: string): InstrumentInfo {
  const found = ports.market.catalogue.instrumentBySymbol(symbol);
  if (!found) throw new Refusal('instrumentUnknown');
  return found;
}

export function instrumentOf(
  ports: { market: { catalogue: Pick<Catalogue, 'instrumentById'> } },
  order: Pick<OrderEvent, 'instrument'>,
): InstrumentInfo {
  const found = ports.market.catalogue.instrumentById(order.instrument);
  if (!found) throw new Error(`instrument ${order.instrument} is in the ledger but not in the catalogue`);
  return found;
}

/** Parses an id of digits. An id above those that any venue gives out names nothing. */
export function idNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
