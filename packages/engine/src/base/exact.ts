/**
 * Exact integers without bigint. A safe integer is at most 2^53 − 1. A balance is two limbs, high × 2^53 + low with 0 ≤ low < 2^53, so sums stay exact far
 * beyond the safe range while hot paths use plain numbers only.
 */
export const limb = 2 ** 53;
export const maxSafe = Number.MAX_SAFE_INTEGER;
const limbBig = 1n << 53n;

/** Amounts of one command, and the sum of all that was ever let in, are below this (about 10^24 minor units). High limbs therefore stay 32-bit integers. */
export const maxAmount = 1n << 80n;

export const highOf = (value: bigint) => Number(value >> 53n);
export const lowOf = (value: bigint) => Number(value & (limbBig - 1n));
export const toBig = (high: number, low: number) => (high === 0 ? BigInt(low) : BigInt(high) * limbBig + BigInt(low));

/** Largest integer not above a ÷ b, for safe a ≥ 0 and b > 0. The division may round up to the next integer; the remainder shows whether it did. */
export function floorDiv(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  return quotient * b > a ? quotient - 1 : quotient;
}

/** a × b ÷ c rounded down, for safe a ≥ 0 and 0 ≤ b, c ≤ 2^26; clamped to the safe range. */
export function floorMulDiv(a: number, b: number, c: number): number {
  const whole = floorDiv(a, c);
  const rest = a - whole * c;
  return Math.min(maxSafe, whole * b + floorDiv(rest * b, c));
}

/** a × b ÷ c rounded down, for safe integers a, b ≥ 0 and c > 0 whose result is safe too. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= maxSafe) return floorDiv(product, c);
  const whole = floorDiv(a, c);
  const rest = (a - whole * c) * b;
  return rest <= maxSafe ? whole * b + floorDiv(rest, c) : Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** a × b ÷ c rounded up, for safe integers a, b ≥ 0 and c > 0 whose result is safe too. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= maxSafe) return ceilDiv(product, c);
  const whole = floorDiv(a, c);
  const rest = (a - whole * c) * b;
  if (rest <= maxSafe) return whole * b + ceilDiv(rest, c);
  return Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));
}

/** Smallest integer not below a ÷ b, for safe a ≥ 0 and b > 0. */
export function ceilDiv(a: number, b: number): number {
  const quotient = floorDiv(a, b);
  return quotient * b === a ? quotient : quotient + 1;
}

/** a ÷ b rounded towards minus infinity, for safe a of either sign and b > 0. */
export const floorDivSigned = (a: number, b: number) => (a >= 0 ? floorDiv(a, b) : -ceilDiv(-a, b));

/** A fee: amount × ppm ÷ 1,000,000 rounded up, for a safe amount ≥ 0 and ppm ≤ 1,000,000. Computed in parts so that no product leaves the safe range. */
export function ceilShare(amount: number, ppm: number): number {
  if (ppm === 0) return 0;
  let whole = Math.floor(amount / 1e6);
  let rest = amount - whole * 1e6;
  if (rest < 0) {
    whole -= 1;
    rest += 1e6;
  }
  return whole * ppm + Math.ceil((rest * ppm) / 1e6);
}

export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export const isPositive = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
/** Ids of accounts, assets and instruments. */
export const isId = (value: unknown): value is number => isPositive(value) && value <= 0x7fff_ffff;

export const ceilDivBig = (a: bigint, b: bigint) => (a + b - 1n) / b;
export const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
export const larger = (a: bigint, b: bigint) => (a > b ? a : b);
