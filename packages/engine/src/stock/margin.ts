import { ceilDiv, floorDiv, maxSafe, mulDivCeil, mulDivFloor } from '../base/exact.ts';

/**
 * The arithmetic of stocks: pure functions of numbers, so that receipts, previews and the engine cannot differ. Prices in ticks, quantities in lots,
 * `unit` in quote units of one lot at one tick, everything else in quote units.
 */

/** A position, quote units: a long's `loan` is what it owes the pool, a short's what the borrowed shares were worth, which is what it got for them. */
export interface Holding {
  long: boolean;
  lots: number;
  entry: number;
  margin: number;
  loan: number;
}

/** What closing some lots of it settles, quote units. */
export interface Closing {
  closedEntry: number;
  /** A long's part of the loan, which the sale repays. */
  repaid: number;
  /** Margin that comes free with the lots. */
  released: number;
  /** Signed, before fees. */
  profit: number;
  /** What is left for the customer before fees, and what somebody else must pay: neither is below zero. */
  left: number;
  missing: number;
}

/** What the customer puts up for one lot: all of it at leverage 1, the value ÷ leverage rounded up above. */
export const ownPerLot = (ticks: number, unit: number, leverage: number) => ceilDiv(ticks * unit, leverage);

/** Limits of a day around the last close, rounded inward; 0 where nothing limits. */
export function dayLimits(lastClose: number, limitBps: number): { low: number; high: number } {
  if (limitBps === 0 || lastClose === 0) return { low: 0, high: 0 };
  return {
    low: Math.max(1, mulDivCeil(lastClose, Math.max(0, 10_000 - limitBps), 10_000)),
    high: Math.max(1, mulDivFloor(lastClose, 10_000 + limitBps, 10_000)),
  };
}

/** Parts of a position that `n` of its `lots` stand for: of a loan and of what a long cost rounded up, of a margin and of what a short got down. */
const shareUp = (amount: number, n: number, lots: number) => (n === lots ? amount : mulDivCeil(amount, n, lots));
const shareDown = (amount: number, n: number, lots: number) => (n === lots ? amount : mulDivFloor(amount, n, lots));

/** n of a holding's lots (or n of `of` parts of it) closed at a value. */
export function closingOf({ long, lots, entry, margin, loan }: Holding, n: number, value: number, of = lots): Closing {
  if (long) {
    const closedEntry = shareUp(entry, n, of);
    const repaid = shareUp(loan, n, of);
    return {
      closedEntry,
      repaid,
      released: n === of ? margin : Math.min(margin, closedEntry - repaid),
      profit: value - closedEntry,
      left: Math.max(0, value - repaid),
      missing: Math.max(0, repaid - value),
    };
  }
  const closedEntry = shareDown(entry, n, of);
  const released = Math.max(shareDown(margin, n, of), Math.min(margin, value - closedEntry));
  const held = closedEntry + released;
  return {
    closedEntry,
    repaid: closedEntry,
    released,
    profit: closedEntry - value,
    left: Math.max(0, held - value),
    missing: Math.max(0, value - held),
  };
}

/** The holding after that. */
export const after = (holding: Holding, n: number, closing: Closing): Holding => ({
  long: holding.long,
  lots: holding.lots - n,
  entry: holding.entry - closing.closedEntry,
  margin: holding.margin - closing.released,
  loan: holding.loan - closing.repaid,
});

const million = 1_000_000;

/** The highest price at which a margined long's equity is at or below its maintenance; 0 when none is. */
export function watchLong(loan: number, lots: number, unit: number, maintenancePpm: number): number {
  // value − ⌈value × m⌉ ≤ loan holds exactly while value × (1 − m) < loan + 1.
  const value = mulDivCeil(loan + 1, million, million - maintenancePpm) - 1;
  return floorDiv(value, lots * unit);
}

/** The lowest price at which a short's equity is at or below its maintenance. */
export function watchShort(proceeds: number, margin: number, lots: number, unit: number, maintenancePpm: number): number {
  // value + ⌈value × m⌉ ≥ proceeds + margin holds exactly while value × (1 + m) > proceeds + margin − 1.
  const value = mulDivFloor(proceeds + margin - 1, million, million + maintenancePpm) + 1;
  return Math.max(1, Math.min(maxSafe, ceilDiv(value, lots * unit)));
}
