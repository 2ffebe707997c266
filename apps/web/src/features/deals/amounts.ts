import { parseUnits, trimZeros, truncateDecimals } from '@bourse/money';

/** Whether a text is an amount above zero of an asset with this scale. */
export function isAmount(amount: string, scale: number): boolean {
  const parsed = parseUnits(amount, scale);
  return parsed.ok && parsed.units > 0n;
}

/** An amount as it would be typed: cut to the scale, without trailing zeros. Nothing is an empty field. */
export function typedAmount(amount: string, scale: number): string {
  const text = trimZeros(truncateDecimals(amount, scale));
  return text === '0' ? '' : text;
}
