import { decimalCompare, decimalSign, decimalSubtract, trimZeros } from '@bourse/money';

/** Drops trailing zeros but keeps two decimals. Files and calls keep them all. */
export function neat(value: string): number {
  const trimmed = trimZeros(value);
  const dot = trimmed.indexOf('.');
  return Math.max(2, dot < 0 ? 0 : trimmed.length - dot - 1);
}

/** Decimals for a list, where figures line up and a tap shows the full amount: two for amounts of 1 or more. */
export function brief(value: string): number {
  const size = decimalSign(value) < 0 ? decimalSubtract('0', value) : value;
  return decimalCompare(size, '1') < 0 ? neat(value) : 2;
}
