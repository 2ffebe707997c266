import { ErrorState, Skeleton } from '@bourse/ui';
import { useT } from '../../i18n/index.ts';
import { FillPaper } from './FillPaper.tsx';
import styles from './Paper.module.css';
import { SettlementPaper } from './SettlementPaper.tsx';
import type { ReceiptState } from './useReceipt.ts';

/** A receipt, or its loading, unknown or failed state. */
export default function ReceiptView({ state }: { state: ReceiptState }) {
  const t = useT();
  if (state.state === 'failed')
    return state.unknown ? (
      <ErrorState title={t('trade.receiptUnknown')}>{t('trade.receiptUnknownWhy')}</ErrorState>
    ) : (
      <ErrorState title={t('common.loadFailed')} onRetry={state.retry}>
        {state.message}
      </ErrorState>
    );
  if (state.state === 'loading')
    return (
      <div role="status" aria-label={t('trade.recomputing')}>
        <div className={styles.head}>
          <Skeleton width={140} />
          <Skeleton width={220} height={36} />
          <Skeleton width={260} height={12} />
        </div>
        <div className={styles.verdict}>
          <Skeleton width="60%" height={40} />
        </div>
        <div className={styles.step}>
          <Skeleton height={120} />
        </div>
      </div>
    );
  if (!state.recomputed) return <ErrorState title={t('trade.receiptUnknown')}>{t('trade.receiptUnreadable')}</ErrorState>;
  const { receipt } = state;
  return state.recomputed.kind === 'fill' ? (
    <FillPaper done={state.recomputed.fill} receipt={receipt} />
  ) : (
    <SettlementPaper done={state.recomputed.settlement} receipt={receipt} />
  );
}
