/**
 * Arithmetic on decimal strings for screens: previews, totals of what is shown, steps of an input. The ledger never uses it; it is exact all the
 * same, because a preview that differs from the receipt by a cent is a lie.
 */

export type Decimal = { readonly units: bigint; readonly scale: number };

const signedPattern = /^[+\-\u2212]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const exponentPattern = /^([+-]?)([0-9]+)(?:\.([0-9]*))?e([+-]?[0-9]{1,3})$/i;

/** A decimal string as units and scale; undefined when it is not a number. Accepts a leading sign (also U+2212) and the exponent form of 1e-7. */
export function readDecimal(text: string): Decimal | undefined {
  const trimmed = text.trim();
  const exponent = exponentPattern.exec(trimmed);
  if (exponent) {
    const fraction = exponent[3] ?? '';
    const units = BigInt(`${exponent[1] === '-' ? '-' : ''}${exponent[2]}${fraction}`);
    const scale = fraction.length - Number(exponent[4]);
    return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
  }
  if (!signedPattern.test(trimmed)) return undefined;
  const negative = trimmed.startsWith('-') || trimmed.startsWith('\u2212');
  const digits = trimmed.replace(/^[+\-\u2212]/, '');
  const dot = digits.indexOf('.');
  const whole = dot < 0 ? digits : digits.slice(0, dot);
  const fraction = dot < 0 ? '' : digits.slice(dot + 1);
  const units = BigInt(whole + fraction || '0');
  return { units: negative ? -units : units, scale: fraction.length };
}

const zero: Decimal = { units: 0n, scale: 0 };
/** As `readDecimal`, with 0 for what is not a number. */
export const decimalOrZero = (text: string): Decimal => readDecimal(text) ?? zero;

const scaled = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale);

export type Rounding = 'trunc' | 'ceil' | 'half' | 'holding';

/** Units at a new scale. `half` rounds half away from zero, `ceil` towards +∞, `holding` as `half`, but nothing positive becomes zero. */
export function rescale(value: Decimal, scale: number, rounding: Rounding): bigint {
  if (scale >= value.scale) return scaled(value, scale);
  const divisor = 10n ** BigInt(value.scale - scale);
  const quotient = value.units / divisor;
  const rest = value.units % divisor;
  if (rest === 0n || rounding === 'trunc') return quotient;
  if (rounding === 'ceil') return rest > 0n ? quotient + 1n : quotient;
  if (rounding === 'holding' && quotient === 0n && rest > 0n) return 1n;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice < divisor) return quotient;
  return rest < 0n ? quotient - 1n : quotient + 1n;
}

/** Exactly `scale` decimals. A rounded zero has no sign. */
export function writeDecimal(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Without trailing zeros: 1.500 → 1.5, 2.000 → 2. */
export function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function decimalAdd(a: string, b: string): string {
  const left = decimalOrZero(a);
  const right = decimalOrZero(b);
  const scale = Math.max(left.scale, right.scale);
  return writeDecimal(scaled(left, scale) + scaled(right, scale), scale);
}

export function decimalSubtract(a: string, b: string): string {
  const left = decimalOrZero(a);
  const right = decimalOrZero(b);
  const scale = Math.max(left.scale, right.scale);
  return writeDecimal(scaled(left, scale) - scaled(right, scale), scale);
}

export function decimalMultiply(a: string, b: string): string {
  const left = decimalOrZero(a);
  const right = decimalOrZero(b);
  return writeDecimal(left.units * right.units, left.scale + right.scale);
}

/** a ÷ b at `scale` decimals; 0 when b is 0, because a screen shows an empty result, never an exception. */
export function decimalDivide(a: string, b: string, scale: number, rounding: Rounding = 'trunc'): string {
  const left = decimalOrZero(a);
  const right = decimalOrZero(b);
  if (right.units === 0n) return writeDecimal(0n, scale);
  // Four guard digits carry the rounding; a sticky digit keeps "exactly half" honest.
  const guard = scale + 4;
  const numerator = left.units * 10n ** BigInt(guard + right.scale);
  const denominator = right.units * 10n ** BigInt(left.scale);
  const quotient = numerator / denominator;
  const sticky = numerator % denominator === 0n ? 0n : numerator < 0n === denominator < 0n ? 1n : -1n;
  return writeDecimal(rescale({ units: quotient * 10n + sticky, scale: guard + 1 }, scale, rounding), scale);
}

export function decimalCompare(a: string, b: string): -1 | 0 | 1 {
  const left = decimalOrZero(a);
  const right = decimalOrZero(b);
  const scale = Math.max(left.scale, right.scale);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export const decimalSign = (text: string): -1 | 0 | 1 => decimalCompare(text, '0');
export const decimalNegate = (text: string): string => decimalSubtract('0', text);
export const decimalSum = (texts: readonly string[]): string => texts.reduce(decimalAdd, '0');

export function decimalRound(text: string, scale: number, rounding: Rounding = 'half'): string {
  return writeDecimal(rescale(decimalOrZero(text), scale, rounding), scale);
}
