import { Fingerprint } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import type { Fill } from '../spot/orders.ts';
import styles from './Lists.module.css';

export function ReceiptButton({ fill, onReceipt }: { fill: Pick<Fill, 'id' | 'receiptHash'>; onReceipt: (fillId: string) => void }) {
  const t = useT();
  return (
    <button type="button" className={styles.receipt} aria-label={t('trade.seeReceipt', { id: fill.id })} onClick={() => onReceipt(fill.id)}>
      <Fingerprint hash={fill.receiptHash} size={18} />
    </button>
  );
}
