import { ceilDiv, floorDiv, maxSafe, mulDivCeil, mulDivFloor } from '../base/exact.ts';

/**
 * The arithmetic of stocks as pure functions, shared by the engine, the previews and the receipts so that their figures agree. Prices are in ticks,
 * quantities in lots, `unit` is the quote units of one lot at one tick, and every other amount is in quote units.
 */

/**
 * A position, in quote units. A long's `loan` is its debt to the pool. A short's `loan` is the value of the borrowed shares when it sold them, which is
 * what it received.
 */
export interface Holding {
  long: boolean;
  lots: number;
  entry: number;
  margin: number;
  loan: number;
}

/** What closing part of a holding settles, in quote units. */
export interface Closing {
  closedEntry: number;
  /** The part of a long's loan that the sale repays. */
  repaid: number;
  /** Margin released with the closed lots. */
  released: number;
  /** Signed, before fees. */
  profit: number;
  /** `left` goes to the customer before fees; `missing` must be paid by somebody else. Neither is negative. */
  left: number;
  missing: number;
}

/** What the customer pays for one lot: its whole value at leverage 1, else value ÷ leverage rounded up. */
export const ownPerLot = (ticks: number, unit: number, leverage: number) => ceilDiv(ticks * unit, leverage);

/** A day's price limits around the last close, rounded inward. Both are 0 when the stock has no limits. */
export function dayLimits(lastClose: number, limitBps: number): { low: number; high: number } {
  if (limitBps === 0 || lastClose === 0) return { low: 0, high: 0 };
  return {
    low: Math.max(1, mulDivCeil(lastClose, Math.max(0, 10_000 - limitBps), 10_000)),
    high: Math.max(1, mulDivFloor(lastClose, 10_000 + limitBps, 10_000)),
  };
}

/** The part of an amount that `n` of `lots` account for. A loan and a long's cost are rounded up; margin and a short's proceeds are rounded down. */
const shareUp = (amount: number, n: number, lots: number) => (n === lots ? amount : mulDivCeil(amount, n, lots));
const shareDown = (amount: number, n: number, lots: number) => (n === lots ? amount : mulDivFloor(amount, n, lots));

/** Closes `n` of a holding's lots (or `n` of `of` parts of it) at a value. */
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

/** The holding that remains. */
export const after = (holding: Holding, n: number, closing: Closing): Holding => ({
  long: holding.long,
  lots: holding.lots - n,
  entry: holding.entry - closing.closedEntry,
  margin: holding.margin - closing.released,
  loan: holding.loan - closing.repaid,
});

const million = 1_000_000;

/** The highest price at which a margined long's equity is at or below its maintenance; 0 if there is none. */
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
