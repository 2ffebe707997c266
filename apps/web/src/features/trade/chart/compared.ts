/** A second instrument beside the candles. */
export interface Compared {
  symbol: string;
  /** Its closes, by the time of their candles. */
  closes: ReadonlyMap<number, number>;
}
interface Closing {
  timestamp: number;
  close: number;
}

/**
 * Where its line stands among the candles' prices: both instruments are read in per cent of the first visible candle. Undefined where it has no candle.
 */
export function comparedPrices(bars: readonly Closing[], from: number, to: number, { closes }: Compared): (number | undefined)[] {
  const seen = bars.slice(from, to);
  const first = seen.find(({ timestamp }) => closes.has(timestamp));
  const anchor = first && closes.get(first.timestamp);
  return seen.map(({ timestamp }) => {
    const close = closes.get(timestamp);
    return first && anchor && close !== undefined ? (first.close * close) / anchor : undefined;
  });
}
