import { LoginBy, VerificationPurpose } from '@bourse/protocol/enums';
import { Button, toast } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { accountFields, codeComplete, type Identity } from './model/identity.ts';
import { passwordStrength } from './model/password.ts';
import { type Problems, problemsOf, without } from './model/refusals.ts';
import styles from './parts/AuthFrame.module.css';
import { AuthFrame, Problem } from './parts/AuthFrame.tsx';
import { CaptchaBox } from './parts/CaptchaBox.tsx';
import { CodeField } from './parts/CodeField.tsx';
import { ContactField } from './parts/ContactField.tsx';
import { NewPassword } from './parts/NewPassword.tsx';
import { SentTo } from './parts/SentTo.tsx';
import { useArea } from './parts/useArea.ts';
import { useSendCode } from './parts/useSendCode.ts';

/** A new password by a code. The answer never tells whether an account exists, so neither does this page. */
export function ForgotScreen() {
  const t = useT();
  const navigate = useNavigate();
  const { area } = useArea();
  const [identity, setIdentity] = useState<Identity>({ by: LoginBy.email, areaCode: '', account: '' });
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const sending = useSendCode(VerificationPurpose.resetPassword);
  const whole = { ...identity, areaCode: identity.areaCode || area };

  const sendCode = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(whole);
  };

  const reset = async () => {
    const strength = passwordStrength(password, identity.account);
    const found: Problems = {};
    if (!codeComplete(code)) found.code = t('account.codeMissing');
    if (strength.blocked) found.password = t(`account.advice_${strength.advice}`);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await call('POST system/auth/reset-pwd', { resetBy: whole.by, ...accountFields(whole), code, password }, { noMsg: true });
      toast('success', t('account.passwordChanged'));
      await navigate({ to: '/login', replace: true });
    } catch (error) {
      setProblems(problemsOf(error, t('common.noResponse')));
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthFrame
      title={t('account.forgotTitle')}
      lead={sending.sent ? <SentTo sent={sending.sent} onChange={sending.again} /> : t('account.forgotLead')}
    >
      {sending.sent ? (
        <form
          className={styles.fields}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void reset();
          }}
        >
          {problems.form && <Problem>{problems.form}</Problem>}
          {problems.account && <Problem>{problems.account}</Problem>}
          <CodeField
            value={code}
            onChange={(text) => {
              setCode(text);
              setProblems((now) => without(now, 'code', 'form'));
            }}
            error={problems.code}
            sent={sending.sent}
            onAgain={sending.again}
          />
          <NewPassword
            label={t('account.newPassword')}
            value={password}
            onChange={(text) => {
              setPassword(text);
              setProblems((now) => without(now, 'password'));
            }}
            error={problems.password}
            account={identity.account}
          />
          <p className={styles.note}>{t('account.othersSignedOut')}</p>
          <Button type="submit" size="large" wide busy={busy}>
            {t('account.setPassword')}
          </Button>
        </form>
      ) : (
        <form className={styles.fields} onSubmit={sendCode} noValidate>
          {sending.problems.form && <Problem>{sending.problems.form}</Problem>}
          <ContactField value={identity} onChange={setIdentity} error={sending.problems.account} />
          <CaptchaBox captcha={sending.captcha} error={sending.problems.captcha} />
          <Button type="submit" size="large" wide busy={sending.busy}>
            {t('account.sendCode')}
          </Button>
        </form>
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
