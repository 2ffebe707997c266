import { LoginBy } from '@bourse/protocol/enums';
import { Button, PasswordField, TextArea } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { type CallOutput, call, useAction, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { accountFields, accountProblem, type Identity } from './model/identity.ts';
import { asksForPicture, type Problems, problemsOf, without } from './model/refusals.ts';
import styles from './parts/AuthFrame.module.css';
import { AuthFrame, Problem } from './parts/AuthFrame.tsx';
import { CaptchaBox } from './parts/CaptchaBox.tsx';
import { ContactField } from './parts/ContactField.tsx';
import { useArea } from './parts/useArea.ts';
import { useCaptcha } from './parts/useCaptcha.ts';

const textAtLeast = 10;

/** For whoever lost every factor, or locked the account: asks for new ones. With the link of its letter, the page cancels the request. */
export function FactorResetScreen() {
  const [token] = useState(() => /^#cancel=([\w-]{1,64})$/.exec(location.hash)?.[1]);
  // The link is good for somebody who finds it in the history of a shared device, too.
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token ? <Cancel token={token} /> : <Ask />;
}

function Cancel({ token }: { token: string }) {
  const t = useT();
  const [done, setDone] = useState(false);
  const cancel = useAction(async () => {
    await call('POST system/auth/cancel-factor-reset', { token }, { noMsg: true });
    setDone(true);
  });
  return (
    <AuthFrame title={t('security.resetCancelTitle')} lead={t(done ? 'security.resetCancelled' : 'security.resetCancelLead')}>
      <div className={styles.fields}>
        {cancel.error && <Problem>{cancel.error.message || t('common.noResponse')}</Problem>}
        {!done && (
          <Button size="large" wide busy={cancel.busy} onClick={() => void cancel.run(undefined)}>
            {t('security.resetCancel')}
          </Button>
        )}
        <p className={styles.foot}>
          <Link to="/forgot" className={styles.link}>
            {t('account.forgotTitle')}
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}

function Ask() {
  const t = useT();
  const { area } = useArea();
  const [identity, setIdentity] = useState<Identity>({ by: LoginBy.email, areaCode: '', account: '' });
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [short, setShort] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [pictured, setPictured] = useState(false);
  const [sent, setSent] = useState<CallOutput<'POST system/auth/factor-reset'>>();
  const captcha = useCaptcha(pictured);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = accountProblem(identity);
    const found: Problems = {};
    if (problem) found.account = t(`account.${problem}`);
    if (password === '') found.password = t('account.passwordMissing');
    if (pictured && captcha.code.trim() === '') found.captcha = t('account.captchaMissing');
    const tooShort = text.trim().length < textAtLeast;
    setShort(tooShort);
    setProblems(found);
    if (tooShort || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const who = { loginBy: identity.by, ...accountFields({ ...identity, areaCode: identity.areaCode || area }), password };
      const proof = pictured ? await captcha.fields() : {};
      setSent(await call('POST system/auth/factor-reset', { ...who, ...proof, text: text.trim() }, { noMsg: true }));
    } catch (error) {
      if (asksForPicture(error)) setPictured(true);
      if (pictured) captcha.renew();
      setProblems(problemsOf(error, t('common.noResponse')));
    } finally {
      setBusy(false);
    }
  };

  if (sent) return <Asked sent={sent} />;
  return (
    <AuthFrame title={t('security.reset')} lead={t('security.resetLead')}>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.note}>{t('security.resetRule')}</p>
        {problems.form && <Problem>{problems.form}</Problem>}
        <ContactField
          value={identity}
          onChange={(value) => {
            setIdentity(value);
            setProblems((now) => without(now, 'account', 'form'));
          }}
          error={problems.account}
        />
        <PasswordField
          label={t('account.password')}
          value={password}
          onChange={(value) => {
            setPassword(value);
            setProblems((now) => without(now, 'password', 'form'));
          }}
          error={problems.password}
          required
        />
        <TextArea
          label={t('security.resetText')}
          hint={t('security.resetTextHint')}
          rows={4}
          value={text}
          onChange={(value) => {
            setText(value);
            setShort(false);
          }}
          error={short ? t('security.resetTextShort', { min: textAtLeast }) : undefined}
          maxLength={1_000}
          required
        />
        {pictured && <CaptchaBox captcha={captcha} error={problems.captcha} />}
        <Button type="submit" size="large" wide busy={busy}>
          {t('security.resetAsk')}
        </Button>
        <p className={styles.foot}>
          <Link to="/login" className={styles.link}>
            {t('common.signIn')}
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}

function Asked({ sent: { notBefore, sentTo } }: { sent: CallOutput<'POST system/auth/factor-reset'> }) {
  const t = useT();
  const zone = useTimeZone();
  const time = formatTime(notBefore, 'dateTime', zone);
  return (
    <AuthFrame title={t('security.resetAsked')} lead={t('security.resetAskedText', { time })}>
      <div className={styles.fields} role="status">
        <p className={styles.note}>{t('security.resetSentTo', { to: sentTo.join(', ') })}</p>
        <p className={styles.note}>{t('security.resetAfter')}</p>
        <p className={styles.foot}>
          <Link to="/home" className={styles.link}>
            {t('shell.home')}
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
