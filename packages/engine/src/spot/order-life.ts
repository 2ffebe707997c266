import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { delist, leaveBook, setStatus, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { addHeld } from '../book/protection.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { byValueOf, sideOf } from '../record/decode.ts';

/** The life of a spot order: its reserve, its events and its end. */

const releaseFlow = flows.spotOrderRelease.code;

/**
 * What an open order has frozen, in minor units of the asset it pays with. It is computed each time and never stored, so it always matches the order. A buy
 * reserves its price times the open lots, a sell the open lots, and an untriggered buy by value its value.
 */
export function reservedUnits(s: State, ins: Instrument, slot: number): number {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const lots = f[at + Ord.lots]!;
  if (byValueOf(flags)) return lots;
  const open = lots - f[at + Ord.filled]!;
  return sideOf(flags) === OrderSide.buy ? open * f[at + Ord.price]! * ins.unit : open * ins.lotUnits;
}

/** Ends an order that has left its queue and released its reserve. `listed` says whether it counted as an open order. */
export function finish(s: State, ins: Instrument, slot: number, status: OrderStatus, reason: number, listed: boolean): void {
  const { f, i } = s.orders.store;
  setStatus(s, slot, status);
  writeOrder(s, ins, slot, reason, 0);
  s.finished.add(f[slot * orderWidth]!, s.accounts.id(i[slot * orderWidth * 2 + OrdI.owner]!), status);
  if (listed) delist(s, slot);
  s.orders.store.give(slot);
}

/** Cancels a resting, untriggered or held order: releases its reserve, takes it out of its queue and ends it. */
export function cancelOpen(s: State, ins: Instrument, slot: number, reason: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  s.ledger.release(i[at * 2 + OrdI.reserve]!, reservedUnits(s, ins, slot), releaseFlow, f[at]!, 0);
  if (ins.book.isResting(slot)) leaveBook(s, ins, slot);
  else if (ins.book.held.has(slot)) ins.book.held.remove(slot);
  else ins.book.heapFor(slot).remove(slot);
  finish(s, ins, slot, OrderStatus.cancelled, reason, true);
}

/** Keeps a stop that has fired open outside the book until it can trade within its bounds. Its reserve is already frozen. */
export function hold(s: State, ins: Instrument, slot: number, reason: number): OrderStatus {
  const status = addHeld(s, ins, slot);
  writeOrder(s, ins, slot, reason, reservedUnits(s, ins, slot));
  return status;
}
