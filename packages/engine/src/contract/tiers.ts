import { ceilDiv, floorDiv } from '../base/exact.ts';
import type { ContractTier } from '../commands.ts';

/** The arithmetic of a contract's tiers: pure functions of numbers, shared by the engine and its receipts. */

/** Charges each part of the entry value at its own tier's rate; the sum is rounded up. Value beyond the last tier counts at that tier's rate. */
export function maintenanceOf(tiers: readonly ContractTier[], entryValue: number): number {
  let whole = 0;
  let rest = 0;
  let from = 0;
  for (let at = 0; at < tiers.length && from < entryValue; at++) {
    const { maxNotional, maintenancePpm } = tiers[at]!;
    const until = at === tiers.length - 1 ? entryValue : Math.min(entryValue, maxNotional);
    const part = until - from;
    const millions = floorDiv(part, 1_000_000);
    whole += millions * maintenancePpm;
    rest += (part - millions * 1_000_000) * maintenancePpm;
    from = until;
  }
  return whole + ceilDiv(rest, 1_000_000);
}

/** Index of the tier that contains an entry value; the number of tiers if it is beyond the last. */
export function tierOf(tiers: readonly ContractTier[], entryValue: number): number {
  let at = 0;
  while (at < tiers.length && entryValue > tiers[at]!.maxNotional) at += 1;
  return at;
}

/** How many lots to close so that the position falls into the next tier down; all of them in the lowest tier. */
export function lotsToClose(tiers: readonly ContractTier[], lots: number, entryValue: number, long: boolean): number {
  const tier = Math.min(tierOf(tiers, entryValue), tiers.length - 1);
  const beyond = tier === tiers.length - 1 && entryValue > tiers[tier]!.maxNotional;
  if (tier === 0 && !beyond) return lots;
  const target = BigInt(tiers[beyond ? tier : tier - 1]!.maxNotional);
  // The remaining entry value is entry × kept ÷ lots, rounded down for a long and up for a short. Find the most lots to keep whose value fits.
  const entry = BigInt(entryValue);
  const all = BigInt(lots);
  const kept = long ? ((target + 1n) * all - 1n) / entry : (target * all) / entry;
  return lots - Number(kept);
}
