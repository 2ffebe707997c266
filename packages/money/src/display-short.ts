import { type AmountFormat, formatAmount } from './display.ts';
import { decimalCompare, decimalDivide, decimalMultiply, decimalSign, decimalSubtract } from './display-decimal.ts';

const shortSteps = [
  { from: '1000000000', suffix: 'B' },
  { from: '1000000', suffix: 'M' },
  { from: '1000', suffix: 'K' },
] as const;

/** 1,240,000,000 → 1.24B, 612,400,000 → 612.4M, 1,500 → 1.50K; below a thousand two decimals. Cut, never rounded up. */
export function shortForm(text: string, locale = 'en'): string {
  const size = decimalSign(text) < 0 ? decimalSubtract('0', text) : text;
  const step = shortSteps.find(({ from }) => decimalCompare(size, from) >= 0);
  if (!step) return formatAmount(text, { locale, decimals: 2 });
  const value = decimalDivide(text, step.from, 6);
  const decimals = decimalCompare(decimalDivide(size, step.from, 6), '10') < 0 ? 2 : 1;
  return formatAmount(value, { locale, decimals }) + step.suffix;
}

/** A ratio such as 0.0123 as "1.23%". */
export function formatRatio(ratio: string, format: AmountFormat = {}): string {
  return `${formatAmount(decimalMultiply(ratio, '100'), { decimals: 2, ...format })}%`;
}
