import type { Passkey } from '@bourse/protocol';
import { Button, Sheet, TextField } from '@bourse/ui';
import { type FormEvent, useId, useState } from 'react';
import { CallError, type CallOutput, call, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { createPasskey } from '../model/passkeys.ts';
import styles from '../security.module.css';

export type PasskeyOptions = CallOutput<'POST system/passkey/begin'>;

type Props = { options: PasskeyOptions; onClose: () => void; onDone: (made: Passkey) => Promise<void> };

/** Names a passkey and lets the browser make it. */
export function PasskeySheet({ options, onClose, onDone }: Props) {
  const t = useT();
  const form = useId();
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const create = useAction(async () => {
    const credential = await createPasskey(options);
    await onDone(await call('POST system/passkey/confirm', { label: label.trim(), credential }, { noMsg: true }));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(label.trim() === '');
    if (label.trim() !== '') void create.run(undefined);
  };
  const problem = (error: Error) =>
    error instanceof CallError
      ? error.message || t('common.noResponse')
      : t(error.name === 'InvalidStateError' ? 'security.passkeyExists' : 'security.passkeyCancelled');
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('security.passkeyTitle')}
      foot={
        <Button type="submit" form={form} size="large" wide busy={create.busy}>
          {t('security.passkeyCreate')}
        </Button>
      }
    >
      <form id={form} className={styles.sheet} onSubmit={submit} noValidate>
        <p className={styles.note}>{t('security.passkeysText')}</p>
        {create.error && (
          <p className={styles.problem} role="alert">
            {problem(create.error)}
          </p>
        )}
        <TextField
          label={t('security.passkeyName')}
          hint={t('security.passkeyNameHint')}
          value={label}
          onChange={(text) => {
            setLabel(text);
            setMissing(false);
          }}
          error={missing ? t('security.passkeyNameMissing') : undefined}
          autoComplete="off"
          maxLength={40}
          required
          data-autofocus
        />
      </form>
    </Sheet>
  );
}
