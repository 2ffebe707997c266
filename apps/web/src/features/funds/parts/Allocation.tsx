import { plotNumber } from '@bourse/money';
import { Ring, RingLegend, Skeleton, useUi } from '@bourse/ui';
import { lastValue, useBalances } from '../../../data/index.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { allocationOf, type Part } from '../model/allocation.ts';
import styles from './Allocation.module.css';

/** "Cash, USDT and USD", "Bitcoin", "Stocks". */
function labelOf(t: Translate, locale: string, part: Part): string {
  if (part.kind === 'cash')
    return part.assets.length === 1
      ? t('funds.cashOne', { asset: part.assets[0] ?? '' })
      : t('funds.cash', { assets: new Intl.ListFormat(locale, { type: 'conjunction' }).format(part.assets.slice(0, 3)) });
  if (part.kind === 'shares') return t('funds.shares');
  if (part.kind === 'rest') return t('funds.rest', { count: part.assets.length });
  return part.names[0] ?? part.key;
}

/** How the total is divided: a ring, and a list that adds up to 100.00 %. Percentages are not amounts, so amount hiding leaves them. */
export function Allocation() {
  const t = useT();
  const { locale } = useUi();
  const balances = lastValue(useBalances());
  if (!balances)
    return (
      <div className={styles.allocation}>
        <Skeleton width={116} height={116} round />
        <div className={styles.bones}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      </div>
    );
  const parts = allocationOf(balances);
  if (parts.length === 0) return null;
  const drawn = parts.map((part) => ({ label: labelOf(t, locale, part), share: plotNumber(part.ratio) / 100, ratio: part.ratio }));
  return (
    <section className={styles.allocation} aria-label={t('funds.allocation')}>
      <Ring parts={drawn} label={drawn.map((part) => `${part.label} ${part.ratio}%`).join(', ')}>
        <b className={styles.count}>{parts.length}</b>
        <span className={styles.kinds}>{t('funds.kinds', { count: parts.length })}</span>
      </Ring>
      <RingLegend parts={drawn} value={(part) => <span dir="ltr">{drawn.find((known) => known.label === part.label)?.ratio}%</span>} />
    </section>
  );
}
