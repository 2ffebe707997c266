import type { ReceiptRef } from '@bourse/protocol';
import { Link } from '@tanstack/react-router';
import { tMaybe, useT } from '../../../i18n/index.ts';
import styles from './Positions.module.css';

/** A link to the settlement's receipt. */
export function SettlementReceipt({ receipt: { kind, seq, index } }: { receipt: ReceiptRef }) {
  const t = useT();
  return (
    <Link
      to="/receipt"
      search={{ kind, seq, index: String(index) }}
      className={styles.receipt}
      aria-label={t('leverage.seeReceiptOf', { kind: tMaybe(`leverage.settle_${kind}`) ?? kind, seq })}
    >
      {t('trade.receipt')}
    </Link>
  );
}
