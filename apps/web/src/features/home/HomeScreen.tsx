import { Skeleton } from '@bourse/ui';
import { lazy, Suspense } from 'react';
import { session, useSignedIn } from '../../data/index.ts';
import { useT, wordsOf } from '../../i18n/index.ts';
import styles from './HomeScreen.module.css';
import { HomeHead } from './parts/HomeHead.tsx';
import { VisitorHero } from './parts/VisitorHero.tsx';
import { Watchlist } from './parts/Watchlist.tsx';

/** Loads the words it needs in parallel. */
const loadOwn = () => Promise.all([import('./parts/Own.tsx'), wordsOf('rest')]).then(([module]) => module);
const Own = lazy(loadOwn);
const Told = lazy(() => Promise.all([import('./parts/Told.tsx'), wordsOf('rest')]).then(([module]) => module));
// Start loading while this module is evaluated, not at the first render.
if (session.signedIn) loadOwn().catch(() => undefined);

/** The total, today's profit or loss, the watchlist, and what the exchange publishes. Visitors see the markets and a button that opens a demo account. */
export function HomeScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <h1 className="visually-hidden">{t('shell.home')}</h1>
        <HomeHead />
        <div className={styles.line}>
          <Suspense>
            <Told line />
          </Suspense>
        </div>
        {signedIn ? (
          <Suspense fallback={<OwnBones />}>
            <Own />
          </Suspense>
        ) : (
          <VisitorHero />
        )}
      </div>
      <div className={styles.side}>
        <Watchlist key={signedIn ? 'own' : 'public'} />
      </div>
      <div className={styles.told}>
        <Suspense>
          <Told />
        </Suspense>
      </div>
    </div>
  );
}

/** A skeleton with the summary's layout. */
function OwnBones() {
  return (
    <div className={styles.bones} aria-hidden="true">
      <Skeleton width={96} />
      <Skeleton width={230} height={44} />
      <Skeleton width={160} height={18} />
      <Skeleton height={64} />
      <Skeleton height={66} />
    </div>
  );
}
