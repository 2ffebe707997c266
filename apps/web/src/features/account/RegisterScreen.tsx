import { LoginBy, VerificationPurpose } from '@bourse/protocol/enums';
import { Button, Checkbox, TextField } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, session } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { accountFields, codeComplete, type Identity } from './model/identity.ts';
import { passwordStrength } from './model/password.ts';
import { type Problems, problemsOf, without } from './model/refusals.ts';
import styles from './parts/AuthFrame.module.css';
import { AuthFrame, Problem } from './parts/AuthFrame.tsx';
import { CaptchaBox } from './parts/CaptchaBox.tsx';
import { CodeField } from './parts/CodeField.tsx';
import { ContactField } from './parts/ContactField.tsx';
import { DemoButton } from './parts/DemoButton.tsx';
import { NewPassword } from './parts/NewPassword.tsx';
import { SentTo } from './parts/SentTo.tsx';
import { useArea } from './parts/useArea.ts';
import { useArrive } from './parts/useArrive.ts';
import { useSendCode } from './parts/useSendCode.ts';

/** `/register` and `/registered`: first the address is shown to be yours, then the password is set. An invitation link fills its code in. */
export function RegisterScreen() {
  const t = useT();
  const arrive = useArrive();
  const { area } = useArea();
  const search = useSearch({ strict: false }) as { inviteCode?: unknown };
  const [identity, setIdentity] = useState<Identity>({ by: LoginBy.email, areaCode: '', account: '' });
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [invite, setInvite] = useState(typeof search.inviteCode === 'string' ? search.inviteCode.slice(0, 32) : '');
  const [inviting, setInviting] = useState(invite !== '');
  const [agreed, setAgreed] = useState(false);
  const [problems, setProblems] = useState<Problems & { terms?: string }>({});
  const [busy, setBusy] = useState(false);
  const sending = useSendCode(VerificationPurpose.register);
  const whole = { ...identity, areaCode: identity.areaCode || area };

  const sendCode = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(whole);
  };

  const create = async () => {
    const strength = passwordStrength(password, identity.account);
    const found: Problems & { terms?: string } = {};
    if (!codeComplete(code)) found.code = t('account.codeMissing');
    if (strength.blocked) found.password = t(`account.advice_${strength.advice}`);
    if (!agreed) found.terms = t('account.termsMissing');
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { account, areaCode } = accountFields(whole);
      const inviteCode = invite.trim() === '' ? {} : { inviteCode: invite.trim() };
      const tokens =
        whole.by === LoginBy.email
          ? await call('POST system/auth/email-register', { email: account, password, code, ...inviteCode }, { noMsg: true })
          : await call(
              'POST system/auth/sms-register',
              { areaCode: areaCode ?? area, phone: account, password, code, ...inviteCode },
              { noMsg: true },
            );
      session.signIn(tokens);
      arrive();
    } catch (error) {
      setProblems(problemsOf(error, t('common.noResponse')));
    } finally {
      setBusy(false);
    }
  };

  if (!sending.sent)
    return (
      <AuthFrame title={t('account.registerTitle')} lead={t('account.registerLead')}>
        <form className={styles.fields} onSubmit={sendCode} noValidate>
          {sending.problems.form && <Problem>{sending.problems.form}</Problem>}
          <ContactField value={identity} onChange={setIdentity} error={sending.problems.account} />
          <CaptchaBox captcha={sending.captcha} error={sending.problems.captcha} />
          <Button type="submit" size="large" wide busy={sending.busy}>
            {t('account.sendCode')}
          </Button>
        </form>
        <p className={styles.foot}>
          {t('account.haveAccount')}
          <Link to="/login" className={styles.link}>
            {t('common.signIn')}
          </Link>
        </p>
        <div className={styles.or}>{t('account.or')}</div>
        <DemoButton kind="outline" />
      </AuthFrame>
    );

  return (
    <AuthFrame title={t('account.setPasswordTitle')} lead={<SentTo sent={sending.sent} onChange={sending.again} />}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
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
          label={t('account.password')}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setProblems((now) => without(now, 'password'));
          }}
          error={problems.password}
          account={identity.account}
        />
        {inviting ? (
          <TextField
            label={t('account.inviteCode')}
            value={invite}
            onChange={(text) => {
              setInvite(text);
              setProblems((now) => without(now, 'invite'));
            }}
            error={problems.invite}
            hint={t('account.optional')}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={32}
          />
        ) : (
          <button type="button" className={styles.link} onClick={() => setInviting(true)}>
            {t('account.haveInvite')}
          </button>
        )}
        <Checkbox
          checked={agreed}
          onChange={(text) => {
            setAgreed(text);
            setProblems((now) => without(now, 'terms'));
          }}
          aria-invalid={problems.terms ? true : undefined}
        >
          <span>{t('account.terms')}</span>
        </Checkbox>
        {problems.terms && <Problem>{problems.terms}</Problem>}
        <Button type="submit" size="large" wide busy={busy}>
          {t('common.register')}
        </Button>
      </form>
    </AuthFrame>
  );
}
