import type { BaseCandle } from '../feeds/port.ts';
import type { SplitRatio } from '../guard.ts';

/** A candle of old shares in new ones; prices are rounded down. Its turnover stays. */
export function inNewShares<Of extends BaseCandle>(candle: Of, { numerator, denominator }: SplitRatio): Of {
  const price = (ticks: number) => Math.max(1, Math.floor((ticks * denominator) / numerator));
  const { o, h, l, c, v } = candle;
  const lots = Math.min(Number.MAX_SAFE_INTEGER, Math.floor((v * numerator) / denominator));
  return { ...candle, o: price(o), h: price(h), l: price(l), c: price(c), v: lots };
}

/** The splits after `from` and not after `to`, oldest first. */
export type SplitsBetween = (from: number, to: number) => readonly SplitRatio[];
export const noSplits: SplitsBetween = () => [];
