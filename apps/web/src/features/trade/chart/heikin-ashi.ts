import type { Bar } from './candles.ts';

/** The open, high, low and close that Heikin-Ashi draws in place of each bar's own. */
export interface HeikinAshiBar {
  open: number;
  high: number;
  low: number;
  close: number;
}

/**
 * Heikin-Ashi candles: the close is the mean of a bar's four prices, the open the middle of the candle before. The first candle has none before it, so it
 * opens in the middle of its own open and close.
 */
export function heikinAshi(bars: readonly Omit<Bar, 'timestamp' | 'volume'>[]): HeikinAshiBar[] {
  let before: HeikinAshiBar | undefined;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2;
    before = { open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
    return before;
  });
}
