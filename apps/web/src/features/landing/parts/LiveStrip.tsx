import { decimalSign } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import { Age, Change, Price, Skeleton, Sparkline } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { changeOf, isStale, lastValue, ticks, useLookAt, useNow, useRead, useTickOnly } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { FeedChip } from '../../../shell/labels.tsx';
import { freshest } from '../../home/model/watch.ts';
import styles from './LiveStrip.module.css';

/** Live prices of six markets, every kind of product included. */
export function LiveStrip() {
  const t = useT();
  const options = { staleMs: 10_000 };
  const coins = lastValue(useRead('GET pay/symbol/coin-page', { pageNo: 1, pageSize: 3, sort: '-turnover' }, options));
  const metals = lastValue(useRead('GET pay/symbol/contract-page', { pageNo: 1, pageSize: 1, plate: 'metals' }, options));
  const stocks = lastValue(useRead('GET pay/symbol/stock-page', { pageNo: 1, pageSize: 2, sort: '-turnover' }, options));
  const list = [...(coins?.list ?? []), ...(metals?.list ?? []), ...(stocks?.list ?? [])];
  useLookAt(list.map((item) => item.symbol));
  const whole = coins !== undefined && stocks !== undefined && metals !== undefined;
  const feed = (list.find((item) => item.source.feed !== 'live') ?? list[0])?.source.feed;
  return (
    <section className={styles.strip} aria-label={t('landing.live')}>
      <div className={styles.head}>
        <h2>{t('landing.live')}</h2>
        <span className={styles.source}>
          <FeedChip feed={feed} />
          {whole && <StripAge symbols={list.map((item) => item.symbol)} />}
        </span>
      </div>
      <ul className={styles.cells}>
        {whole
          ? list.map((item) => <Cell key={item.symbol} item={item} />)
          : Array.from({ length: 6 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
              <li key={index} className={styles.cell}>
                <Skeleton width={72} />
                <Skeleton width={96} height={18} />
              </li>
            ))}
      </ul>
    </section>
  );
}

function Cell({ item }: { item: Listed }) {
  const tick = useTickOnly(item.symbol);
  const live = tick !== undefined && tick.t > 0 && decimalSign(tick.pe) > 0;
  const change = changeOf(live ? tick : item.row);
  const [base, quote] = item.symbol.split('/');
  return (
    <li>
      <Link to="/chart" search={{ symbol: item.symbol, kind: String(item.kind) }} className={styles.cell}>
        <span className={styles.line}>
          <span className={styles.symbol}>
            {base}
            {quote && <span> / {quote}</span>}
          </span>
          <Change value={change} />
        </span>
        <span className={styles.line}>
          <Price value={live ? tick.pe : item.row.pe} decimals={item.priceAccuracy} className={styles.price} />
          <Sparkline values={item.spark} tone={decimalSign(change ?? '0') >= 0 ? 'up' : 'down'} width={56} height={22} />
        </span>
      </Link>
    </li>
  );
}

function StripAge({ symbols }: { symbols: readonly string[] }) {
  const t = useT();
  const now = useNow();
  const newest = freshest(symbols.map((symbol) => ticks.get(symbol)?.at ?? 0));
  if (newest === 0) return null;
  const seconds = Math.max(0, Math.round((now - newest) / 1000));
  return <Age state={symbols.every((symbol) => isStale(ticks.get(symbol), now)) ? 'late' : 'live'}>{t('home.ago', { seconds })}</Age>;
}
