import { decimalCompare, divFloor, formatUnits, trimZeros, unitsOf } from '@bourse/money';
import { isAmount } from '../../deals/amounts.ts';

/** How far the price may move against the customer, in basis points of what the quote says. */
export const tolerances = ['0', '10', '50', '100'] as const;
export type Tolerance = (typeof tolerances)[number];
export const defaultTolerance: Tolerance = '10';
const whole = 10_000n;

/** Basis points as percent: 50 → 0.5. */
export const percentOf = (bps: Tolerance): string => trimZeros(formatUnits(BigInt(bps), 2));

/** The least that the customer accepts: what the quote says less the tolerance, rounded down to the asset's scale. */
export const leastOf = (receive: string, bps: Tolerance, scale: number): string =>
  formatUnits(divFloor(unitsOf(receive, scale) * (whole - BigInt(bps)), whole), scale);

/** The first problem in the order of the form. `available` is unknown for a visitor and until the balances have arrived. */
export function swapProblem(amount: string, scale: number, available: string | undefined): 'amountProblem' | 'tooMuch' | undefined {
  if (!isAmount(amount, scale)) return 'amountProblem';
  return available !== undefined && decimalCompare(amount, available) > 0 ? 'tooMuch' : undefined;
}
