import { MarginMode, OrderSide, PositionDirection } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { BookSide } from '../book/side.ts';
import { closes, termsDirection, termsLeverage, termsMode } from '../book/terms.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { backing, fullEquityBeforeOrders } from '../contract/account.ts';
import { reachOf } from '../contract/judge.ts';
import { safeOpening, worstOpening } from '../contract/safe.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { cancelOpen, openSlots } from '../spot/order-life.ts';
import { offeredLots } from './match.ts';

/**
 * After each mark price: resting orders at which a fill would now leave new lots below their maintenance, or a position with less than nothing, are
 * cancelled. Only what stands farther beyond the mark than an opening order at the highest leverage may is looked at: a mark that moves as markets do
 * looks at nothing. A closing order nearer than that whose position has come close to nothing is cancelled when somebody would trade with it.
 */
export function evict(s: State, ins: Instrument): void {
  evictSide(s, ins, ins.book.bids, safeOpening(ins, PositionDirection.long));
  evictSide(s, ins, ins.book.asks, safeOpening(ins, PositionDirection.short));
}

function evictSide(s: State, ins: Instrument, side: BookSide, safeTicks: number): void {
  const best = side.side === OrderSide.buy ? ins.book.bestBid() : ins.book.bestAsk();
  if (side.side === OrderSide.buy ? best <= safeTicks : best >= safeTicks) return;
  for (const slot of beyond(s, side, safeTicks)) if (!isSafe(s, ins, slot, side)) cancelOpen(s, ins, slot, Reason.marginShort);
}

function beyond(s: State, side: BookSide, safeTicks: number): number[] {
  const slots: number[] = [];
  const levels = s.levels.store;
  side.walk((level) => {
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (side.side === OrderSide.buy ? price <= safeTicks : price >= safeTicks) return false;
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
