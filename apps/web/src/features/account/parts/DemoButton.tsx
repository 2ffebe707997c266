import { LoginType } from '@bourse/protocol/enums';
import { Button, type ButtonLook } from '@bourse/ui';
import { useState } from 'react';
import { call, preferences, session, setPreference } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './DemoButton.module.css';
import { useArrive } from './useArrive.ts';

/** One tap, no form. The key of this device's demo account brings the same one back next time. */
export function useDemo() {
  const arrive = useArrive();
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    try {
      const { demoKey } = preferences.getState();
      const answer = await call('POST system/auth/login', { loginType: LoginType.demo, ...(demoKey ? { demoKey } : {}) });
      if (answer.demoKey) setPreference('demoKey', answer.demoKey);
      session.signIn(answer);
      arrive();
    } catch {
      // The call has said what happened.
    } finally {
      setBusy(false);
    }
  };
  return { enter, busy };
}

/** The button with what it gives, said below it. */
export function DemoButton({ note = true, ...look }: ButtonLook & { note?: boolean | undefined }) {
  const t = useT();
  const { enter, busy } = useDemo();
  return (
    <div className={styles.demo}>
      <Button size="large" wide {...look} busy={busy} onClick={enter}>
        {t('common.tryDemo')}
      </Button>
      {note && <p className={styles.note}>{t('home.demoNote')}</p>}
    </div>
  );
}
