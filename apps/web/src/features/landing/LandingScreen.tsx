import { buttonClass, Wordmark } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useBrand, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { DemoButton } from '../account/parts/DemoButton.tsx';
import styles from './LandingScreen.module.css';
import { Fees } from './parts/Fees.tsx';
import { LiveReceipt } from './parts/LiveReceipt.tsx';
import { LiveStrip } from './parts/LiveStrip.tsx';
import { ThreeWays } from './parts/ThreeWays.tsx';

const VerifyDialog = lazy(() => import('./parts/VerifyDialog.tsx').then((part) => ({ default: part.VerifyDialog })));

/** The first page on a wide screen: the promise, and next to it the proof. */
export function LandingScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const brand = useBrand();
  const [verifying, setVerifying] = useState(false);
  const verify = () => setVerifying(true);
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Link to="/home">
          <Wordmark {...brand} large />
          <span className="visually-hidden">, {t('shell.home')}</span>
        </Link>
        <nav className={styles.links} aria-label={t('shell.mainNavigation')}>
          <Link to="/market">{t('shell.markets')}</Link>
          <a href="#verify">{t('landing.howTo')}</a>
          <a href="#fees">{t('landing.fees')}</a>
        </nav>
        <div className={styles.enter}>
          {signedIn ? (
            <Link to="/home" className={buttonClass()}>
              {t('landing.open')}
            </Link>
          ) : (
            <>
              <Link to="/login" className={buttonClass({ kind: 'outline' })}>
                {t('common.signIn')}
              </Link>
              <span className={styles.barDemo}>
                <DemoButton size="medium" wide={false} note={false} />
              </span>
            </>
          )}
        </div>
      </header>
      <main id="content">
        <section className={styles.hero}>
          <div className={styles.promise}>
            <h1>{t('home.promise')}</h1>
            <p>{t('landing.lead')}</p>
            <div className={styles.buttons}>
              {signedIn ? (
                <Link to="/home" className={buttonClass({ size: 'large' })}>
                  {t('landing.open')}
                </Link>
              ) : (
                <DemoButton note={false} />
              )}
              <button type="button" className={buttonClass({ kind: 'outline', size: 'large' })} onClick={verify}>
                {t('landing.verify')}
              </button>
            </div>
            {!signedIn && <p className={styles.note}>{t('home.demoNote')}</p>}
          </div>
          <LiveReceipt />
        </section>
        <LiveStrip />
        <ThreeWays onVerify={verify} />
        <Fees />
      </main>
      <footer className={styles.footer}>
        <div className={styles.inside}>
          <Wordmark {...brand} />
          <p>{t('landing.footer')}</p>
          <nav className={styles.footLinks} aria-label={t('landing.more')}>
            <Link to="/market">{t('shell.markets')}</Link>
            <Link to="/login">{t('common.signIn')}</Link>
            <Link to="/register">{t('common.register')}</Link>
            <Link to="/mine/settings">{t('landing.settings')}</Link>
          </nav>
        </div>
      </footer>
      {verifying && (
        <Suspense>
          <VerifyDialog onClose={() => setVerifying(false)} />
        </Suspense>
      )}
    </div>
  );
}
