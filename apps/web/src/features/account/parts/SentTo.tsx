import { useT } from '../../../i18n/index.ts';
import type { Resend } from '../model/resend.ts';
import styles from './AuthFrame.module.css';

/** Where the code was sent, with a way back if that is wrong. */
export function SentTo({ sent, onChange }: { sent: Resend; onChange: () => void }) {
  const t = useT();
  return (
    <>
      {t('account.sentTo', { to: sent.sentTo })}{' '}
      <button type="button" className={styles.change} onClick={onChange}>
        {t('account.change')}
      </button>
    </>
  );
}
