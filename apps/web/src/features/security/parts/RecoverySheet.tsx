import { Button, Checkbox, downloadText, IconCopy, IconDownload, Sheet } from '@bourse/ui';
import { useState } from 'react';
import { serverNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../security.module.css';
import { copyText } from './copy.ts';

/** Shows new recovery codes, this once. It stays until the person says that they are kept. */
export function RecoverySheet({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const [kept, setKept] = useState(false);
  const [now] = useState(serverNow);
  const text = [t('security.recoveryFile', { time: formatTime(now, 'full', zone) }), '', ...codes, ''].join('\n');
  return (
    <Sheet
      open
      onClose={() => kept && onDone()}
      title={t('security.recoveryTitle')}
      foot={
        <Button size="large" wide disabled={!kept} onClick={onDone}>
          {t('security.recoveryDone')}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <p className={styles.note}>{t('security.recoveryOnce')}</p>
        <ol className={styles.codes} dir="ltr" aria-label={t('security.recoveryTitle')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={styles.tools}>
          <Button kind="outline" icon={<IconCopy size={18} aria-hidden />} onClick={() => void copyText(codes.join('\n'))}>
            {t('security.copy')}
          </Button>
          <Button
            kind="outline"
            icon={<IconDownload size={18} aria-hidden />}
            onClick={() => downloadText('bourse-recovery-codes.txt', text, 'text/plain;charset=utf-8')}
          >
            {t('security.recoveryDownload')}
          </Button>
        </div>
        <p className={styles.note}>{t('security.recoveryUse')}</p>
        <Checkbox checked={kept} onChange={setKept}>
          {t('security.recoveryKept')}
        </Checkbox>
      </div>
    </Sheet>
  );
}
