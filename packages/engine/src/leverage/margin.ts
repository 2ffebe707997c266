import { PositionDirection } from '@bourse/protocol/enums';
import { ceilDiv, ceilShare, floorDiv, floorDivSigned, maxSafe, mulDivCeil } from '../base/exact.ts';

/**
 * The arithmetic of positions: pure functions of numbers, so that receipts, previews and the engine cannot differ. Prices in ticks, quantities
 * in lots, `unit` in quote units of one lot at one tick, everything else in quote units.
 */

/** Entry values stay below this, so that a value at eight times its entry price is still a safe integer. */
export const maxEntryValue = 2 ** 50;

/** lots × ticks × unit; what leaves the safe range, which no position within its tiers reaches before its liquidation, counts as the largest. */
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

/** Price at which `equity` (signed, at `markTicks`) would be used up by `lots`: a long's rounded up, a short's down; never below one tick for a long. */
export function worstClose(direction: PositionDirection, lots: number, markTicks: number, unit: number, equity: number): number {
  const reach = floorDivSigned(equity, lots * unit);
  return direction === PositionDirection.long ? Math.max(1, markTicks - reach) : Math.min(maxSafe, markTicks + reach);
}

/** Bankruptcy price of a segmented position: at it nothing of its margin is left. */
export function bankruptcyOf(direction: PositionDirection, lots: number, entryValue: number, margin: number, unit: number): number {
  const step = lots * unit;
  if (direction === PositionDirection.long) return Math.max(1, entryValue > margin ? ceilDiv(entryValue - margin, step) : 1);
  return Math.min(maxSafe, floorDiv(entryValue + margin, step));
}

/**
 * Mark price at which a position is liquidated: its equity there is no more than `maintenance`. `equity` is what backs it at `markTicks` (margin and profit; in
 * full margin the account's). A tick moves that by `lots` (in full margin net of the other side). 0: no price liquidates it.
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
 * Worst price at which new lots stand above their maintenance at once. A long bought above the mark loses the difference; a short sold below it
 * loses the difference and has, from the lower price, less margin too, which the factor leverage ÷ (leverage + 1) makes good.
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
