import { Button, buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEnterDemo } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Enter.module.css';

/** A visitor's two ways in, in place of the button. Signing in comes back to `redirect`. */
export function Enter({ text, redirect }: { text: string; redirect: string }) {
  const t = useT();
  const { enter, busy } = useEnterDemo();
  return (
    <div className={styles.enter}>
      <p>{text}</p>
      <Button size="large" wide busy={busy} onClick={() => void enter()}>
        {t('common.tryDemo')}
      </Button>
      <Link to="/login" search={{ redirect }} className={buttonClass({ kind: 'outline', size: 'large', wide: true })}>
        {t('common.signIn')}
      </Link>
    </div>
  );
}
