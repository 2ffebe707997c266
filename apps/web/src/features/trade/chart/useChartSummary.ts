import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import type { summarise } from './bars.ts';

type Facts = NonNullable<ReturnType<typeof summarise>>;

/** The chart's text alternative, in one sentence. */
export function useChartSummary() {
  const t = useT();
  const zone = useTimeZone();
  const when = (ms: number) => formatTime(ms, 'dateTime', zone);
  return (facts: Facts, symbol: string, interval: string, price: (value: string) => string): string =>
    t('trade.chartSummary', {
      ...{ symbol, interval, count: facts.count },
      ...{ from: when(facts.from), to: when(facts.to), first: price(facts.first), last: price(facts.last) },
      ...{ high: price(facts.high), highAt: when(facts.highAt), low: price(facts.low), lowAt: when(facts.lowAt) },
    });
}
