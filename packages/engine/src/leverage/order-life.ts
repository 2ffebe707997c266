import { OrderStatus } from '@bourse/protocol/enums';
import { delist, leaveBook, setStatus, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { addHeld } from '../book/protection.ts';
import { termsDirection, waitsBit, wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { OrderTermsEvent } from '../events.ts';
import { Flag, Reason, smallFlags } from '../record/decode.ts';
import { decodeTerms } from '../record/decode-leverage.ts';
import { OrderRecord, TermsRecord } from '../record/layouts.ts';
import { positionOfOrder, uncountOrder } from './order-sums.ts';
import { positionChanged } from './position-event.ts';
import { Pos, positionWidth } from './positions.ts';
import { productFor } from './product.ts';
import { orderReserve } from './reserve.ts';

/** The life of an order of a contract or stock: its reserve, its events and its end. */

/** Records the complete order, and its terms when they are new. `reserved` is 0 for an order that fills at once or has ended. */
export function emitOrder(s: State, ins: Instrument, slot: number, reason: number, reserved: number): void {
  writeMarginedOrder(s, ins, slot, reason, reserved);
  if (reason !== Reason.filled) emitTerms(s, slot);
}

/** Records the complete order and returns where the record begins. */
export function writeMarginedOrder(s: State, ins: Instrument, slot: number, reason: number, reserved: number): number {
  const to = writeOrder(s, ins, slot, reason, reserved);
  const n = s.log.numbers;
  n[to + OrderRecord.flags] = (s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]! & smallFlags) | (reason << Flag.reason);
  n[to + OrderRecord.reservedAsset] = ins.quote.asset;
  return to;
}

/** Freezes what an order reserves. Frozen money no longer backs full-margin positions. */
export function freezeReserve(s: State, ins: Instrument, slot: number, reserved: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  if (reserved === 0) return;
  s.ledger.freeze(i[at * 2 + OrdI.reserve]!, reserved, productFor(s, ins).freezeFlow, f[at]!, 0);
  s.products.fullMargin.balanceChanged(s, i[at * 2 + OrdI.owner]!);
}

/** Releases what an order has frozen. */
export function releaseReserve(s: State, ins: Instrument, slot: number): void {
  const product = productFor(s, ins);
  const reserved = orderReserve(s, ins, slot);
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  if (ins.book.isResting(slot)) product.releaseLent(s, ins, slot);
  if (reserved === 0) return;
  s.ledger.release(i[at * 2 + OrdI.reserve]!, reserved, product.releaseFlow, f[at]!, 0);
  s.products.fullMargin.balanceChanged(s, i[at * 2 + OrdI.owner]!);
}

/** Ends an order that has left its queue and released its reserve. `listed` says whether it counted as an open order. */
export function finish(s: State, ins: Instrument, slot: number, status: OrderStatus, reason: number, listed: boolean): void {
  const { f, i } = s.orders.store;
  setStatus(s, slot, status);
  emitOrder(s, ins, slot, reason, 0);
  s.finished.add(f[slot * orderWidth]!, s.accounts.id(i[slot * orderWidth * 2 + OrdI.owner]!), status);
  forgetOrder(s, ins, slot);
  if (listed) delist(s, slot);
  s.orders.store.give(slot);
}

/** Cancels or expires a resting or waiting order: releases its reserve, takes it out of its queue and ends it. */
export function cancelOpen(s: State, ins: Instrument, slot: number, reason: number, status: OrderStatus = OrderStatus.cancelled): void {
  releaseReserve(s, ins, slot);
  if (ins.book.isResting(slot)) leaveBook(s, ins, slot);
  else if (ins.book.held.has(slot)) ins.book.held.remove(slot);
  else if ((s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]! & waitsBit) !== 0) productFor(s, ins).leaveQueue(s, ins, slot);
  else ins.book.heapFor(slot).remove(slot);
  finish(s, ins, slot, status, reason, true);
}

/** Keeps a stop that has fired open outside the book until it can trade within its bounds. Its reserve is already frozen. */
export function hold(s: State, ins: Instrument, slot: number, reason: number): OrderStatus {
  const status = addHeld(s, ins, slot);
  emitOrder(s, ins, slot, reason, orderReserve(s, ins, slot));
  return status;
}

/** Takes an ended order out of the sums and lists. If it protected its whole position, an event shows the position's new stops. */
function forgetOrder(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (s.attached.size > 0) s.attached.delete(f[at]!);
  uncountOrder(s, slot);
  if ((terms & wholeBit) === 0) return;
  const position = s.positions.find(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  if (position !== 0 && s.positions.store.f[position * positionWidth + Pos.lots]! > 0) positionChanged(s, ins, position, 'stopsChanged');
}

/** The lots an order would trade. A stop on the whole position follows the position's size. */
export function lotsOf(s: State, slot: number): number {
  const { f, i } = s.orders.store;
  const terms = i[slot * orderWidth * 2 + OrdI.terms]!;
  const position = s.positions.find(
    i[slot * orderWidth * 2 + OrdI.owner]!,
    i[slot * orderWidth * 2 + OrdI.instrument]!,
    termsDirection(terms),
  );
  if ((terms & wholeBit) === 0 || position === 0) return f[slot * orderWidth + Ord.lots]!;
  return f[slot * orderWidth + Ord.filled]! + s.positions.store.f[position * positionWidth + Pos.lots]!;
}

/** Records what an order does to a position, in an event of its own, and returns where the record begins. */
function emitTerms(s: State, slot: number): number {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const position = positionOfOrder(s, slot);
  const attached = s.attached.size === 0 ? undefined : s.attached.get(f[at]!);
  const to = s.log.open(TermsRecord.code);
  const n = s.log.numbers;
  n[to + TermsRecord.order] = f[at]!;
  n[to + TermsRecord.terms] = terms;
  n[to + TermsRecord.position] = position;
  n[to + TermsRecord.takeProfitTicks] = attached?.takeProfit ?? 0;
  n[to + TermsRecord.stopLossTicks] = attached?.stopLoss ?? 0;
  return to;
}

/** The terms of an open order, undefined for a spot order. */
export const termsView = (s: State, slot: number): OrderTermsEvent | undefined =>
  s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] === 0 ? undefined : s.log.takeBack(emitTerms(s, slot), decodeTerms, s);
