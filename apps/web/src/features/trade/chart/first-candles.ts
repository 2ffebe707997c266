import type { Interval } from '@bourse/protocol/enums';
import { requestEarly } from '../early.ts';

const pageCandles = 500;
/** An older answer would miss candles. */
const freshMs = 10_000;

const read = (symbol: string, interval: Interval, before?: number) =>
  requestEarly(
    'GET exchange/candlestick/stock-data',
    { symbol, interval, limit: pageCandles, ...(before === undefined ? {} : { to: before }) },
    { noMsg: true },
  );

/** The newest candles, sent for before the chart is there to show them. */
let early: { key: string; at: number; answer: ReturnType<typeof read> } | undefined;

export function sendForCandles(symbol: string, interval: Interval): void {
  const answer = read(symbol, interval);
  // Whoever takes it hears of a failure; nobody else needs to.
  answer.catch(() => {});
  early = { key: `${symbol} ${interval}`, at: performance.now(), answer };
}

/** A page of candles, and whether there may be older ones. */
export async function candlePage(symbol: string, interval: Interval, before: number | undefined) {
  const known = early;
  early = undefined;
  const waiting = before === undefined && known?.key === `${symbol} ${interval}` && performance.now() - known.at < freshMs;
  const { candles } = await (waiting ? known.answer : read(symbol, interval, before));
  // A page can repeat the candle that it was to end before.
  const page = before === undefined ? candles : candles.filter((candle) => candle.t < before);
  return { candles: page, more: page.length > 0 && candles.length >= pageCandles };
}
