import { useT } from '../../../i18n/index.ts';
import { passwordStrength } from '../model/password.ts';
import styles from './PasswordMeter.module.css';

/** How strong the password is and what would make it stronger. Hidden until something is typed. */
export function PasswordMeter({ password, account }: { password: string; account?: string | undefined }) {
  const t = useT();
  if (password === '') return <p className={styles.words}>{t('account.passwordHint')}</p>;
  const { score, advice } = passwordStrength(password, account);
  return (
    <div className={styles.meter} aria-live="polite">
      <div className={styles.bars} data-score={score} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className={styles.words}>
        <strong>{t(`account.strength${score}`)}</strong>
        {t(`account.advice_${advice}`)}
      </p>
    </div>
  );
}
