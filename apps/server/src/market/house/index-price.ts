import { staleMs } from '../board.ts';

export interface SourcePrice {
  priceTicks: number;
  /** Time of the source's newest tick, 0 before the first. */
  time: number;
}

/**
 * The index of an instrument: the median of its fresh sources (with an even number, the mean of the middle two, rounded down), with the time of the
 * newest. Undefined while none is fresh. Then nothing is sent, and the engine's copy becomes stale by itself.
 */
export function indexPrice(sources: readonly SourcePrice[], now: number): SourcePrice | undefined {
  const fresh = sources.filter(({ priceTicks, time }) => priceTicks > 0 && time > 0 && Math.abs(now - time) <= staleMs);
  if (fresh.length === 0) return undefined;
  const prices = fresh.map(({ priceTicks }) => priceTicks).sort((a, b) => a - b);
  const middle = prices.length >> 1;
  const priceTicks = prices.length % 2 === 1 ? prices[middle]! : Math.floor((prices[middle - 1]! + prices[middle]!) / 2);
  return { priceTicks, time: Math.max(...fresh.map(({ time }) => time)) };
}
