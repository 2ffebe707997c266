import { InstrumentStatus, OrderSide, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import { checkBand, checkFresh, checkNotional } from '../book/checks.ts';
import { OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsDirection } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords, priceWords } from '../core/words.ts';
import { checkBook } from '../leverage/checks.ts';
import { worstClosing } from '../leverage/closing-price.ts';
import { maxCost } from '../leverage/dry-run.ts';
import { reachOf } from '../leverage/entry.ts';
import { maxEntryValue, reservePerLot, worstOpen } from '../leverage/margin.ts';
import { sideFor } from '../leverage/new-order.ts';
import type { PositionEntry } from '../leverage/product.ts';
import { refuse } from '../outcomes.ts';
import { money } from './balances.ts';
import { dayLimits } from './margin.ts';
import { isBehind } from './queue.ts';
import { lender, lentPerLot } from './reserve.ts';
import { needsPermission } from './round-trips.ts';

/** Whether an order may enter now, must wait for the open, or is refused. */
export function admission(s: State, ins: Instrument, tif: TimeInForce) {
  const { symbol } = ins.rules;
  const { calendar: id } = ins.stock!.rules;
  if (s.mode !== 'normal') return refuse(s.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly');
  if (ins.status === InstrumentStatus.cancelOnly) return refuse('instrumentCancelOnly', { symbol });
  if (ins.status === InstrumentStatus.halted) return refuse('instrumentHalted', { symbol });
  // A corporate action is changing what a price and a lot mean.
  if (ins.stock!.action !== undefined) return refuse('overloaded');
  const mayWait = tif === TimeInForce.gtc;
  if (id !== 0 && !s.calendars.get(id)!.inSession) return mayWait ? 'waits' : refuse('sessionClosed', { symbol });
  if (ins.stock!.opening !== undefined) return mayWait ? 'waits' : refuse('overloaded');
  if (ins.status !== InstrumentStatus.trading) return refuse('instrumentClosed', { symbol });
  // Orders that waited for the open enter first.
  if (isBehind(s, ins)) return mayWait ? 'waits' : refuse('overloaded');
  return 'enters';
}

/** Whether an order may wait for its trigger. It may not where the venue or the stock accepts no orders. */
export function checkMayWait(s: State, ins: Instrument) {
  const admitted = admission(s, ins, TimeInForce.gtc);
  if (typeof admitted !== 'string') return admitted;
  return ins.reference > 0 ? undefined : refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });
}

