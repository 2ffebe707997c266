import type { Outcome } from '@bourse/engine';
import { InstrumentKind } from '@bourse/protocol/enums';
import type { Catalogue } from '../market/port.ts';
import { utcText } from '../platform/utc-text.ts';

/**
 * Prices of currencies, metals and indices stop when their market closes. The engine then sees an old price; the customer is told when trading opens
 * again. `time` is when the engine decided, so that a repeated request gets the same answer.
 */
export function withOpening(catalogue: Catalogue, outcome: Outcome, time: number): Outcome {
  if (outcome.ok) {
    const { result } = outcome;
    if (result.kind === 'batch')
      return { ok: true, result: { ...result, items: result.items.map((one) => withOpening(catalogue, one, time)) } };
    if (result.kind !== 'closed') return outcome;
    const items = result.items.map((one) => ({ ...one, outcome: withOpening(catalogue, one.outcome, time) }));
    return { ok: true, result: { ...result, items } };
  }
  if (outcome.error !== 'priceStale') return outcome;
  const symbol = String(outcome.detail?.['symbol']);
  const opens = opensAt(catalogue, symbol, time);
  return opens === undefined ? outcome : { ok: false, error: 'marketClosed', detail: { symbol, until: utcText(opens) } };
}

/** When a contract whose market is closed trades again. */
function opensAt(catalogue: Catalogue, symbol: string, time: number): number | undefined {
  const instrument = catalogue.instrumentBySymbol(symbol);
  if (instrument?.kind !== InstrumentKind.contract) return undefined;
  const { hours } = instrument;
  return hours === null || hours.isOpen(time) ? undefined : hours.nextOpen(time);
}
