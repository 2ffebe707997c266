import { IconCheck, IconRefresh, Skeleton, TextField } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from './CaptchaBox.module.css';
import type { Captcha } from './useCaptcha.ts';

/** The captcha picture, the field for its characters, and what the browser is computing meanwhile. */
export function CaptchaBox({ captcha, error }: { captcha: Captcha; error?: string | undefined }) {
  const t = useT();
  return (
    <div className={styles.captcha}>
      <div className={styles.row}>
        <TextField
          label={t('account.captchaField')}
          value={captcha.code}
          onChange={captcha.setCode}
          error={captcha.failed ? t('account.captchaFailed') : error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={12}
          required
        />
        <div className={styles.picture}>
          {captcha.picture ? <img src={captcha.picture.image} alt={t('account.captchaAlt')} /> : <Skeleton width={110} height={20} />}
        </div>
      </div>
      <div className={styles.proof}>
        <span className={styles.status} aria-live="polite">
          {captcha.proof === 'working' && (
            <>
              <span className={styles.spin} aria-hidden="true" />
              {t('account.proofWorking')}
            </>
          )}
          {captcha.proof === 'done' && (
            <>
              <IconCheck size={15} aria-hidden="true" />
              {t('account.proofDone')}
            </>
          )}
          {captcha.proof === 'failed' && t('account.proofFailed')}
        </span>
        <button type="button" className={styles.again} onClick={captcha.renew}>
          <IconRefresh size={14} aria-hidden />
          {t('account.captchaAgain')}
        </button>
      </div>
    </div>
  );
}
