import type { StatementLine } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import styles from './Origin.module.css';

/** What caused a line, as a link: a fill leads to its receipt, an order to its page, anything else to its event. */
export function Origin({ line }: { line: Pick<StatementLine, 'fillId' | 'orderId' | 'id' | 'seq' | 'wallet'> }) {
  const t = useT();
  // In the other wallets, fill and order numbers belong to positions: the line's page finds their receipts.
  const spot = line.wallet === Wallet.coin;
  if (spot && line.fillId)
    return (
      <Link to="/receipt" search={{ fill: line.fillId }} className={styles.origin}>
        {t('funds.receipt')}
      </Link>
    );
  if (spot && line.orderId)
    return (
      <Link to="/order/detail/$id" params={{ id: line.orderId }} className={styles.origin}>
        {t('funds.order', { id: line.orderId })}
      </Link>
    );
  return (
    <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }} className={styles.origin}>
      {t('funds.eventNo', { seq: line.seq })}
    </Link>
  );
}
