import { Button, buttonClass, Confirm, IconLock } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, session, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../security.module.css';

/** The emergency brake. It asks once, and for no factor: whoever needs it may have lost them. */
export function LockEverything() {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const lock = useAction(async () => {
    await call('POST system/security/lock', {});
    setAsked(false);
    session.forcedOut(t('security.locked'));
  });
  return (
    <section className={styles.danger} aria-labelledby="security-lock">
      <h2 id="security-lock">{t('security.lock')}</h2>
      <p>{t('security.lockText')}</p>
      <Button kind="danger" icon={<IconLock size={18} aria-hidden />} onClick={() => setAsked(true)}>
        {t('security.lock')}
      </Button>
      <Link to="/factor_reset" className={buttonClass({ kind: 'link', size: 'small' })}>
        {t('security.reset')}
      </Link>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={t('security.lockTitle')}
        confirm={t('security.lock')}
        cancel={t('common.cancel')}
        kind="danger"
        busy={lock.busy}
        onConfirm={() => void lock.run(undefined)}
      >
        {t('security.lockWarn')}
      </Confirm>
    </section>
  );
}
