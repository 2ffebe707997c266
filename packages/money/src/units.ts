/** Amounts: bigint minor units inside, plain decimal strings on the wire. */

const decimalPattern = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,18})?$/;

export type ParsedUnits = { ok: true; units: bigint } | { ok: false; problem: 'malformed' | 'scale' };

/**
 * A decimal string as minor units. Only ASCII digits and one dot; no sign, exponent, spaces or separators; at most 30 digits before the dot. More
 * decimals than `scale` are a problem and never rounded, even trailing zeros: the customer means what they typed.
 */
export function parseUnits(text: string, scale: number): ParsedUnits {
  if (!decimalPattern.test(text)) return { ok: false, problem: 'malformed' };
  const dot = text.indexOf('.');
  const whole = dot < 0 ? text : text.slice(0, dot);
  const fraction = dot < 0 ? '' : text.slice(dot + 1);
  if (fraction.length > scale) return { ok: false, problem: 'scale' };
  return { ok: true, units: BigInt(whole + fraction.padEnd(scale, '0')) };
}

/** `parseUnits` for text that was validated before; throws a RangeError otherwise. */
export function unitsOf(text: string, scale: number): bigint {
  const parsed = parseUnits(text, scale);
  if (!parsed.ok) throw new RangeError(`not an amount with at most ${scale} decimals: ${text}`);
  return parsed.units;
}

/** Minor units as a decimal string with exactly `scale` decimals; a minus sign only for negative amounts. */
export function formatUnits(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Greatest integer not above a ÷ b. */
export function divFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** Least integer not below a ÷ b. */
export function divCeil(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n === b < 0n ? quotient + 1n : quotient;
}

/** a ÷ b where b divides a; throws a RangeError otherwise. */
export function divExact(a: bigint, b: bigint): bigint {
  if (a % b !== 0n) throw new RangeError(`${a} is not a multiple of ${b}`);
  return a / b;
}
