import { divCeil, divFloor } from '@bourse/money';
import { PositionDirection } from '@bourse/protocol/enums';
import type { ContractTier } from '../commands.ts';

/** The margin rules a second time, slow and obvious, in bigint. They are written from docs/leverage.md, not from the engine. */

export const million = 1_000_000n;
export const e8 = 100_000_000n;

export const min = (a: bigint, b: bigint) => (a < b ? a : b);
export const max = (a: bigint, b: bigint) => (a > b ? a : b);
export const sum = (values: Iterable<bigint>) => [...values].reduce((a, b) => a + b, 0n);

export interface Lots {
  direction: PositionDirection;
  lots: bigint;
  entry: bigint;
}

export const profitOf = ({ direction, lots, entry }: Lots, ticks: bigint, unit: bigint) =>
  direction === PositionDirection.long ? lots * ticks * unit - entry : entry - lots * ticks * unit;

/** Charges each part of the entry value at the rate of its own tier; the sum is rounded up. */
export function maintenanceOf(tiers: readonly ContractTier[], entry: bigint): bigint {
  let total = 0n;
  let from = 0n;
  for (const [n, tier] of tiers.entries()) {
    const until = n === tiers.length - 1 ? entry : min(entry, BigInt(tier.maxNotional));
    if (until > from) total += (until - from) * BigInt(tier.maintenancePpm);
    from = max(from, until);
  }
  return divCeil(total, million);
}

/** The smallest number of lots to close so that the entry value falls into the next tier down; all lots in the lowest tier. */
export function lotsToClose(tiers: readonly ContractTier[], { direction, lots, entry }: Lots): bigint {
  const bounds = tiers.map(({ maxNotional }) => BigInt(maxNotional)).filter((bound) => bound < entry);
  const target = bounds.at(-1);
  if (target === undefined) return lots;
  const left = (closed: bigint) =>
    entry - (direction === PositionDirection.long ? divCeil(entry * closed, lots) : divFloor(entry * closed, lots));
  let low = 0n;
  let high = lots;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (left(middle) <= target) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** The price at which `equity` at the mark would be used up: rounded up for a long, down for a short. */
export function usedUpAt({ direction, lots }: Lots, mark: bigint, unit: bigint, equity: bigint): bigint {
  return direction === PositionDirection.long
    ? max(1n, divCeil(mark * lots * unit - equity, lots * unit))
    : divFloor(mark * lots * unit + equity, lots * unit);
}

export const median = (values: readonly bigint[]) => [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[1]!;

export function markOf(index: bigint, basis: bigint, last: bigint, bandBps: bigint): bigint {
  const reach = (index * bandBps) / 10_000n;
  const near = (price: bigint) => max(max(1n, index - reach), min(index + reach, price));
  return median([index, near(index + basis), last === 0n ? index : near(last)]);
}

export const fundingRate = (premiumSum: bigint, samples: bigint, interest: bigint, cap: bigint) =>
  max(-cap, min(cap, (samples === 0n ? 0n : divFloor(premiumSum, samples)) + interest));
