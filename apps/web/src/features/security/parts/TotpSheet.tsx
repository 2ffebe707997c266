import { Button, buttonClass, IconButton, IconCopy, Sheet, TextField } from '@bourse/ui';
import { type FormEvent, useId, useState } from 'react';
import { type CallOutput, call, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Qr } from '../../../shell/Qr.tsx';
import { codeDigits } from '../../account/model/identity.ts';
import styles from '../security.module.css';
import { copyText } from './copy.ts';

export type TotpSecret = CallOutput<'POST system/totp/begin'>;

type Props = { made: TotpSecret; replaces: boolean; onClose: () => void; onDone: () => Promise<void> };

/** Shows the secret of an authenticator app, and takes its first code. The QR code is drawn here: the secret goes to nobody else. */
export function TotpSheet({ made, replaces, onClose, onDone }: Props) {
  const t = useT();
  const form = useId();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = useAction(async () => {
    await call('POST system/totp/confirm', { code }, { noMsg: true });
    await onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.length !== 6);
    if (code.length === 6) void confirm.run(undefined);
  };
  const refusal = confirm.error && (confirm.error.message || t('common.noResponse'));
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(replaces ? 'security.totpReplaceTitle' : 'security.totpTitle')}
      foot={
        <Button type="submit" form={form} size="large" wide busy={confirm.busy}>
          {t('security.confirm')}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <p className={styles.note}>{t('security.totpScan')}</p>
        <Qr text={made.uri} label={t('security.totpQrLabel')} />
        <div className={styles.secret}>
          <span>
            <small>{t('security.totpKey')}</small>
            <code dir="ltr">{made.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </span>
          <IconButton label={t('security.copy')} onClick={() => void copyText(made.secret)}>
            <IconCopy size={20} />
          </IconButton>
        </div>
        <a href={made.uri} className={buttonClass({ kind: 'link', size: 'small' })}>
          {t('security.totpOpen')}
        </a>
        <form id={form} onSubmit={submit} noValidate>
          <TextField
            label={t('security.code')}
            hint={t('security.codeHint')}
            value={code}
            onChange={(text) => {
              setCode(codeDigits(text));
              setMissing(false);
              confirm.clear();
            }}
            error={missing ? t('security.codeMissing') : refusal}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={12}
            required
          />
        </form>
      </div>
    </Sheet>
  );
}
