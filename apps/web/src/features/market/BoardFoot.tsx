import { formatAmount } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import { Age, useUi } from '@bourse/ui';
import { priceStaleMs, ticks, useNow } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip, sourceName } from '../../shell/labels.tsx';
import styles from './BoardFoot.module.css';

/** The source of a list's prices and the age of the newest. */
export function BoardFoot({ items }: { items: readonly Pick<Listed, 'symbol' | 'source'>[] }) {
  const t = useT();
  const { locale } = useUi();
  const now = useNow();
  const source = items[0]?.source;
  if (!source) return null;
  const newest = Math.max(0, ...items.map((item) => ticks.get(item.symbol)?.at ?? 0));
  const ageMs = Math.max(0, now - newest);
  const age = formatAmount(String(Math.floor(ageMs / 100) / 10), { locale, decimals: 1 });
  const stale = ageMs > priceStaleMs;
  const name = sourceName(source);
  return (
    <footer className={styles.foot}>
      <Age state={newest === 0 || stale ? 'lost' : ageMs > 3_000 ? 'late' : 'live'}>
        {newest === 0
          ? t('market.footWaiting', { source: name })
          : stale
            ? t('market.footStale', { source: name, age })
            : source.feed === 'simulated'
              ? t('home.ago', { seconds: age })
              : t('market.footAge', { source: name, age })}
      </Age>
      <FeedChip feed={source.feed} />
    </footer>
  );
}
