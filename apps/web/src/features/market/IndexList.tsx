import { formatAmount } from '@bourse/money';
import { Change, Sparkline, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useInstruments, useRead } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import styles from './IndexList.module.css';

/** The venue's own indices: value, members, and the rule from which anybody can compute them. */
export function IndexList() {
  const t = useT();
  const { locale } = useUi();
  const remote = useRead('GET pay/symbol-index/list', {}, { staleMs: 5_000, everyMs: 5_000 });
  const instruments = lastValue(useInstruments());
  const list = lastValue(remote);
  if (!list) return <Unread remote={remote} rows={4} height={88} />;
  return (
    <ul className={styles.list}>
      {list.map((index) => (
        <li key={index.code} className={styles.item}>
          <div className={styles.line}>
            <span>
              <strong className="names">{index.code}</strong>
              <span className={styles.name}>{index.name}</span>
            </span>
            <Sparkline values={index.spark} width={96} height={32} tone={index.change.startsWith('-') ? 'down' : 'up'} />
            <span className={styles.figures} data-old={index.stale}>
              <span className={styles.value}>{formatAmount(index.value, { locale, decimals: 2 })}</span>
              <Change value={index.change} />
            </span>
          </div>
          <details className={styles.rule}>
            <summary>
              {t('market.indexRule')} · {t('market.indexMembers', { count: index.members.length })}
            </summary>
            <p>{index.rule}</p>
            <p className={styles.members}>
              {index.members.map((symbol) => {
                const kind = instruments?.find((item) => item.symbol === symbol)?.kind ?? 1;
                return (
                  <Link key={symbol} to="/order" search={{ symbol, kind: String(kind) }} className={styles.member}>
                    {symbol}
                  </Link>
                );
              })}
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}
