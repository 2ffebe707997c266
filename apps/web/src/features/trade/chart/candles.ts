import { Interval } from '@bourse/protocol/enums';

/** Converts the call's candles (decimal strings) to the chart's bars (floats, for drawing only). */

export interface Candle {
  t: number;
  o: string;
  h: string;
  l: string;
  c: string;
  v: string;
}
export interface Bar {
  timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** The intervals in the order offered. */
export const intervals: readonly Interval[] = [
  Interval.m1,
  Interval.m5,
  Interval.m15,
  Interval.m30,
  Interval.h1,
  Interval.h2,
  Interval.h4,
  Interval.d1,
  Interval.w1,
  Interval.mo1,
];
/** Interval names as traders write them, the same in every language. */
export const intervalNames: Record<Interval, string> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '2H': '2h',
  '4H': '4h',
  '1D': '1D',
  '1W': '1W',
  '1M': '1M',
};
