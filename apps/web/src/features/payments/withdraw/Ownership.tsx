import { Segmented, TextField } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import type { Owner } from '../model/payout-draft.ts';
import styles from './withdraw.module.css';

/** The law asks whose the receiving wallet is, from an amount on. */
export function Ownership({ value, onChange, missing }: { value: Owner; onChange: (value: Owner) => void; missing: boolean }) {
  const t = useT();
  return (
    <fieldset className={styles.owner}>
      <legend>{t('moneyOut.whose')}</legend>
      <p>{t('moneyOut.whoseWhy')}</p>
      <Segmented
        label={t('moneyOut.whose')}
        value={value.owner}
        onChange={(owner) => onChange({ ...value, owner })}
        options={[
          { value: 'self', label: t('moneyOut.owner_self') },
          { value: 'provider', label: t('moneyOut.owner_provider') },
        ]}
      />
      {value.owner === 'provider' && (
        <>
          <TextField
            label={t('moneyOut.provider')}
            hint={t('moneyOut.providerHint')}
            value={value.provider}
            onChange={(provider) => onChange({ ...value, provider })}
            error={missing ? t('moneyOut.providerMissing') : undefined}
            maxLength={80}
          />
          <TextField
            label={t('moneyOut.beneficiary')}
            hint={t('moneyOut.beneficiaryHint')}
            value={value.beneficiary}
            onChange={(beneficiary) => onChange({ ...value, beneficiary })}
            maxLength={120}
          />
        </>
      )}
    </fieldset>
  );
}
