import {
  decimalAdd,
  decimalCompare,
  decimalDivide,
  decimalMultiply,
  decimalOrZero,
  decimalRound,
  decimalSign,
  decimalSubtract,
  divFloor,
  formatAmount,
  plotNumber,
  rescale,
  writeDecimal,
} from '@bourse/money';

/** Steps, lots and walks through the book, exact on decimal strings. */

export type Level = readonly [price: string, quantity: string];

export const isPositive = (text: string): boolean => /^[0-9]+(\.[0-9]+)?$/.test(text) && decimalSign(text) > 0;

/** The number of decimals in a step: 2 for 0.0100. */
export function stepDecimals(step: string): number {
  const dot = step.indexOf('.');
  return dot < 0 ? 0 : step.slice(dot + 1).replace(/0+$/, '').length;
}

/** An amount with its step's decimals, and more if it has more: what a button says is exactly what it sends. */
export const exactText = (value: string, step: string, locale: string): string =>
  formatAmount(value, { locale, decimals: Math.max(stepDecimals(step), stepDecimals(value)) });

/** Decimals that the figures of one sum share, so that they line up: every digit that matters, at least two. */
export const sharedDecimals = (...values: readonly string[]): number => Math.max(2, ...values.map(stepDecimals));

/** The greatest multiple of `step` not above `value`, with the step's decimals. */
export function floorToStep(value: string, step: string): string {
  return multiple(value, step, 0n);
}

/** The least multiple of `step` not below `value`. */
export function ceilToStep(value: string, step: string): string {
  return isMultiple(value, step) ? floorToStep(value, step) : multiple(value, step, 1n);
}

function multiple(value: string, step: string, extra: bigint): string {
  const of = decimalOrZero(step);
  if (of.units <= 0n) return value;
  const amount = decimalOrZero(value);
  const scale = Math.max(of.scale, amount.scale);
  const stepUnits = rescale(of, scale, 'trunc');
  const count = divFloor(rescale(amount, scale, 'trunc'), stepUnits) + extra;
  return decimalRound(writeDecimal(count * stepUnits, scale), stepDecimals(step), 'trunc');
}

export function isMultiple(value: string, step: string): boolean {
  const of = decimalOrZero(step);
  const amount = decimalOrZero(value);
  const scale = Math.max(of.scale, amount.scale);
  const stepUnits = rescale(of, scale, 'trunc');
  return stepUnits > 0n && rescale(amount, scale, 'trunc') % stepUnits === 0n;
}

/** One step up or down from a value, landing on the grid; never below one step. */
export function stepBy(value: string, step: string, count: 1 | -1): string {
  const onGrid = isMultiple(value, step);
  const from = onGrid ? value : count > 0 ? floorToStep(value, step) : ceilToStep(value, step);
  const next = count > 0 ? decimalAdd(from, step) : decimalSubtract(from, step);
  return decimalRound(decimalCompare(next, step) < 0 ? step : next, stepDecimals(step), 'trunc');
}

/** The fee on an amount received: rounded up at the asset's last digit, as the engine does per fill. */
export const feeOf = (received: string, rate: string, scale: number): string =>
  decimalRound(decimalMultiply(received, rate), scale, 'ceil');

/** A share of an amount, such as 25 %, truncated to a step. */
export const shareOf = (amount: string, percent: number, step: string): string =>
  floorToStep(decimalDivide(decimalMultiply(amount, String(percent)), '100', 18), step);

/** A part of `whole` in whole percent, 0 to 100: only for the slider's position. */
export function percentOf(part: string, whole: string): number {
  if (decimalSign(whole) <= 0 || decimalSign(part) <= 0) return 0;
  const percent = plotNumber(decimalDivide(decimalMultiply(part, '100'), whole, 0, 'half'));
  return Math.min(100, percent);
}

export interface Walk {
  quantity: string;
  amount: string;
  /** The worst price touched; null if the book is empty. */
  worst: string | null;
  /** Whether the visible book holds all of it. */
  complete: boolean;
}

/** The result of trading a quantity at once against these levels (best first). */
export function walkQuantity(levels: readonly Level[], quantity: string): Walk {
  let open = quantity;
  let amount = '0';
  let worst: string | null = null;
  for (const [price, there] of levels) {
    if (decimalSign(open) <= 0) break;
    const taken = decimalCompare(there, open) < 0 ? there : open;
    amount = decimalAdd(amount, decimalMultiply(taken, price));
    open = decimalSubtract(open, taken);
    worst = price;
  }
  return { quantity: decimalSubtract(quantity, open), amount, worst, complete: decimalSign(open) <= 0 };
}

/**
 * The quantity that an amount of quote currency buys or sells at once, in whole lots. A remainder smaller than the cost of a lot is not
 * spent.
 */
export function walkAmount(levels: readonly Level[], value: string, lot: string): Walk {
  let open = value;
  let quantity = '0';
  let amount = '0';
  let worst: string | null = null;
  for (const [price, there] of levels) {
    const affordable = floorToStep(decimalDivide(open, price, 18), lot);
    if (decimalSign(affordable) <= 0) return { quantity, amount, worst, complete: true };
    const enough = decimalCompare(affordable, there) <= 0;
    const taken = enough ? affordable : there;
    quantity = decimalAdd(quantity, taken);
    amount = decimalAdd(amount, decimalMultiply(taken, price));
    open = decimalSubtract(open, decimalMultiply(taken, price));
    worst = price;
    if (enough) return { quantity, amount, worst, complete: true };
  }
  return { quantity, amount, worst, complete: false };
}
