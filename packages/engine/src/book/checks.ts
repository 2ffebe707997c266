import { InstrumentKind } from '@bourse/protocol/enums';
import { isPositive, maxSafe } from '../base/exact.ts';
import { bandHigh, bandLow } from '../catalogue/band.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords, lotsWords, priceWords } from '../core/words.ts';
import { refuse } from '../outcomes.ts';

/** Checks that orders of every product share. Each returns undefined when the check passes, and changes nothing. */

const productNames: Record<InstrumentKind, string> = {
  [InstrumentKind.coin]: 'spot',
  [InstrumentKind.contract]: 'contract',
  [InstrumentKind.stock]: 'stock',
};

export const productWrong = (ins: Instrument) =>
  refuse('orderProductWrong', { symbol: ins.rules.symbol, product: productNames[ins.rules.instrumentKind] });

/** After a split a stock has no fresh price until the next tick. */
export const isFresh = (s: State, ins: Instrument) =>
  ins.reference > 0 && s.time - ins.referenceTime <= staleAfterMs && (ins.stock === undefined || ins.stock.standIn === 0);

export function checkFresh(s: State, ins: Instrument) {
  return isFresh(s, ins) ? undefined : refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });
}

export function checkLots(ins: Instrument, lots: number) {
  if (!isPositive(lots)) return refuse('quantityInvalid');
  if (lots < ins.rules.minLots) return refuse('quantityTooSmall', { min: lotsWords(ins, ins.rules.minLots) });
  if (lots > ins.maxLots) return refuse('quantityTooLarge', { max: lotsWords(ins, ins.maxLots) });
  return undefined;
}

/**
 * Checks the value of an order, which lies between `low` and `high` quote units. Doubles compare correctly here: they exceed the safe range exactly when
 * the integers would.
 */
export function checkNotional(ins: Instrument, low: number, high: number) {
  if (low < ins.rules.minNotional) return refuse('notionalTooSmall', { min: amountWords(ins.quote, BigInt(ins.rules.minNotional)) });
  if (high > maxSafe) return refuse('notionalTooLarge', { max: amountWords(ins.quote, BigInt(maxSafe)) });
  return undefined;
}

/** The limit of an order that trades now must be within the band around the reference. */
export function checkBand(ins: Instrument, priceTicks: number) {
  return priceTicks >= ins.bandLow && priceTicks <= ins.bandHigh ? undefined : outside(ins, ins.bandLow, ins.bandHigh);
}

/** The limit of a waiting order must be within the band around its trigger. */
export function checkBandAround(ins: Instrument, priceTicks: number, triggerTicks: number) {
  const low = bandLow(triggerTicks, ins.rules.bandBps);
  const high = bandHigh(triggerTicks, ins.rules.bandBps);
  return priceTicks >= low && priceTicks <= high ? undefined : outside(ins, low, high);
}

const outside = (ins: Instrument, low: number, high: number) =>
  refuse('priceOutsideBand', { low: priceWords(ins, low), high: priceWords(ins, high) });

/** Whether there is room for another open order. */
export function checkRoom(s: State, ins: Instrument, openOrders: number, waits: boolean) {
  if (openOrders >= s.limits.openOrdersPerAccount) return refuse('tooManyOpenOrders', { limit: s.limits.openOrdersPerAccount });
  if (waits ? ins.book.triggers >= s.limits.triggersPerBook : ins.book.orders >= s.limits.ordersPerBook) return refuse('bookFull');
  return undefined;
}
