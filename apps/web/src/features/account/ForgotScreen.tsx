import { VerificationPurpose } from '@bourse/protocol/enums';
import { Button, toast } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { accountFields } from './model/identity.ts';
import styles from './parts/AuthFrame.module.css';
import { AuthFrame } from './parts/AuthFrame.tsx';
import { AddressStep, CodeAndPassword, useByCode } from './parts/ByCode.tsx';
import { SentTo } from './parts/SentTo.tsx';

/** Sets a new password with a code. The server's answer never reveals whether an account exists, so this page does not either. */
export function ForgotScreen() {
  const t = useT();
  const navigate = useNavigate();
  const step = useByCode(VerificationPurpose.resetPassword);
  const { sending, whole, code, password } = step;
  const reset = async () => {
    await call('POST system/auth/reset-pwd', { resetBy: whole.by, ...accountFields(whole), code, password }, { noMsg: true });
    toast('success', t('account.passwordChanged'));
    await navigate({ to: '/login', replace: true });
  };
  return (
    <AuthFrame
      title={t('account.forgotTitle')}
      lead={sending.sent ? <SentTo sent={sending.sent} onChange={sending.again} /> : t('account.forgotLead')}
    >
      {sending.sent ? (
        <form className={styles.fields} noValidate onSubmit={(event) => void step.submit(event, {}, reset)}>
          <CodeAndPassword step={step} label={t('account.newPassword')} />
          <p className={styles.note}>{t('account.othersSignedOut')}</p>
          <Button type="submit" size="large" wide busy={step.busy}>
            {t('account.setPassword')}
          </Button>
        </form>
      ) : (
        <AddressStep {...step} />
      )}
      <p className={styles.foot}>
        {t('account.remembered')}
        <Link to="/login" className={styles.link}>
          {t('common.signIn')}
        </Link>
      </p>
    </AuthFrame>
  );
}
