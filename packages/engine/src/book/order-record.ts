import { OrderSide, type OrderStatus } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import { byValueOf, Flag, sideOf, typeOf } from '../record/decode.ts';
import { DepthRecord, OrderRecord } from '../record/layouts.ts';
import { Lev, LevI, levelWidth } from './levels.ts';
import { Ord, OrdI, orderWidth } from './orders.ts';

/** What orders of every product share: their status, their events and the lists that find them. */

const marketTypes = (1 << 1) | (1 << 4) | (1 << 6);
export const isMarketType = (type: number) => ((marketTypes >> type) & 1) === 1;

export function setStatus(s: State, slot: number, status: OrderStatus): void {
  const at = slot * orderWidth * 2 + OrdI.flags;
  s.orders.store.i[at] = (s.orders.store.i[at]! & ~(7 << Flag.status)) | (status << Flag.status);
}

/** Records the complete order and returns where the record begins. `reserved` is 0 for an order that fills at once or has ended. */
export function writeOrder(s: State, ins: Instrument, slot: number, reason: number, reserved: number): number {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const byValue = byValueOf(flags);
  const log = s.log;
  const to = log.open(OrderRecord.code);
  const n = log.numbers;
  n[to + OrderRecord.order] = f[at]!;
  n[to + OrderRecord.account] = s.accounts.id(i[at * 2 + OrdI.owner]!);
  n[to + OrderRecord.instrument] = ins.id;
  n[to + OrderRecord.flags] = flags | (reason << Flag.reason);
  n[to + OrderRecord.priceTicks] = isMarketType(typeOf(flags)) ? 0 : f[at + Ord.price]!;
  n[to + OrderRecord.triggerTicks] = f[at + Ord.trigger]!;
  n[to + OrderRecord.lots] = byValue ? 0 : f[at + Ord.lots]!;
  n[to + OrderRecord.quoteAmount] = byValue ? f[at + Ord.lots]! : 0;
  n[to + OrderRecord.filledLots] = f[at + Ord.filled]!;
  n[to + OrderRecord.filledQuote] = f[at + Ord.filledQuote]!;
  n[to + OrderRecord.reserved] = reserved;
  n[to + OrderRecord.reservedAsset] = sideOf(flags) === OrderSide.buy ? ins.quote.asset : ins.base.asset;
  n[to + OrderRecord.placedAt] = f[at + Ord.placedAt]!;
  return to;
}

/** Records a price level, even one that was just emptied and removed: its slot still holds the price. */
export function emitDepth(s: State, ins: Instrument, level: number): void {
  const { f, i } = s.levels.store;
  const at = level * levelWidth;
  const log = s.log;
  const to = log.open(DepthRecord.code);
  const n = log.numbers;
  n[to + DepthRecord.instrument] = ins.id;
  n[to + DepthRecord.side] = i[at * 2 + LevI.side]!;
  n[to + DepthRecord.priceTicks] = f[at + Lev.price]!;
  n[to + DepthRecord.lots] = f[at + Lev.lots]!;
  n[to + DepthRecord.orders] = i[at * 2 + LevI.orders]!;
}

/**
 * Adds an order that stays open to the index and to its account's list, by id. It nearly always goes to the end; only stops attached by the order's own
 * fills have a higher id.
 */
export function enlist(s: State, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth * 2;
  s.orders.register(f[slot * orderWidth]!, slot);
  const accountI = s.accounts.store.i;
  const account = i[at + OrdI.owner]! * accountInts;
  const last = accountI[account + Acc.lastOrder]!;
  accountI[account + Acc.orders]! += 1;
  // The newest order always goes last.
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

/** Inserts an order into its account's list ahead of every order with a higher id. */
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

/** Takes an ended order out of the index and out of its account's list. */
export function delist(s: State, slot: number): void {
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

/** Takes a resting order out of its price level. */
export function leaveBook(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const level = i[at * 2 + OrdI.place]!;
  ins.book.detach(slot, f[at + Ord.lots]! - f[at + Ord.filled]!);
  emitDepth(s, ins, level);
}

/** A function that acts on one order of an instrument. */
export type OnOrder = (s: State, ins: Instrument, slot: number) => void;
