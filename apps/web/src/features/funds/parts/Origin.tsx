import type { StatementLine } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { hasReceipt } from '../../receipt/lines.ts';
import styles from './Origin.module.css';

/** What caused a line, as a link: a settlement leads to its receipt, an order to its page, anything else to its event. */
export function Origin({ line }: { line: Pick<StatementLine, 'fillId' | 'orderId' | 'id' | 'seq' | 'wallet' | 'flow'> }) {
  const t = useT();
  const spot = line.wallet === Wallet.coin;
  if (hasReceipt(line))
    return (
      // Settlements of positions have no number of their own in a line: the receipt's page finds them.
      <Link to="/receipt" search={spot && line.fillId ? { fill: line.fillId } : { line: line.id }} className={styles.origin}>
        {t('funds.receipt')}
      </Link>
    );
  if (line.orderId)
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
