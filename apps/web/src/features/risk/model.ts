import { decimalCompare, decimalDivide, decimalMultiply, decimalSign, plotNumber } from '@bourse/money';

export type Bar = { x: number; width: number; y: number; height: number; side: 'up' | 'down' | 'none' };

/**
 * Funding rates as bars around a zero line, oldest first, in a box of the given size. The largest rate, positive or negative, reaches the
 * edge.
 */
export function rateBars(rates: readonly string[], width: number, height: number): { bars: Bar[]; zero: number } {
  const values = rates.map(plotNumber);
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const span = high - low || 1;
  const zero = high === 0 && low === 0 ? height / 2 : (high / span) * height;
  const slot = width / Math.max(1, rates.length);
  const bars = values.map((value, index) => {
    const size = (Math.abs(value) / span) * height;
    return {
      x: index * slot + slot * 0.15,
      width: slot * 0.7,
      y: value >= 0 ? zero - size : zero,
      height: Math.max(1, size),
      side: value > 0 ? ('up' as const) : value < 0 ? ('down' as const) : ('none' as const),
    };
  });
  return { bars, zero };
}

/** A part of a whole in percent, two decimals, truncated; '0' if the whole is 0. */
export const percentOf = (part: string, whole: string): string =>
  decimalSign(whole) > 0 ? decimalDivide(decimalMultiply(part, '100'), whole, 2) : '0';

/** The break-even win rate in percent of a timed contract with this payout: 100 ÷ (100 + payout). */
export const evenAt = (payoutRate: string): string =>
  decimalCompare(payoutRate, '0') > 0 ? decimalDivide('10000', `${addHundred(payoutRate)}`, 2) : '100';
const addHundred = (rate: string): string => {
  const [whole = '0', fraction = ''] = rate.split('.');
  return `${BigInt(whole) + 100n}${fraction ? `.${fraction}` : ''}`;
};
