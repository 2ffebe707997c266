import { Button, type ButtonLook } from '@bourse/ui';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './DemoButton.module.css';
import { useArrive } from './useArrive.ts';

/** Opens a demo account. A line below the button says what it gives. */
export function DemoButton({
  note = true,
  inviteCode,
  ...look
}: ButtonLook & { note?: boolean | undefined; inviteCode?: string | undefined }) {
  const t = useT();
  const { enter, busy } = useEnterDemo(useArrive(), inviteCode);
  return (
    <div className={styles.demo}>
      <Button size="large" wide {...look} busy={busy} onClick={enter}>
        {t('common.tryDemo')}
      </Button>
      {note && <p className={styles.note}>{t('home.demoNote')}</p>}
    </div>
  );
}
