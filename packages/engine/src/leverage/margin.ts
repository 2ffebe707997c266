import { PositionDirection } from '@bourse/protocol/enums';
import { ceilDiv, ceilShare, floorDiv, floorDivSigned, maxSafe, mulDivCeil } from '../base/exact.ts';

/**
 * The arithmetic of positions as pure functions, shared by the engine, the previews and the receipts so that their figures agree. Prices are in ticks,
 * quantities in lots, `unit` is the quote units of one lot at one tick, and every other amount is in quote units.
 */

/** Entry values stay below this, so that a value at eight times its entry price is still a safe integer. */
export const maxEntryValue = 2 ** 50;

/** lots × ticks × unit, capped at the largest safe integer. No position within its tiers reaches that before its liquidation. */
export const valueAt = (lots: number, ticks: number, unit: number) => Math.min(maxSafe, lots * ticks * unit);

/** Initial margin of one lot, rounded up. */
export const initialPerLot = (ticks: number, unit: number, leverage: number) => ceilDiv(ticks * unit, leverage);

/** What an opening order reserves for one lot: initial margin and fee, each rounded up. */
export const reservePerLot = (ticks: number, unit: number, leverage: number, feePpm: number) =>
  ceilDiv(ticks * unit, leverage) + ceilShare(ticks * unit, feePpm);

/** Signed profit of `lots` that were entered for `entryValue`. */
export function profitAt(direction: PositionDirection, lots: number, entryValue: number, ticks: number, unit: number): number {
  const value = valueAt(lots, ticks, unit);
  return direction === PositionDirection.long ? value - entryValue : entryValue - value;
}

/** Price at which a loss would use up `equity` (signed, at `markTicks`): rounded up for a long, down for a short; at least one tick for a long. */
export function worstClose(direction: PositionDirection, lots: number, markTicks: number, unit: number, equity: number): number {
  const reach = floorDivSigned(equity, lots * unit);
  return direction === PositionDirection.long ? Math.max(1, markTicks - reach) : Math.min(maxSafe, markTicks + reach);
}

/** Bankruptcy price of a segmented position: the price at which none of its margin is left. */
export function bankruptcyOf(direction: PositionDirection, lots: number, entryValue: number, margin: number, unit: number): number {
  const step = lots * unit;
  if (direction === PositionDirection.long) return Math.max(1, entryValue > margin ? ceilDiv(entryValue - margin, step) : 1);
  return Math.min(maxSafe, floorDiv(entryValue + margin, step));
}

/**
 * Mark price at which a position is liquidated because its equity is at most `maintenance`. `equity` is what backs it at `markTicks`: margin and profit or,
 * in full margin, the account's equity. One tick changes that by `lots` (in full margin net of the other side). 0 if no price liquidates it.
 */
export function liquidationPrice(
  direction: PositionDirection,
  lots: number,
  markTicks: number,
  unit: number,
  equity: number,
  maintenance: number,
): number {
  if (lots <= 0) return 0;
  const reach = -floorDivSigned(maintenance - equity, lots * unit);
  return direction === PositionDirection.long ? Math.max(0, markTicks - reach) : Math.min(maxSafe, Math.max(0, markTicks + reach));
}

/**
 * Worst price at which new lots start above their maintenance. A long bought above the mark loses the difference. A short sold below it loses the
 * difference and, because its price is lower, also has less margin; the factor leverage ÷ (leverage + 1) accounts for that.
 */
export function worstOpen(direction: PositionDirection, markTicks: number, unit: number, leverage: number, maintenancePpm: number): number {
  const spare = initialPerLot(markTicks, unit, leverage) - ceilShare(markTicks * unit, maintenancePpm);
  const reach = spare > 0 ? floorDiv(spare, unit) : 0;
  if (direction === PositionDirection.long) return Math.min(maxSafe, markTicks + reach);
  return Math.max(1, markTicks - floorDiv(reach * leverage, leverage + 1));
}

/** Maintenance ÷ equity in parts per million, rounded up; the largest number when nothing is left. */
export function marginRatio(maintenance: number, equity: number): number {
  if (maintenance === 0) return 0;
  if (equity <= 0) return maxSafe;
  return maintenance / equity > 1e9 ? maxSafe : mulDivCeil(maintenance, 1_000_000, equity);
}
