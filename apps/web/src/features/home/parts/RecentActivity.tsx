import { Amount, List, Row, SkeletonRows } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { signedAmount } from '../../funds/model/statement.ts';
import { flowLabel } from '../../funds/parts/labels.ts';
import { NoActivity } from '../../funds/parts/NoActivity.tsx';
import styles from './Panel.module.css';
import { seeAllClass } from './seeAll.ts';

/** The latest statement lines; each links to its explanation. */
export function RecentActivity() {
  const t = useT();
  const timeZone = useTimeZone();
  const page = lastValue(useRead('GET pay/funds-flow/page0', { pageNo: 1, pageSize: 6 }, { needsSession: true }));
  return (
    <List
      inset
      head={t('own.activity')}
      end={
        <Link to="/funds/order_history" className={seeAllClass}>
          {t('common.seeAll')}
        </Link>
      }
      label={t('own.activity')}
      className={styles.panel}
    >
      {!page ? (
        <li>
          <SkeletonRows rows={4} />
        </li>
      ) : page.list.length === 0 ? (
        <NoActivity />
      ) : (
        page.list.map((line) => (
          <Row
            key={line.id}
            title={flowLabel(t, line.flowName)}
            under={formatTime(line.time, 'dateTime', timeZone)}
            end={<Amount value={signedAmount(line)} decimals={neat(line.amount)} sign="always" unit={line.asset} fraction="plain" />}
            as={(content, className) => (
              <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }} className={className}>
                {content}
              </Link>
            )}
          />
        ))
      )}
    </List>
  );
}
