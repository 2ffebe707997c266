import { decimalCompare } from '@bourse/money';
import { Amount, EmptyState, List, Row, SkeletonRows } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useMoney, useOverview } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './Panel.module.css';
import { seeAllClass } from './seeAll.ts';

/** The largest assets over all wallets. A bar and a figure show the share of each. */
export function Holdings() {
  const t = useT();
  const money = useMoney();
  const value = lastValue(useOverview());
  const list = value && [...value.allocation].sort((a, b) => decimalCompare(b.value, a.value)).slice(0, 6);
  return (
    <List
      inset
      head={t('own.holdings')}
      end={
        <Link to="/funds" className={seeAllClass}>
          {t('shell.funds')}
        </Link>
      }
      label={t('own.holdings')}
      className={styles.panel}
    >
      {!list ? (
        <li>
          <SkeletonRows rows={4} />
        </li>
      ) : list.length === 0 ? (
        <li>
          <EmptyState compact title={t('own.noHoldings')}>
            {t('own.noHoldingsText')}
          </EmptyState>
        </li>
      ) : (
        list.map((held) => (
          <Row
            key={held.asset}
            title={held.asset}
            under={held.name}
            end={<Amount value={money.holding(held.value)} decimals={money.decimals} />}
            endUnder={<span dir="ltr">{held.ratio}%</span>}
            as={(content, className) => (
              <Link to="/funds/currency" search={{ asset: held.asset }} className={className}>
                {content}
              </Link>
            )}
          />
        ))
      )}
    </List>
  );
}
