import type { Interval } from '@bourse/protocol/enums';
import { useTimeZone } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { summarise } from './bars.ts';
import { candleTimes } from './candle-times.ts';
import { intervalNames } from './candles.ts';

type Facts = NonNullable<ReturnType<typeof summarise>>;

/** The chart's text alternative, in one sentence. */
export function useChartSummary(interval: Interval) {
  const t = useT();
  const zone = useTimeZone();
  const { full: when } = candleTimes(interval, zone);
  return (facts: Facts, symbol: string, price: (value: string) => string): string =>
    t('trade.chartSummary', {
      ...{ symbol, interval: intervalNames[interval], count: facts.count },
      ...{ from: when(facts.from), to: when(facts.to), first: price(facts.first), last: price(facts.last) },
      ...{ high: price(facts.high), highAt: when(facts.highAt), low: price(facts.low), lowAt: when(facts.lowAt) },
    });
}
