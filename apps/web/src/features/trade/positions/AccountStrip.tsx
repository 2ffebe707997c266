import { decimalAdd } from '@bourse/money';
import { Amount } from '@bourse/ui';
import { lastValue, useContractWallet } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useProfitSum } from './cells.tsx';
import styles from './Positions.module.css';
import { useOpenPositions } from './positions.ts';

/** The account as a sum: balance and unrealised profit make equity; the free part is available for orders. */
export function AccountStrip() {
  const t = useT();
  const wallet = lastValue(useContractWallet());
  const positions = useOpenPositions(2);
  const unrealised = useProfitSum(positions);
  if (!wallet) return null;
  const money = (value: string, direction = false) => (
    <strong>
      <Amount value={value} decimals={2} fraction="plain" {...(direction ? { tone: 'direction' as const } : {})} />
    </strong>
  );
  return (
    <p className={styles.strip}>
      <span>
        {t('leverage.balance')} {money(wallet.walletBalance)}
      </span>
      <span aria-hidden>+</span>
      <span>
        {t('leverage.unrealised')} {money(unrealised, true)}
      </span>
      <span aria-hidden>=</span>
      <span>
        {t('leverage.equity')} {money(decimalAdd(wallet.walletBalance, unrealised))}
      </span>
      <span>
        {t('leverage.inUse')} {money(wallet.earnestMoney)}
      </span>
      <span>
        {t('leverage.inOrders')} {money(wallet.orderMargin)}
      </span>
      <span className={styles.free}>
        {t('leverage.free')} {money(wallet.available)} {wallet.asset}
      </span>
    </p>
  );
}
