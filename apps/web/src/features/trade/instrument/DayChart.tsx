import { formatAmount, plotNumber } from '@bourse/money';
import { Interval } from '@bourse/protocol/enums';
import { linePath, Skeleton, spread, useUi } from '@bourse/ui';
import { lastValue, useCandles, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { summarise } from '../chart/bars.ts';
import { useChartSummary } from '../chart/useChartSummary.ts';
import styles from './DayChart.module.css';

const width = 360;
const height = 120;

/** The last day as one line, from half-hour candles; a tap opens the full chart. */
export function DayChart({ symbol }: { symbol: string }) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const summary = useChartSummary(Interval.m30);
  const candles = lastValue(useCandles({ symbol, interval: '30', limit: 48 }))?.candles;
  if (!candles) return <Skeleton height={height + 20} />;
  const facts = summarise(candles);
  if (!facts || candles.length < 2) return <p className={styles.none}>{t('trade.chartEmpty')}</p>;
  const up = plotNumber(facts.last) >= plotNumber(facts.first);
  const points = spread(
    candles.map((candle) => plotNumber(candle.c)),
    width,
    height,
    6,
  );
  const price = (value: string) => formatAmount(value, { locale });
  const when = (ms: number) => formatTime(ms, 'dateTime', zone);
  return (
    <figure className={styles.day} dir="ltr">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary(facts, symbol, price)}>
        <path
          d={linePath(points)}
          fill="none"
          stroke={up ? 'var(--up)' : 'var(--down)'}
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption>
        <span>{when(facts.from)}</span>
        <span>{when(facts.to)}</span>
      </figcaption>
    </figure>
  );
}
