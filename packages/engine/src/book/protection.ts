import { OrderSide, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { sideOf, tifOf, typeOf } from '../record/decode.ts';
import { emitOrder, isMarketType, reservedUnits, setStatus } from '../spot/order-life.ts';
import { Ord, OrdI, orderWidth } from './orders.ts';
import { closes } from './terms.ts';

/**
 * Whether an order gets its owner out at whatever the market pays once its price has come: a stop or take-profit at market that closes, or in spot sells. Who
 * asked for the whole or nothing has said what is to happen otherwise.
 */
export function protects(s: State, ins: Instrument, slot: number): boolean {
  if (ins.rules.keepsProtection !== true) return false;
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const terms = i[at * 2 + OrdI.terms]!;
  if (f[at + Ord.trigger] === 0 || !isMarketType(typeOf(flags)) || tifOf(flags) === TimeInForce.fok) return false;
  return terms === 0 ? sideOf(flags) === OrderSide.sell : closes(terms);
}

/** The same of any order with a trigger, as long as it waits outside the book: nobody else's price is in the way of it, and without it its owner is bare. */
export function staysUnattended(s: State, ins: Instrument, slot: number): boolean {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (ins.rules.keepsProtection !== true || f[at + Ord.trigger] === 0 || ins.book.isResting(slot)) return false;
  return terms === 0 ? sideOf(i[at * 2 + OrdI.flags]!) === OrderSide.sell : closes(terms);
}

/** What has fired, or is left of it, stays open outside the book until somebody stands inside its bounds. Its reservation is frozen already. */
export function hold(s: State, ins: Instrument, slot: number, reason: number): OrderStatus {
  const status = s.orders.store.f[slot * orderWidth + Ord.filled]! > 0 ? OrderStatus.partlyFilled : OrderStatus.open;
  setStatus(s, slot, status);
  ins.book.held.add(slot);
  emitOrder(s, ins, slot, reason, reservedUnits(s, ins, slot));
  return status;
}

/** Somebody new stands in the book, or the bounds have moved: everybody held is to be looked at. */
export function askHeld(s: State, ins: Instrument): void {
  ins.book.held.due = ins.book.held.size;
  s.asked.add(ins.slot);
}
