/** How amounts, prices and times are shown (product specification, sections 5 and 9). Decimal strings in, strings out: no value passes a float. */
import { decimalCompare, decimalOrZero, decimalSign, decimalSubtract, type Rounding, rescale, writeDecimal } from './display-decimal.ts';

/** Cut to exactly `decimals` places, never rounded: a screen may not show more than is there. */
export function truncateDecimals(text: string, decimals: number): string {
  return writeDecimal(rescale(decimalOrZero(text), decimals, 'trunc'), decimals);
}

/** Decimals of a price by its size: 5 below 1, 4 to 99, 3 to 999, 2 from 1000. */
export function priceDecimals(price: string): number {
  const value = decimalSign(price) < 0 ? decimalSubtract('0', price) : price;
  if (decimalCompare(value, '1') < 0) return 5;
  if (decimalCompare(value, '100') < 0) return 4;
  return decimalCompare(value, '1000') < 0 ? 3 : 2;
}

export type Separators = { group: string; decimal: string };

const formatters = new Map<string, Intl.NumberFormat>();
function formatter(
  locale: string,
  minimum: number,
  maximum: number,
  sign: 'negative' | 'exceptZero',
  grouping: boolean,
): Intl.NumberFormat {
  const key = `${locale}|${minimum}|${maximum}|${sign}|${grouping}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
    roundingMode: 'trunc',
    signDisplay: sign,
    useGrouping: grouping,
    numberingSystem: 'latn',
  });
  formatters.set(key, made);
  return made;
}

const knownSeparators = new Map<string, Separators>();
/** The grouping and decimal marks of a language. */
export function separatorsOf(locale: string): Separators {
  const known = knownSeparators.get(locale);
  if (known) return known;
  const parts = formatter(locale, 1, 1, 'negative', true).formatToParts(1234567.5);
  const made = {
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
  };
  knownSeparators.set(locale, made);
  return made;
}

export type AmountFormat = {
  locale?: string | undefined;
  /** Exactly this many decimals, cut unless `rounding` says otherwise. Without it: as many as the text has. */
  decimals?: number | undefined;
  rounding?: Rounding | undefined;
  /** `always` puts + before a gain. */
  sign?: 'auto' | 'always' | undefined;
  grouping?: boolean | undefined;
};

/** A decimal string for people: grouped, cut or rounded to `decimals`, with U+2212 for minus. Amounts of money: `formatMoney`. */
export function formatAmount(text: string, format: AmountFormat = {}): string {
  const read = decimalOrZero(text);
  const decimals = Math.min(format.decimals ?? read.scale, 20);
  // Round before formatting: Intl would drop digits past its own limit of the input's precision.
  const round = writeDecimal(rescale(read, decimals, format.rounding ?? 'trunc'), decimals) as Intl.StringNumericLiteral;
  const shown = formatter(
    format.locale ?? 'en',
    decimals,
    decimals,
    format.sign === 'always' ? 'exceptZero' : 'negative',
    format.grouping ?? true,
  ).format(round);
  // Some languages wrap the sign in direction marks; the figure is isolated by the page instead.
  return shown.replace(/[\u200e\u200f\u061c]/g, '').replace('-', '\u2212');
}

/** A price with the decimals its size asks for, or those of its instrument. */
export const formatPrice = (price: string, locale = 'en', decimals?: number): string =>
  formatAmount(price, { locale, decimals: decimals ?? priceDecimals(price) });

/** A currency's sign next to an amount; position 1 puts it after the amount. */
export const withCurrencySign = (shown: string, sign: string, position: number): string =>
  position === 1 ? `${shown} ${sign}`.trim() : `${sign}${shown}`;

/** A drawing coordinate. Pictures may use floats; nothing that is added up or shown as a figure may. */
export const plotNumber = (text: string): number => {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
};
