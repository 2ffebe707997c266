import { decimalCompare, decimalSubtract, divFloor, formatUnits, truncateDecimals, unitsOf } from '@bourse/money';
import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import { isAmount } from '../../deals/amounts.ts';

export const dayMs = 86_400_000;
export const wealthWallet = 5;
const million = 1_000_000n;

/** Percent as parts per million. */
const ppmOf = (percent: string): bigint => unitsOf(truncateDecimals(percent, 4), 4);

type Earning = { amount: string; rate: string; days: number; part?: string };

/** Interest as the exchange computes it: `part` percent of what so many days bring, divided once and rounded down. */
export const interestOf = ({ amount, rate, days, part = '100' }: Earning, scale: number): string =>
  formatUnits(divFloor(unitsOf(amount, scale) * ppmOf(rate) * BigInt(days) * ppmOf(part), million * 365n * million), scale);

/** 00:00 UTC of the first day that money of this moment earns. */
export const firstDayOf = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs;

/** What early redemption pays of the interest so far, and what is given up. */
export function earlyOf({ principal, rate, days, earlyPart, firstDay }: EarnHolding, scale: number, now: number) {
  const passed = Math.min(days, Math.max(0, Math.floor((now - firstDay) / dayMs)));
  const soFar = interestOf({ amount: principal, rate, days: passed }, scale);
  const paid = interestOf({ amount: principal, rate, days: passed, part: earlyPart }, scale);
  return { soFar, paid, lost: decimalSubtract(soFar, paid) };
}

const lesser = (a: string, b: string) => (decimalCompare(a, b) < 0 ? a : b);
/** The most that one may subscribe now. */
export const mostOf = ({ max, left }: EarnProduct): string => lesser(max, left);
export const hasRoom = ({ min, left }: EarnProduct): boolean => decimalCompare(left, min) >= 0;

/** Money of today earns from tomorrow, so the rate of a flexible product is that of tomorrow. */
export const rateOf = ({ days, rate, nextRate }: EarnProduct): string => (days === 0 ? nextRate : rate);

/** The first problem in the order of the form. `available` is unknown for a visitor and until the balances have arrived. */
export function amountProblem(
  product: EarnProduct,
  amount: string,
  scale: number,
  available: string | undefined,
): 'amountProblem' | 'tooSmall' | 'tooLarge' | 'tooMuch' | undefined {
  if (!isAmount(amount, scale)) return 'amountProblem';
  if (decimalCompare(amount, product.min) < 0) return 'tooSmall';
  if (decimalCompare(amount, mostOf(product)) > 0) return 'tooLarge';
  return available !== undefined && decimalCompare(amount, available) > 0 ? 'tooMuch' : undefined;
}
