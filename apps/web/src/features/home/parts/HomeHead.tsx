import { Avatar, buttonClass, IconButton, IconSearch, Wordmark } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { lastValue, useBrand, useMember, useSignedIn } from '../../../data/index.ts';
import { useT, wordsOf } from '../../../i18n/index.ts';
import { openPalette } from '../../../shell/palette-state.ts';
import styles from './HomeHead.module.css';

const Bell = lazy(() => Promise.all([import('../../messages/Bell.tsx'), wordsOf('rest')]).then(([{ Bell: part }]) => ({ default: part })));

/** The head of the page on a phone; a wide screen has the top bar. */
export function HomeHead() {
  const t = useT();
  const signedIn = useSignedIn();
  const brand = useBrand();
  const member = lastValue(useMember());
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <Wordmark {...brand} large />
      </div>
      <IconButton label={t('shell.jumpShort')} onClick={openPalette}>
        <IconSearch size={22} />
      </IconButton>
      {signedIn ? (
        <>
          <Suspense fallback={<span className={styles.me} />}>
            <Bell size={22} />
          </Suspense>
          <Link to="/mine" className={styles.me} aria-label={t('shell.account')}>
            <Avatar name={member?.name ?? '·'} src={member?.avatar} size={32} />
          </Link>
        </>
      ) : (
        <Link to="/login" className={buttonClass({ kind: 'outline', size: 'small' })}>
          {t('common.signIn')}
        </Link>
      )}
    </header>
  );
}
