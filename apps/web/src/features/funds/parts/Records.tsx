import { List, RowContent, rowClass, rowItemClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type PlainKey, useT } from '../../../i18n/index.ts';
import styles from './Records.module.css';

const records = [
  { to: '/funds/top_up_order', title: 'moneyIn.ordersTitle', under: 'moneyIn.ordersText' },
  { to: '/funds/order_history', title: 'funds.statement', under: 'funds.recordsStatement' },
  { to: '/funds/trading_record', title: 'funds.record', under: 'funds.recordsTrades' },
  { to: '/funds/position_history', title: 'history.positionsTitle', under: 'funds.recordsPositions' },
  { to: '/funds/stock_history', title: 'history.stockTitle', under: 'funds.recordsStocks' },
] as const satisfies readonly { to: string; title: PlainKey; under: PlainKey }[];

/** Links to every kind of record. */
export function Records() {
  const t = useT();
  return (
    <List head={t('funds.records')} label={t('funds.records')} className={styles.records}>
      {records.map(({ to, title, under }) => (
        <li key={to} className={rowItemClass}>
          <Link to={to} className={rowClass()}>
            <RowContent title={t(title)} under={t(under)} goes />
          </Link>
        </li>
      ))}
      <li className={rowItemClass}>
        <Link to="/funds/position_history" search={{ view: 'timed' }} className={rowClass()}>
          <RowContent title={t('history.timed')} under={t('funds.recordsTimed')} goes />
        </Link>
      </li>
    </List>
  );
}
