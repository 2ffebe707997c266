import { floorMulDiv, maxSafe } from '../base/exact.ts';

/** The band extends reference × bps ÷ 10,000 ticks, rounded down, to either side, and never goes below one tick. */
const reach = (priceTicks: number, bandBps: number) => floorMulDiv(priceTicks, bandBps, 10_000);
export const bandLow = (priceTicks: number, bandBps: number) => Math.max(1, priceTicks - reach(priceTicks, bandBps));
export const bandHigh = (priceTicks: number, bandBps: number) => Math.min(maxSafe, priceTicks + reach(priceTicks, bandBps));
