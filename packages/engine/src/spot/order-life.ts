import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import type { OrderEvent } from '../events.ts';
import { completeOrder, forgetOrder, lotsOf, releaseReserve } from '../leverage/order-life.ts';
import { contractReserve } from '../leverage/reserve.ts';
import { byValueOf, Flag, postOnlyOf, sideOf, statusOf, tifOf, typeOf } from '../record/decode.ts';
import { Record } from '../record/event-log.ts';
import { leaveQueue, waitsForOpen } from '../stock/queue.ts';

/** What happens to one order's record: reservation, lists, events, end. */

const releaseFlow = flows.spotOrderRelease.code;
const marketTypes = (1 << 1) | (1 << 4) | (1 << 6);
export const isMarketType = (type: number) => ((marketTypes >> type) & 1) === 1;

/**
 * What an open order has frozen, in minor units of what it pays with: never stored, so never out of step. Buys reserve their price
 * times what is open, sells what is open; untriggered by-value buys reserve the value.
 */
export function reservedUnits(s: State, ins: Instrument, slot: number): number {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  if (i[at * 2 + OrdI.terms] !== 0) return contractReserve(s, ins, slot);
  const flags = i[at * 2 + OrdI.flags]!;
  const lots = f[at + Ord.lots]!;
  if (byValueOf(flags)) return lots;
  const open = lots - f[at + Ord.filled]!;
  return sideOf(flags) === OrderSide.buy ? open * f[at + Ord.price]! * ins.unit : open * ins.lotUnits;
}

export function setStatus(s: State, slot: number, status: OrderStatus): void {
  const at = slot * orderWidth * 2 + OrdI.flags;
  s.orders.store.i[at] = (s.orders.store.i[at]! & ~(7 << Flag.status)) | (status << Flag.status);
}

/** Records the whole order as it stands. `reserved` is 0 for an order that is passing through or over. */
export function emitOrder(s: State, ins: Instrument, slot: number, reason: number, reserved: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const byValue = byValueOf(flags);
  const log = s.log;
  const to = log.open(Record.order, 14);
  const n = log.numbers;
  n[to + 1] = f[at]!;
  n[to + 2] = s.accounts.id(i[at * 2 + OrdI.owner]!);
  n[to + 3] = ins.id;
  n[to + 4] = flags | (reason << Flag.reason);
  n[to + 5] = isMarketType(typeOf(flags)) ? 0 : f[at + Ord.price]!;
  n[to + 6] = f[at + Ord.trigger]!;
  n[to + 7] = byValue ? 0 : f[at + Ord.lots]!;
  n[to + 8] = byValue ? f[at + Ord.lots]! : 0;
  n[to + 9] = f[at + Ord.filled]!;
  n[to + 10] = f[at + Ord.filledQuote]!;
  n[to + 11] = reserved;
  n[to + 12] = sideOf(flags) === OrderSide.buy ? ins.quote.asset : ins.base.asset;
  n[to + 13] = f[at + Ord.placedAt]!;
  if (i[at * 2 + OrdI.terms] !== 0) completeOrder(s, ins, slot, to, reason);
}

/** A price level as it stands, even when it was just emptied and taken out: its record still says what it was. */
export function emitDepth(s: State, ins: Instrument, level: number): void {
  const { f, i } = s.levels.store;
  const at = level * levelWidth;
  const log = s.log;
  const to = log.open(Record.depth, 6);
  const n = log.numbers;
  n[to + 1] = ins.id;
  n[to + 2] = i[at * 2 + LevI.side]!;
  n[to + 3] = f[at + Lev.price]!;
  n[to + 4] = f[at + Lev.lots]!;
  n[to + 5] = i[at * 2 + LevI.orders]!;
}

/** Puts an order that stays into the index and into its account's list, by id: nearly always at the end, but for the stops its own fills brought. */
export function enlist(s: State, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth * 2;
  s.orders.register(f[slot * orderWidth]!, slot);
  const accountI = s.accounts.store.i;
  const account = i[at + OrdI.owner]! * accountInts;
  const last = accountI[account + Acc.lastOrder]!;
  accountI[account + Acc.orders]! += 1;
  // The newest of all stands behind any other, without a look at it.
  if (last !== 0 && f[slot * orderWidth]! !== s.nextOrder - 1 && f[last * orderWidth]! > f[slot * orderWidth]!) {
    enlistBefore(s, slot, last);
    return;
  }
  i[at + OrdI.ownerNext] = 0;
  i[at + OrdI.ownerPrevious] = last;
  if (last === 0) accountI[account + Acc.firstOrder] = slot;
  else i[last * orderWidth * 2 + OrdI.ownerNext] = slot;
  accountI[account + Acc.lastOrder] = slot;
}

