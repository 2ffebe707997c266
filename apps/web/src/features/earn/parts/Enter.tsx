import { Button, buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './Form.module.css';

/** A visitor's two ways in, in place of the button. Both come back to this product. */
export function Enter({ product }: { product: string }) {
  const t = useT();
  const { enter, busy } = useEnterDemo();
  return (
    <div className={styles.enter}>
      <p>{t('earn.visitor')}</p>
      <Button size="large" wide busy={busy} onClick={() => void enter()}>
        {t('common.tryDemo')}
      </Button>
      <Link
        to="/login"
        search={{ redirect: `/funds/regular?${new URLSearchParams({ product })}` }}
        className={buttonClass({ kind: 'outline', size: 'large', wide: true })}
      >
        {t('common.signIn')}
      </Link>
    </div>
  );
}
