import { plotNumber } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import { onCandle } from '../../../data/index.ts';
import type { Candle } from './candles.ts';
import type { Compared } from './compared.ts';
import { candlePage } from './first-candles.ts';

/** As far back as the candles themselves are kept in the page. */
const maxPages = 20;

/** The candles of a compared instrument: as far back as the chart shows its own, and the forming one. */
export function followCompared(symbol: string, interval: Interval, show: (compared: Compared) => void, fail: () => void) {
  const closes = new Map<number, number>();
  const take = (list: readonly Pick<Candle, 't' | 'c'>[]) => {
    for (const { t, c } of list) closes.set(t, plotNumber(c));
  };
  let gone = false;
  let oldest = Number.POSITIVE_INFINITY;
  let wanted = Number.POSITIVE_INFINITY;
  let busy = false;
  const reach = async (before?: number) => {
    busy = true;
    try {
      for (let page = 0; page < maxPages; page += 1) {
        const { candles, more } = await candlePage(symbol, interval, before);
        if (gone) return;
        take(candles);
        oldest = before = more ? Math.min(oldest, candles[0]!.t) : Number.NEGATIVE_INFINITY;
        show({ symbol, closes });
        if (oldest <= wanted) return;
      }
    } catch {
      if (!gone) fail();
    } finally {
      busy = false;
    }
  };
  void reach();
  // The chart draws it with its own next candle.
  const off = onCandle(symbol, interval, (candle) => take([candle]));
  return {
    /** The chart shows candles from this moment on. */
    from(ms: number) {
      wanted = ms;
      if (!busy && oldest > wanted) void reach(oldest);
    },
    stop() {
      gone = true;
      off();
    },
  };
}
