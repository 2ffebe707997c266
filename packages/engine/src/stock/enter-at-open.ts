import { InstrumentStatus, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import { isFresh } from '../book/checks.ts';
import { enlist, isMarketType } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, upperCircuitBit, waitsBit, wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { enterOrder } from '../leverage/enter.ts';
import { entryOf } from '../leverage/entry.ts';
import { emitOrder, finish, freezeReserve, releaseReserve } from '../leverage/order-life.ts';
import { countOrder, uncountOrder } from '../leverage/order-sums.ts';
import { Pos, positionWidth } from '../leverage/positions.ts';
import { orderReserve } from '../leverage/reserve.ts';
import { Reason, sideOf, typeOf } from '../record/decode.ts';
import { judgeStock } from './judge.ts';
import { facesNobody, joinQueue, leaveQueue, nextToEnter } from './queue.ts';
import { needsPermission } from './round-trips.ts';

/** Freezes what an order needs and adds it to the orders that wait for the open. */
export function waitForOpen(s: State, ins: Instrument, slot: number): void {
  const reserved = orderReserve(s, ins, slot);
  freezeReserve(s, ins, slot, reserved);
  enlist(s, slot);
  countOrder(s, slot);
  joinQueue(s, ins, slot);
  emitOrder(s, ins, slot, Reason.placed, reserved);
}

/**
 * Lets waiting orders enter in the order they were sent once the stock trades at a fresh price. Market orders wait further, until the other side has an
 * order. What a command's limit leaves over continues with the next commands, and no new order overtakes it.
 */
export function enterWaiting(s: State, ins: Instrument): void {
  s.stocks.entering.delete(ins.slot);
  const opens = ins.stock!.action === undefined && ins.stock!.opening === undefined;
  while (opens && s.mode === 'normal' && ins.status === InstrumentStatus.trading && isFresh(s, ins)) {
    const slot = nextToEnter(s, ins);
    if (slot === 0) return;
    if (s.woken === s.limits.wakesPerCommand) {
      s.stocks.entering.add(ins.slot);
      return;
    }
    s.woken += 1;
    enterNow(s, ins, slot);
  }
}

/** Releases the order's reserve and enters it like a new order under its old id. Whatever would refuse a new order rejects it. */
function enterNow(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  leaveQueue(s, ins, slot);
  releaseReserve(s, ins, slot);
  uncountOrder(s, slot);
  i[at * 2 + OrdI.terms]! &= ~waitsBit;
  const terms = i[at * 2 + OrdI.terms]!;
  if ((terms & upperCircuitBit) !== 0) f[at + Ord.price] = ins.stock!.highTicks;
  const entry = entryOf(s, ins, slot);
  if (closes(terms)) {
    const open = s.positions.store.f[entry.position * positionWidth + Pos.lots]!;
    entry.lots = (terms & wholeBit) !== 0 ? open : Math.min(entry.lots, open);
    f[at + Ord.lots] = entry.lots;
  }
  const full = !entry.market && entry.tif === TimeInForce.gtc && ins.book.orders >= s.limits.ordersPerBook;
  // A stop that has fired needs no day-trade permission, because protection matters more.
  const needsLeave = closes(terms) && f[at + Ord.trigger] === 0 && needsPermission(s, ins, entry.position);
  const verdict = judgeStock(s, ins, entry);
  if (full || needsLeave || verdict.refusal !== undefined) finish(s, ins, slot, OrderStatus.rejected, Reason.triggerRejected, true);
  else enterOrder(s, ins, slot, verdict.limit, true, Reason.triggered);
}

/** Lets a protective stop that fires at the open, when the other side of the book is empty, wait with the orders for the open. Returns whether it waits. */
export function queueAtOpen(s: State, ins: Instrument, slot: number): boolean {
  const { i } = s.orders.store;
  const at = slot * orderWidth * 2;
  const flags = i[at + OrdI.flags]!;
  if (!ins.stock!.rules.stopsWait || !isMarketType(typeOf(flags)) || !facesNobody(ins, sideOf(flags))) return false;
  i[at + OrdI.terms]! |= waitsBit;
  joinQueue(s, ins, slot);
  emitOrder(s, ins, slot, Reason.triggered, orderReserve(s, ins, slot));
  return true;
}
