import { InstrumentStatus, OrderSide, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { sideOf, tifOf, typeOf } from '../record/decode.ts';
import { isFresh } from './checks.ts';
import { isMarketType, type OnOrder, setStatus } from './order-record.ts';
import { Ord, OrdI, orderWidth } from './orders.ts';
import { closes } from './terms.ts';

/**
 * Keep a protective stop open when the book cannot fill it. Otherwise the stop is rejected, or its remainder cancelled, and the position or the coins it
 * protects are left without one.
 */

/**
 * Whether the venue keeps this order open when the book cannot fill it: a stop or take-profit at market that closes, or in spot sells. A fill-or-kill order
 * asked for the opposite.
 */
export function isKeptProtection(s: State, ins: Instrument, slot: number): boolean {
  if (ins.rules.keepsProtection !== true) return false;
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const terms = i[at * 2 + OrdI.terms]!;
  if (f[at + Ord.trigger] === 0 || !isMarketType(typeOf(flags)) || tifOf(flags) === TimeInForce.fok) return false;
  return terms === 0 ? sideOf(flags) === OrderSide.sell : closes(terms);
}

/** Whether a dead-man's switch leaves this order open: it waits outside the book, and without it its owner has no protection. */
export function survivesDeadMansSwitch(s: State, ins: Instrument, slot: number): boolean {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (ins.rules.keepsProtection !== true || f[at + Ord.trigger] === 0 || ins.book.isResting(slot)) return false;
  return terms === 0 ? sideOf(i[at * 2 + OrdI.flags]!) === OrderSide.sell : closes(terms);
}

/** Adds an order to those held outside the book and returns its status. The caller records the order. */
export function addHeld(s: State, ins: Instrument, slot: number): OrderStatus {
  const status = s.orders.store.f[slot * orderWidth + Ord.filled]! > 0 ? OrderStatus.partlyFilled : OrderStatus.open;
  setStatus(s, slot, status);
  ins.book.held.add(slot);
  return status;
}

/** Makes every held order of an instrument due for a review: a new order rests in the book, or the price bounds have moved. */
export function requestHeldReview(s: State, ins: Instrument): void {
  ins.book.held.due = ins.book.held.size;
  s.heldReviews.add(ins.slot);
}

/**
 * Reviews the held orders that are due, when the instrument trades at a fresh price. What the command's limit leaves over follows with the next command.
 * `tradeOrHold` is the product's own.
 */
export function reviewHeld(s: State, ins: Instrument, tradeOrHold: OnOrder): void {
  const { held } = ins.book;
  const trades = s.mode === 'normal' && ins.status === InstrumentStatus.trading && isFresh(s, ins);
  while (trades && held.due > 0) {
    if (s.heldLooks === s.limits.heldLooksPerCommand) return;
    s.heldLooks += 1;
    const slot = held.next();
    if (slot !== 0) tradeOrHold(s, ins, slot);
  }
  held.due = 0;
  held.lookedTo = 0;
  s.heldReviews.delete(ins.slot);
}

/** A new price moves the bounds of every held order. */
export function reviewHeldAtNewPrice(s: State, ins: Instrument, tradeOrHold: OnOrder): void {
  if (ins.book.held.size === 0) return;
  requestHeldReview(s, ins);
  reviewHeld(s, ins, tradeOrHold);
}
