import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { delist, leaveBook, setStatus, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { addHeld } from '../book/protection.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { byValueOf, sideOf } from '../record/decode.ts';

/** What happens to a spot order: its reservation, its events, its end. */

const releaseFlow = flows.spotOrderRelease.code;

/**
 * What an open order has frozen, in minor units of what it pays with. It is never stored, so it is never out of step. A buy reserves its price times what is
 * open, a sell what is open, an untriggered buy by value its value.
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

/** Ends an order that is in no queue any more and holds no reservation. `listed` says whether it had been enlisted. */
export function finish(s: State, ins: Instrument, slot: number, status: OrderStatus, reason: number, listed: boolean): void {
  const { f, i } = s.orders.store;
  setStatus(s, slot, status);
  writeOrder(s, ins, slot, reason, 0);
  s.finished.add(f[slot * orderWidth]!, s.accounts.id(i[slot * orderWidth * 2 + OrdI.owner]!), status);
  if (listed) delist(s, slot);
  s.orders.store.give(slot);
}

/** Cancels a resting, untriggered or held order: it gets its reservation back, leaves its queue and ends. */
export function cancelOpen(s: State, ins: Instrument, slot: number, reason: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  s.ledger.release(i[at * 2 + OrdI.reserve]!, reservedUnits(s, ins, slot), releaseFlow, f[at]!, 0);
  if (ins.book.isResting(slot)) leaveBook(s, ins, slot);
  else if (ins.book.held.has(slot)) ins.book.held.remove(slot);
  else ins.book.heapFor(slot).remove(slot);
  finish(s, ins, slot, OrderStatus.cancelled, reason, true);
}

/** A stop that has fired stays open outside the book until it can trade within its bounds. Its reservation is frozen already. */
export function hold(s: State, ins: Instrument, slot: number, reason: number): OrderStatus {
  const status = addHeld(s, ins, slot);
  writeOrder(s, ins, slot, reason, reservedUnits(s, ins, slot));
  return status;
}
