import { decimalCompare, decimalSign, decimalSubtract, trimZeros } from '@bourse/money';

/** Decimals worth reading: trailing zeros go, two stay. Files and calls keep them all. */
export function neat(value: string): number {
  const trimmed = trimZeros(value);
  const dot = trimmed.indexOf('.');
  return Math.max(2, dot < 0 ? 0 : trimmed.length - dot - 1);
}

/** Decimals of a list, where figures stand under one another and the whole is a tap away: two from 1 on. */
export function brief(value: string): number {
  const size = decimalSign(value) < 0 ? decimalSubtract('0', value) : value;
  return decimalCompare(size, '1') < 0 ? neat(value) : 2;
}
