import { MarginMode, OrderSide } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { BookSide } from '../book/side.ts';
import { closes, termsDirection, termsLeverage, termsMode } from '../book/terms.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { Reason } from '../record/decode.ts';
import { cancelOpen, openSlots } from '../spot/order-life.ts';
import type { State } from '../state.ts';
import { backing, fullEquityBeforeOrders } from './account.ts';
import { reachOf } from './judge.ts';
import { offeredLots } from './match.ts';
import { worstOpening } from './safe.ts';

/**
 * After each mark price: resting orders at which a fill would now leave new lots below their maintenance, or a position with less than nothing, are
 * cancelled. Bids at or below the mark and asks at or above it are never such, so only what stands beyond the mark is looked at.
 */
export function evict(s: State, ins: Instrument): void {
  for (const side of [ins.book.bids, ins.book.asks]) {
    for (const slot of beyondMark(s, ins, side)) if (!isSafe(s, ins, slot, side)) cancelOpen(s, ins, slot, Reason.marginShort);
  }
}

function beyondMark(s: State, ins: Instrument, side: BookSide): number[] {
  const slots: number[] = [];
  const mark = ins.triggerPrice;
  const levels = s.levels.store;
  side.walk((level) => {
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (side.side === OrderSide.buy ? price <= mark : price >= mark) return false;
    for (let slot = levels.i[level * levelWidth * 2 + LevI.head]!; slot !== 0; slot = s.orders.store.i[slot * orderWidth * 2 + OrdI.next]!)
      slots.push(slot);
    return true;
  });
  return slots;
}

function isSafe(s: State, ins: Instrument, slot: number, side: BookSide): boolean {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (closes(terms)) return offeredLots(s, ins, slot) > 0;
  const owner = i[at * 2 + OrdI.owner]!;
  const direction = termsDirection(terms);
  const position = s.positions.find(owner, ins.slot, direction);
  const worst = worstOpening(ins, direction, termsLeverage(terms), reachOf(s, ins, { owner, direction, position, counted: 0 }));
  const price = f[at + Ord.price]!;
  return side.side === OrderSide.buy ? price <= worst : price >= worst;
}

/**
 * A full-margin account whose losses reach what its opening orders reserve loses those orders first: without them nothing more than its maintenance would
 * be left. Answers whether any were cancelled.
 */
export function shedOrders(s: State, owner: number, asset: Asset): boolean {
  const account = backing(s, owner, asset);
  if (account.maintenance === 0 || fullEquityBeforeOrders(account) > account.maintenance) return false;
  const { i } = s.orders.store;
  let shed = false;
  for (const slot of openSlots(s, owner, 0)) {
    const at = slot * orderWidth * 2;
    const ins = s.instruments.at(i[at + OrdI.instrument]!);
    const terms = i[at + OrdI.terms]!;
    if (terms === 0 || closes(terms) || termsMode(terms) !== MarginMode.full || ins.quote !== asset || ins.contract === undefined) continue;
    cancelOpen(s, ins, slot, Reason.marginShort);
    shed = true;
  }
  return shed;
}
