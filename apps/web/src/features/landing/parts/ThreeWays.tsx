import { IconChevronRight } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import styles from './ThreeWays.module.css';

/** Links to what can be checked. */
export function ThreeWays({ onVerify }: { onVerify: () => void }) {
  const t = useT();
  const go = <IconChevronRight size={16} className={styles.arrow ?? ''} aria-hidden />;
  return (
    <section className={styles.band} id="verify">
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2>{t('landing.three')}</h2>
          <p>{t('landing.threeText')}</p>
        </div>
        <ol className={styles.ways}>
          <li>
            <span className={styles.number}>1</span>
            <h3>{t('landing.settlement')}</h3>
            <p>{t('landing.settlementText')}</p>
            <button type="button" className={styles.link} onClick={onVerify}>
              {t('landing.verify')}
              {go}
            </button>
          </li>
          <li>
            <span className={styles.number}>2</span>
            <h3>{t('landing.price')}</h3>
            <p>{t('landing.priceText')}</p>
            <Link to="/market" className={styles.link}>
              {t('landing.seePrices')}
              {go}
            </Link>
            <Link to="/price_days" className={styles.link}>
              {t('landing.seeDays')}
              {go}
            </Link>
          </li>
          <li>
            <span className={styles.number}>3</span>
            <h3>{t('landing.balance')}</h3>
            <p>{t('landing.balanceText')}</p>
            <Link to="/funds/order_history" className={styles.link}>
              {t('landing.seeLines')}
              {go}
            </Link>
            <Link to="/proof" className={styles.link}>
              {t('landing.seeTotal')}
              {go}
            </Link>
          </li>
        </ol>
      </div>
    </section>
  );
}
