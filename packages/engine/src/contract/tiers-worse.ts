interface Tier {
  readonly maxNotional: number;
  readonly maxLeverage: number;
  readonly maintenancePpm: number;
}

/** The tier of an entry value; undefined above the last one. */
const tierAt = (tiers: readonly Tier[], notional: number) => tiers.find(({ maxNotional }) => notional <= maxNotional);

/**
 * Whether a position of any size may have less leverage, needs more maintenance, or may no longer be held at all. Between two limits of either table
 * nothing changes, so each of these limits stands for the sizes up to it. Maintenance is a sum over tiers; that no part of it rises is enough.
 */
export function tiersWorse(before: readonly Tier[], after: readonly Tier[]): boolean {
  return [...before, ...after].some(({ maxNotional }) => {
    const old = tierAt(before, maxNotional);
    if (old === undefined) return false;
    const next = tierAt(after, maxNotional);
    return next === undefined || next.maxLeverage < old.maxLeverage || next.maintenancePpm > old.maintenancePpm;
  });
}
