import { Button, buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { Pair } from '../model/pairs.ts';
import styles from './Enter.module.css';

/** A visitor's two ways in, in place of the button. Both come back to this pair. */
export function Enter({ from, to }: Pair) {
  const t = useT();
  const { enter, busy } = useEnterDemo();
  return (
    <div className={styles.enter}>
      <p>{t('swaps.visitor')}</p>
      <Button size="large" wide busy={busy} onClick={() => void enter()}>
        {t('common.tryDemo')}
      </Button>
      <Link
        to="/login"
        search={{ redirect: `/funds/swap?${new URLSearchParams({ from, to })}` }}
        className={buttonClass({ kind: 'outline', size: 'large', wide: true })}
      >
        {t('common.signIn')}
      </Link>
    </div>
  );
}
