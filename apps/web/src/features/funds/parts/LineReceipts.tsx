import type { StatementLine } from '@bourse/protocol';
import { buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { SettlementList } from '../../history/parts/SettlementList.tsx';
import { searchOf } from '../../receipt/address.ts';
import { useLineReceipts } from '../../receipt/lines.ts';
import styles from './Detail.module.css';

/** The receipts of what a line's event settled. */
export function LineReceipts({ line }: { line: StatementLine }) {
  const t = useT();
  const { settlements = [], timed = [] } = useLineReceipts(line) ?? {};
  return (
    <>
      {settlements.length > 0 && (
        <div className={styles.settled}>
          <SettlementList list={settlements} symbols={false} />
        </div>
      )}
      {timed.length > 0 && (
        <p className={styles.receipts}>
          {timed.map(({ id, receipt }) => (
            <Link key={id} to="/receipt" search={searchOf({ settlement: receipt })} className={buttonClass({ kind: 'outline' })}>
              {t('funds.receiptOfTimed', { id })}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
