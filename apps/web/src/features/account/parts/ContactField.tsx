import { LoginBy } from '@bourse/protocol/enums';
import { IconChevronDown, Segmented, TextField } from '@bourse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { guessBy, type Identity, withPlus } from '../model/identity.ts';
import { AreaSheet } from './AreaPicker.tsx';
import styles from './ContactField.module.css';
import { useArea } from './useArea.ts';

export type ContactFieldProps = {
  value: Identity;
  onChange: (value: Identity) => void;
  error?: string | undefined;
  /** Omit it where only an address or only a number makes sense. */
  only?: LoginBy | undefined;
  autoComplete?: string | undefined;
  label?: string | undefined;
};

/** E-mail or phone. A phone number carries its country; an @ typed into the phone field switches to e-mail. */
export function ContactField({ value, onChange, error, only, autoComplete, label }: ContactFieldProps) {
  const t = useT();
  const [picking, setPicking] = useState(false);
  const { area, choose } = useArea();
  const phone = value.by === LoginBy.phone;
  const areaCode = withPlus(value.areaCode || area);
  const write = (account: string) => {
    const guess = only === undefined && account.includes('@') ? guessBy(account) : undefined;
    onChange({ ...value, by: guess ?? value.by, account, areaCode });
  };
  return (
    <div className={styles.contact}>
      {only === undefined && (
        <Segmented
          label={t('account.contactKind')}
          value={String(value.by)}
          onChange={(by) => onChange({ ...value, by: by === String(LoginBy.phone) ? LoginBy.phone : LoginBy.email, account: '', areaCode })}
          options={[
            { value: String(LoginBy.email), label: t('account.email') },
            { value: String(LoginBy.phone), label: t('account.phone') },
          ]}
        />
      )}
      {phone ? (
        <div className={styles.row}>
          <button
            type="button"
            className={styles.area}
            onClick={() => setPicking(true)}
            aria-label={t('account.areaButton', { area: areaCode })}
          >
            {areaCode}
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
          <TextField
            label={label ?? t('account.phone')}
            value={value.account}
            onChange={write}
            error={error}
            type="tel"
            inputMode="tel"
            dir="ltr"
            autoComplete={autoComplete ?? 'tel-national'}
            required
          />
        </div>
      ) : (
        <TextField
          label={label ?? t('account.email')}
          value={value.account}
          onChange={write}
          error={error}
          type="email"
          inputMode="email"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete={autoComplete ?? 'username'}
          required
        />
      )}
      {picking && (
        <AreaSheet
          chosen={areaCode}
          onClose={() => setPicking(false)}
          onChoose={(code) => {
            choose(code);
            onChange({ ...value, areaCode: withPlus(code) });
            setPicking(false);
          }}
        />
      )}
    </div>
  );
}