/** Puts an order into its account's list before one that has a higher id, and before all such that precede it. */
function enlistBefore(s: State, slot: number, later: number): void {
  const { f, i } = s.orders.store;
  let after = later;
  let before = i[after * orderWidth * 2 + OrdI.ownerPrevious]!;
  while (before !== 0 && f[before * orderWidth]! > f[slot * orderWidth]!) {
    after = before;
    before = i[before * orderWidth * 2 + OrdI.ownerPrevious]!;
  }
  const at = slot * orderWidth * 2;
  i[at + OrdI.ownerNext] = after;
  i[at + OrdI.ownerPrevious] = before;
  i[after * orderWidth * 2 + OrdI.ownerPrevious] = slot;
  if (before === 0) s.accounts.store.i[i[at + OrdI.owner]! * accountInts + Acc.firstOrder] = slot;
  else i[before * orderWidth * 2 + OrdI.ownerNext] = slot;
}

function delist(s: State, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth * 2;
  s.orders.forget(f[slot * orderWidth]!);
  const accountI = s.accounts.store.i;
  const account = i[at + OrdI.owner]! * accountInts;
  const next = i[at + OrdI.ownerNext]!;
  const previous = i[at + OrdI.ownerPrevious]!;
  if (previous === 0) accountI[account + Acc.firstOrder] = next;
  else i[previous * orderWidth * 2 + OrdI.ownerNext] = next;
  if (next === 0) accountI[account + Acc.lastOrder] = previous;
  else i[next * orderWidth * 2 + OrdI.ownerPrevious] = previous;
  accountI[account + Acc.orders]! -= 1;
}

/** Ends an order that is in no queue any more and holds no reservation. `listed` says whether it had been enlisted. */
export function finish(s: State, ins: Instrument, slot: number, status: OrderStatus, reason: number, listed: boolean): void {
  const { f, i } = s.orders.store;
  setStatus(s, slot, status);
  emitOrder(s, ins, slot, reason, 0);
  s.finished.add(f[slot * orderWidth]!, s.accounts.id(i[slot * orderWidth * 2 + OrdI.owner]!), status);
  if (i[slot * orderWidth * 2 + OrdI.terms] !== 0) forgetOrder(s, ins, slot);
  if (listed) delist(s, slot);
  s.orders.store.give(slot);
}

/** Cancels (or lets expire) a resting or untriggered order: reservation back, out of its queue, ended. */
export function cancelOpen(s: State, ins: Instrument, slot: number, reason: number, status: OrderStatus = OrderStatus.cancelled): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  if (i[at * 2 + OrdI.terms] === 0) s.ledger.release(i[at * 2 + OrdI.reserve]!, reservedUnits(s, ins, slot), releaseFlow, f[at]!, 0);
  else releaseReserve(s, ins, slot);
  if (ins.book.isResting(slot)) {
    const level = i[at * 2 + OrdI.place]!;
    ins.book.detach(slot, f[at + Ord.lots]! - f[at + Ord.filled]!);
    emitDepth(s, ins, level);
  } else stopWaiting(s, ins, slot);
  finish(s, ins, slot, status, reason, true);
}

function stopWaiting(s: State, ins: Instrument, slot: number): void {
  if (ins.book.held.has(slot)) ins.book.held.remove(slot);
  else if (waitsForOpen(s, slot)) leaveQueue(s, ins, slot);
  else ins.book.heapFor(slot).remove(slot);
}

/** Slots of an account's open orders by id, optionally of one instrument. */
export function openSlots(s: State, owner: number, instrumentSlot: number): number[] {
  const slots: number[] = [];
  const i = s.orders.store.i;
  for (let slot = s.accounts.store.i[owner * accountInts + Acc.firstOrder]!; slot !== 0; ) {
    const at = slot * orderWidth * 2;
    if (instrumentSlot === 0 || i[at + OrdI.instrument] === instrumentSlot) slots.push(slot);
    slot = i[at + OrdI.ownerNext]!;
  }
  return slots;
}

/** An open order as a view. */
export function orderView(s: State, slot: number): OrderEvent {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const ins = s.instruments.at(i[at * 2 + OrdI.instrument]!);
  const flags = i[at * 2 + OrdI.flags]!;
  const byValue = byValueOf(flags);
  const side = sideOf(flags);
  const type = typeOf(flags);
  const filledLots = f[at + Ord.filled]!;
  return {
    seq: s.seq,
    index: 0,
    time: s.time,
    kind: 'order',
    order: f[at]!,
    account: s.accounts.id(i[at * 2 + OrdI.owner]!),
    instrument: ins.id,
    side,
    type,
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: isMarketType(type) ? 0 : f[at + Ord.price]!,
    triggerTicks: f[at + Ord.trigger]!,
    lots: byValue ? 0 : i[at * 2 + OrdI.terms] !== 0 ? lotsOf(s, slot) : f[at + Ord.lots]!,
    quoteAmount: byValue ? f[at + Ord.lots]! : 0,
    filledLots,
    filledQuote: f[at + Ord.filledQuote]!,
    reserved: BigInt(reservedUnits(s, ins, slot)),
    reservedAsset: side === OrderSide.buy || i[at * 2 + OrdI.terms] !== 0 ? ins.quote.asset : ins.base.asset,
    status: statusOf(flags),
    reason: filledLots > 0 ? 'filled' : 'placed',
    placedAt: f[at + Ord.placedAt]!,
  };
}
