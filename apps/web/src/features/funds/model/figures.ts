import { trimZeros } from '@bourse/money';

/** Decimals worth reading: trailing zeros go, two stay. Files and calls keep them all. */
export function neat(value: string): number {
  const trimmed = trimZeros(value);
  const dot = trimmed.indexOf('.');
  return Math.max(2, dot < 0 ? 0 : trimmed.length - dot - 1);
}
