import { formatAmount, shortForm } from '@bourse/money';
import { EmptyState, Skeleton, useUi } from '@bourse/ui';
import { type Instrument, useBook } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './Depth.module.css';
import { type DepthPoint, depthCurve } from './grouping.ts';

/** A side's cumulative quantity as steps: each price holds everything nearer to the middle. */
function stepsPath(points: readonly DepthPoint[], width: number, height: number, close: boolean): string {
  if (points.length === 0) return '';
  const at = (value: number, size: number) => (value * size).toFixed(1);
  let path = `M${at(points[0]!.x, width)} ${height}`;
  let y = height;
  for (const point of points) {
    const next = height - point.y * (height - 6);
    path += `L${at(point.x, width)} ${y.toFixed(1)}L${at(point.x, width)} ${next.toFixed(1)}`;
    y = next;
  }
  const edge = points[0]!.x < 0.5 ? 0 : width;
  path += `L${edge} ${y.toFixed(1)}`;
  return close ? `${path}L${edge} ${height}Z` : path;
}

const width = 600;
const height = 220;

export function DepthPanel({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const { locale } = useUi();
  const book = useBook(instrument.symbol);
  if (!book)
    return (
      <div className={styles.depth}>
        <Skeleton height="100%" />
      </div>
    );
  const curve = depthCurve(book.bids, book.asks);
  if (!curve) return <EmptyState compact title={t('trade.depthEmpty')} />;
  const price = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  const label = t('trade.depthLabel', {
    symbol: instrument.symbol,
    asset: instrument.base,
    bids: shortForm(curve.bids.at(-1)?.total ?? '0', locale),
    asks: shortForm(curve.asks.at(-1)?.total ?? '0', locale),
    low: price(curve.low),
    high: price(curve.high),
  });
  return (
    <div className={styles.depth} dir="ltr">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={stepsPath(curve.bids, width, height, true)} fill="var(--up-weak)" />
        <path d={stepsPath(curve.asks, width, height, true)} fill="var(--down-weak)" />
        <path d={stepsPath(curve.bids, width, height, false)} className={styles.bid} />
        <path d={stepsPath(curve.asks, width, height, false)} className={styles.ask} />
        <line x1={width / 2} x2={width / 2} y1="0" y2={height} className={styles.middle} />
      </svg>
      <span className={styles.most}>
        {shortForm(curve.largest, locale)} {instrument.base}
      </span>
      <div className={styles.prices}>
        <span>{price(curve.low)}</span>
        <span>{price(book.bids[0]?.[0] ?? curve.low)}</span>
        <span>{price(curve.high)}</span>
      </div>
    </div>
  );
}
