import { formatAmount, trimZeros } from '@bourse/money';
import { Fingerprint, hiddenAmount, IconAlert, IconCheck, useUi } from '@bourse/ui';
import { lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useReceipt } from '../../receipt/useReceipt.ts';
import styles from './LastFill.module.css';

/** The customer's newest trade below the ticket, with its receipt already recomputed. */
export function LastFill({ onReceipt }: { onReceipt: (fillId: string) => void }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const fill = lastValue(useRead('GET pay/order-coin/fill-page', { pageSize: 1 }, { needsSession: true, staleMs: 5_000 }))?.list[0];
  const receipt = useReceipt(fill && { fillId: fill.id });
  if (!fill) return null;
  const agrees = receipt.state === 'done' ? receipt.recomputed?.agrees === true : undefined;
  return (
    <button type="button" className={styles.last} onClick={() => onReceipt(fill.id)}>
      <Fingerprint hash={fill.receiptHash} size={28} />
      <span className={styles.words}>
        <span>
          {t('trade.lastFill', {
            quantity: amountsHidden ? hiddenAmount : formatAmount(trimZeros(fill.quantity), { locale }),
            price: formatAmount(fill.price, { locale }),
          })}
        </span>
        <span className={styles.under}>
          {t(agrees === undefined ? 'trade.receiptWait' : agrees ? 'trade.receiptAgrees' : 'trade.receiptDiffers')}
        </span>
      </span>
      {agrees === true && <IconCheck size={18} className={styles.ok} aria-hidden />}
      {agrees === false && <IconAlert size={18} className={styles.bad} aria-hidden />}
    </button>
  );
}
