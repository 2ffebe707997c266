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

/** Freezes what an order needs and lets it wait for the open, last of all. */
export function waitForOpen(s: State, ins: Instrument, slot: number): void {
  const reserved = orderReserve(s, ins, slot);
  freezeReserve(s, ins, slot, reserved);
  enlist(s, slot);
  countOrder(s, slot);
  joinQueue(s, ins, slot);
  emitOrder(s, ins, slot, Reason.placed, reserved);
}

/**
 * Orders that waited for the open enter in the order they were sent, once the stock trades at a fresh price; those at market once somebody stands on their
 * other side. What the command's limit leaves over goes on with the next ones; nobody overtakes meanwhile.
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

/** It gets its reservation back and enters as a new one would, under its old id; what a new one would be refused for rejects it. */
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
  // A stop that has fired needs no permission: protection goes first.
  const needsLeave = closes(terms) && f[at + Ord.trigger] === 0 && needsPermission(s, ins, entry.position);
  const verdict = judgeStock(s, ins, entry);
  if (full || needsLeave || verdict.refusal !== undefined) finish(s, ins, slot, OrderStatus.rejected, Reason.triggerRejected, true);
  else enterOrder(s, ins, slot, verdict.limit, true, Reason.triggered);
}

/**
 * At the open nobody may stand in the book yet: a protective stop that has fired then waits with the orders that waited for the open. Answers whether it does.
 */
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
