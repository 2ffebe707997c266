import { Button, buttonClass, IconCoins, IconDeposit } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useIsDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './FundsActions.module.css';
import { useTopUp } from './useTopUp.ts';
import { useVisible } from './useVisible.ts';

/** The actions the venue offers, the main one first. */
export function FundsActions() {
  const t = useT();
  const demo = useIsDemo();
  const { isOn } = useVisible();
  const { topUp, busy } = useTopUp();
  const deposits = isOn('deposits');
  const main = demo || deposits;
  return (
    <>
      <nav className={styles.actions} aria-label={t('own.actions')}>
        {deposits && (
          <Link className={buttonClass({ wide: true })} to="/funds/topUp">
            <IconDeposit size={18} aria-hidden />
            {t('own.deposit')}
          </Link>
        )}
        {demo && (
          <Button wide busy={busy} onClick={topUp} icon={<IconCoins size={18} aria-hidden />}>
            {t('funds.topUp')}
          </Button>
        )}
        {isOn('withdrawals') && (
          <Link className={buttonClass({ kind: 'quiet', wide: true })} to="/funds/withdraw">
            {t('own.withdraw')}
          </Link>
        )}
        <Link className={buttonClass({ kind: main ? 'quiet' : 'solid', wide: true })} to="/funds/transfer">
          {t('own.transfer')}
        </Link>
        {isOn('flashExchange') && (
          <Link className={buttonClass({ kind: 'quiet', wide: true })} to="/funds/swap">
            {t('swaps.title')}
          </Link>
        )}
        {isOn('funds') && (
          <Link className={buttonClass({ kind: 'quiet', wide: true })} to="/funds/regular">
            {t('earn.title')}
          </Link>
        )}
        {isOn('loans') && (
          <Link className={buttonClass({ kind: 'quiet', wide: true })} to="/funds/LOANS">
            {t('loans.title')}
          </Link>
        )}
        <Link className={buttonClass({ kind: 'quiet', wide: true })} to="/funds/order_history">
          {t('own.history')}
        </Link>
      </nav>
      {demo && (
        <p className={styles.demo}>
          {t('journey.demoSentence')} <Link to="/register">{t('journey.openReal')}</Link>
        </p>
      )}
    </>
  );
}
