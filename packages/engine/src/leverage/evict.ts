import { OrderSide, PositionDirection } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { BookSide } from '../book/side.ts';
import { closes, termsDirection, termsLeverage } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { reachOf } from './entry.ts';
import { offeredLots } from './match.ts';
import { cancelOpen } from './order-life.ts';
import { productFor } from './product.ts';

/**
 * Cancels resting orders that a new price has made unsafe: a fill would leave new lots below their maintenance, or a position with negative equity. It only
 * looks at orders farther beyond the price than any opening order may be, so an ordinary price move looks at none. A closing order nearer than that is
 * checked when another order would trade with it.
 */
export function evict(s: State, ins: Instrument): void {
  const product = productFor(s, ins);
  evictSide(s, ins, ins.book.bids, product.safeOpening(ins, PositionDirection.long));
  evictSide(s, ins, ins.book.asks, product.safeOpening(ins, PositionDirection.short));
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
  const reach = reachOf(s, ins, { owner, direction, position, counted: 0 });
  const worst = productFor(s, ins).worstOpening(ins, direction, termsLeverage(terms), reach);
  const price = f[at + Ord.price]!;
  return side.side === OrderSide.buy ? price <= worst : price >= worst;
}