/** Whether an order may be amended now. A waiting order may be wherever orders may wait; one in the book follows the rules of a new order. */
export function checkStockChange(s: State, ins: Instrument, slot: number, waits: boolean) {
  if (waits) return checkMayWait(s, ins);
  const admitted = admission(s, ins, TimeInForce.gtc);
  if (admitted === 'waits') return refuse('sessionClosed', { symbol: ins.rules.symbol });
  if (admitted !== 'enters') return admitted;
  const { i } = s.orders.store;
  const terms = i[slot * orderWidth * 2 + OrdI.terms]!;
  const position = s.positions.find(i[slot * orderWidth * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  return checkFresh(s, ins) ?? (closes(terms) && needsPermission(s, ins, position) ? refuse('dayTradeNeeded') : undefined);
}

/** Makes every check between a well-formed order and the book, at current prices and funds. Changes nothing. */
export function judgeStock(s: State, ins: Instrument, entry: PositionEntry) {
  const side = sideFor(entry.direction, entry.action);
  const limit = limitFor(s, ins, entry, side);
  const refusal =
    (entry.market ? undefined : checkLimit(s, ins, entry, side)) ??
    (entry.action === PositionAction.close ? undefined : checkOpening(s, ins, entry, side, limit)) ??
    checkBook(s, ins, entry, side, limit);
  return refusal === undefined ? { limit, refusal: undefined } : { limit: 0 as const, refusal };
}

/**
 * Worst price at which an order may trade now: its own limit or, for a market order, the first of the band, the day's limit and the price that its margin
 * allows.
 */
function limitFor(s: State, ins: Instrument, entry: PositionEntry, side: OrderSide): number {
  if (!entry.market) return entry.priceTicks;
  const { lowTicks, highTicks } = ins.stock!;
  const safe = safePrice(s, ins, entry);
  if (side === OrderSide.sell) return Math.max(ins.bandLow, lowTicks, safe);
  return Math.min(ins.bandHigh, highTicks === 0 ? maxSafe : highTicks, safe);
}

/** The worst price at which a fill leaves the position above its maintenance. */
const safePrice = (s: State, ins: Instrument, entry: PositionEntry) =>
  entry.action === PositionAction.close ? worstClosing(s, ins, entry.position) : worstBorrowing(ins, entry.direction, entry.leverage);

function checkLimit(s: State, ins: Instrument, entry: PositionEntry, side: OrderSide) {
  const { priceTicks } = entry;
  const { lowTicks, highTicks } = ins.stock!;
  const safe = safePrice(s, ins, entry);
  const unsafe = side === OrderSide.buy ? priceTicks > safe : priceTicks < safe;
  return (
    checkBand(ins, priceTicks) ??
    checkDay(ins, priceTicks, lowTicks, highTicks) ??
    (unsafe ? refuse('priceBeyondMargin', { price: priceWords(ins, safe) }) : undefined) ??
    checkNotional(ins, ins.rules.minNotional, entry.lots * priceTicks * ins.unit)
  );
}

function checkDay(ins: Instrument, priceTicks: number, low: number, high: number) {
  if (high === 0 || (priceTicks >= low && priceTicks <= high)) return undefined;
  return refuse('priceOutsideDayLimits', { low: priceWords(ins, low), high: priceWords(ins, high) });
}

/** Checks a price against the next day's limits, for an order that waits for the next day. */
export function checkNextDay(ins: Instrument, priceTicks: number) {
  const { low, high } = nextDay(ins);
  return checkDay(ins, priceTicks, low, high);
}
export function nextDay(ins: Instrument): { low: number; high: number } {
  const { lastClose, rules } = ins.stock!;
  return dayLimits(lastClose === 0 ? ins.triggerPrice : lastClose, rules.limitBps);
}

function checkOpening(s: State, ins: Instrument, entry: PositionEntry, side: OrderSide, limit: number) {
  const price = entry.market ? ins.reference : entry.priceTicks;
  // A seller may be paid more than its limit, so it needs margin for the best bid.
  const dearest = side === OrderSide.sell ? Math.max(price, ins.book.bestBid()) : entry.market ? limit : price;
  const maxValue = entry.lots * dearest * ins.unit;
  const bad = checkNotional(ins, entry.lots * price * ins.unit, maxValue * 2) ?? checkReach(s, ins, entry, maxValue);
  if (bad !== undefined) return bad;
  const { owner, lots, leverage, feePpm, direction } = entry;
  const needed = entry.market
    ? maxCost(s, ins, owner, side, limit, lots, leverage, feePpm)
    : lots * reservePerLot(dearest, ins.unit, leverage, feePpm);
  return (
    checkFunds(s, ins, owner, needed - entry.frozen) ??
    checkPool(s, ins, direction, lots * lentPerLot(ins, direction, leverage, dearest) - (entry.lent ?? 0))
  );
}

/** Caps the value of a position with all orders that may add to it, so that the value stays exact even at many times the price. */
export function checkReach(s: State, ins: Instrument, entry: PositionEntry, value: number) {
  if (reachOf(s, ins, entry) + value <= maxEntryValue) return undefined;
  return refuse('notionalTooLarge', { max: amountWords(ins.quote, BigInt(maxEntryValue)) });
}

export function checkFunds(s: State, ins: Instrument, owner: number, needed: number) {
  const balance = money(s, ins, owner);
  if (needed <= 0 || s.ledger.covers(balance, needed)) return undefined;
  const available = s.ledger.available(balance);
  return refuse('insufficientBalance', {
    asset: ins.quote.code,
    available: amountWords(ins.quote, available),
    needed: amountWords(ins.quote, BigInt(needed)),
    missing: amountWords(ins.quote, BigInt(needed) - available),
  });
}

/** Refuses an order that needs more than the pool can lend. */
function checkPool(s: State, ins: Instrument, direction: PositionDirection, needed: number) {
  const balance = lender(s, ins, direction);
  if (needed <= 0 || s.ledger.covers(balance, needed)) return undefined;
  const asset = direction === PositionDirection.short ? ins.base : ins.quote;
  return refuse('lendingExhausted', {
    asset: asset.code,
    available: amountWords(asset, s.ledger.available(balance)),
    needed: amountWords(asset, BigInt(needed)),
  });
}

/** Worst price at which new lots of a leveraged position start above their maintenance. Shares paid in full can be bought at any price. */
export function worstBorrowing(ins: Instrument, direction: PositionDirection, leverage: number): number {
  if (direction === PositionDirection.long && leverage === 1) return maxSafe;
  return worstOpen(direction, ins.reference, ins.unit, leverage, ins.stock!.rules.maintenancePpm);
}
