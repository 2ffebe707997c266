import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { bankruptcyOf, worstClose } from './margin.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';
import { profitOf } from './profit.ts';

/** Prices beyond which closing a position would leave a shortfall: a seller's lowest price, a buyer's highest. */

/**
 * Price at which closing would leave nothing of a position or, in full margin, of the account apart from what its orders reserve. `spent` is subtracted
 * from the equity.
 */
export function worstClosing(s: State, ins: Instrument, slot: number, spent = 0): number {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const lots = f[at + Pos.lots]!;
  if (modeOf(flags) === MarginMode.segmented)
    return bankruptcyOf(directionOf(flags), lots, f[at + Pos.entryValue]!, f[at + Pos.margin]! - spent, ins.unit);
  const equity = s.products.fullMargin.equity(s, i[slot * positionInts + PosI.owner]!, ins.quote) - spent;
  return worstClose(directionOf(flags), lots, ins.triggerPrice, ins.unit, Math.max(-maxSafe, equity));
}

/** Whether a position may close at a price now. A price no worse than the mark that the position's own margin covers needs no look at the account. */
export function mayClose(s: State, ins: Instrument, slot: number, priceTicks: number): boolean {
  const { f, i } = s.positions.store;
  const long = directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.long;
  const mark = ins.triggerPrice;
  const fair = long ? priceTicks >= mark : priceTicks <= mark;
  if (fair && f[slot * positionWidth + Pos.margin]! + profitOf(s, ins, slot, priceTicks) >= 0) return true;
  const worst = worstClosing(s, ins, slot);
  return long ? priceTicks >= worst : priceTicks <= worst;
}
