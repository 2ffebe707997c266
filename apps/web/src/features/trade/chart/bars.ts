import { plotNumber } from '@bourse/money';
import type { Bar, Candle } from './candles.ts';

/** Computations of the chart panel: bars from candles, the text alternative, positions of tags. */

export const barOf = (candle: Candle): Bar => ({
  timestamp: candle.t,
  open: plotNumber(candle.o),
  high: plotNumber(candle.h),
  low: plotNumber(candle.l),
  close: plotNumber(candle.c),
  volume: plotNumber(candle.v),
});

/** Sorts by time and keeps the last bar of each time: the call sorts already, but pages can overlap. */
export function barsOf(candles: readonly Candle[]): Bar[] {
  const byTime = new Map(candles.map((candle) => [candle.t, candle]));
  return [...byTime.values()].sort((a, b) => a.t - b.t).map(barOf);
}

/** A run of candles in figures, for the chart's text alternative. */
export interface ChartSummary {
  from: number;
  to: number;
  first: string;
  last: string;
  high: string;
  highAt: number;
  low: string;
  lowAt: number;
  count: number;
}
export function summarise(candles: readonly Candle[]): ChartSummary | null {
  const first = candles[0];
  const last = candles.at(-1);
  if (!first || !last) return null;
  let high = first;
  let low = first;
  for (const candle of candles) {
    if (plotNumber(candle.h) > plotNumber(high.h)) high = candle;
    if (plotNumber(candle.l) < plotNumber(low.l)) low = candle;
  }
  return {
    from: first.t,
    to: last.t,
    first: first.o,
    last: last.c,
    high: high.h,
    highAt: high.t,
    low: low.l,
    lowAt: low.t,
    count: candles.length,
  };
}

/**
 * Places labels that name a height. Each goes to its own height, or at most its `reach` away. It is `null` where no room is left, because a
 * price at another height would be wrong. Earlier labels have priority; `taken` are occupied ranges.
 */
export function placeLabels(
  places: readonly number[],
  height: number,
  reaches: readonly number[],
  taken: readonly { from: number; to: number }[],
): (number | null)[] {
  const stands = [...taken];
  const half = height / 2;
  return places.map((place, index) => {
    const free = [place, ...stands.flatMap(({ from, to }) => [from - half, to + half])]
      .filter((at) => Math.abs(at - place) <= reaches[index]! && stands.every(({ from, to }) => at + half <= from || at - half >= to))
      .sort((a, b) => Math.abs(a - place) - Math.abs(b - place))[0];
    if (free !== undefined) stands.push({ from: free - half, to: free + half });
    return free ?? null;
  });
}
