import { IconCandles, IconClock, IconCoins, IconDeposit, IconTransfer, IconWithdraw } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useTopUp } from '../../funds/parts/useTopUp.ts';
import { useVisible } from '../../funds/parts/useVisible.ts';
import styles from './Actions.module.css';

/** An icon above its name. The first of the row is the main action, drawn in solid ink. */
function Face({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      <span className={styles.face}>{icon}</span>
      <span className={styles.label}>{label}</span>
    </>
  );
}

/** The available actions. Deposits and withdrawals appear when the venue switches them on. */
export function Actions() {
  const t = useT();
  const demo = useIsDemo();
  const { isOn } = useVisible();
  const { topUp, busy } = useTopUp();
  return (
    <nav className={styles.actions} aria-label={t('own.actions')}>
      {isOn('deposits') && (
        <Link className={styles.action} to="/funds/topUp">
          <Face icon={<IconDeposit size={20} aria-hidden />} label={t('own.deposit')} />
        </Link>
      )}
      {isOn('withdrawals') && (
        <Link className={styles.action} to="/funds/withdraw">
          <Face icon={<IconWithdraw size={20} aria-hidden />} label={t('own.withdraw')} />
        </Link>
      )}
      {demo && (
        <button type="button" className={styles.action} onClick={topUp} disabled={busy} aria-busy={busy}>
          <Face icon={<IconCoins size={20} aria-hidden />} label={t('own.topUp')} />
        </button>
      )}
      <Link className={styles.action} to="/order">
        <Face icon={<IconCandles size={20} aria-hidden />} label={t('shell.trade')} />
      </Link>
      <Link className={styles.action} to="/funds/transfer">
        <Face icon={<IconTransfer size={20} aria-hidden />} label={t('own.transfer')} />
      </Link>
      <Link className={styles.action} to="/funds/order_history">
        <Face icon={<IconClock size={20} aria-hidden />} label={t('own.history')} />
      </Link>
    </nav>
  );
}
