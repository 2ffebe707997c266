import type { SecondStep as SecondStepOf } from '@bourse/protocol';
import { LoginBy, LoginType } from '@bourse/protocol/enums';
import { Button, Confirm, PasswordField } from '@bourse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { browserKey, call, session, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { accountFields, accountProblem, type Identity } from './model/identity.ts';
import { asksForPicture, isRefused, type Problems, problemsOf, refusals, without } from './model/refusals.ts';
import styles from './parts/AuthFrame.module.css';
import { AuthFrame, Problem } from './parts/AuthFrame.tsx';
import { CaptchaBox } from './parts/CaptchaBox.tsx';
import { ContactField } from './parts/ContactField.tsx';
import { DemoButton } from './parts/DemoButton.tsx';
import { PasskeySignIn } from './parts/PasskeySignIn.tsx';
import { SecondStep } from './parts/SecondStep.tsx';
import { useArea } from './parts/useArea.ts';
import { useArrive } from './parts/useArrive.ts';
import { useCaptcha } from './parts/useCaptcha.ts';

type Other = { device: string; lastSeen: number | null };

/**
 * Two rules of the specification meet here: `/login` leads to `/home` while both tokens are stored, and visiting it while signed in signs
 * out completely. How the person came decides. If `/login` is the first entry of the page's history (a bookmark, a reload, a new tab), a
 * signed-in person goes to `/home`. If they came from inside the app, they want another account or their session has ended: the old session
 * is cleared and the form stays. Returns true while the form must not be drawn.
 */
function useLeaveWhenSignedIn(): boolean {
  const router = useRouter();
  const [leaving] = useState(() => {
    const opened = (router.history.location.state.__TSR_index ?? 0) === 0;
    return opened && session.accessToken !== null && session.refreshToken !== null;
  });
  useEffect(() => {
    if (leaving) void router.navigate({ to: '/home', replace: true });
    else if (session.signedIn) session.logout({ go: false });
  }, [leaving, router]);
  return leaving;
}

export function LoginScreen() {
  return useLeaveWhenSignedIn() ? null : <LoginForm />;
}

function LoginForm() {
  const t = useT();
  const arrive = useArrive();
  const timeZone = useTimeZone();
  const { area } = useArea();
  const [identity, setIdentity] = useState<Identity>({ by: LoginBy.email, areaCode: '', account: '' });
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [other, setOther] = useState<Other>();
  const [locked, setLocked] = useState(false);
  const [step, setStep] = useState<SecondStepOf>();
  const captcha = useCaptcha(asked);

  const credentials = () => ({
    loginBy: identity.by,
    ...accountFields({ ...identity, areaCode: identity.areaCode || area }),
    password,
  });

  const enter = (tokens: Parameters<typeof session.signIn>[0]) => {
    session.signIn(tokens);
    arrive();
  };

  const signIn = async () => {
    const proof = asked ? await captcha.fields() : {};
    const who = { loginType: LoginType.real, visitorId: browserKey(), ...credentials() };
    const answer = await call('POST system/auth/login', { ...who, ...proof }, { noMsg: true });
    if ('secondStep' in answer) setStep(answer.secondStep);
    else enter(answer);
  };

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblems({});
    try {
      await work();
    } catch (error) {
      if (asksForPicture(error)) setAsked(true);
      if (asked) captcha.renew();
      setLocked(isRefused(error) && error.code === refusals.accountLocked);
      setProblems(problemsOf(error, t('common.noResponse')));
    } finally {
      setBusy(false);
    }
  };

  /**
   * Asks once whether another session is signed in on this kind of device. The server refuses to say after too many attempts; then the other
   * session learns of the sign-in by push.
   */
  const findOther = async (): Promise<Other | undefined> => {
    if (asked) return undefined;
    try {
      const answer = await call('POST system/auth/valid-repeat-login', credentials(), { noMsg: true });
      return answer.repeated ? { device: answer.device ?? t('account.otherDevice'), lastSeen: answer.lastSeen } : undefined;
    } catch (error) {
      if (isRefused(error) && error.code === refusals.tooManyAttempts) return undefined;
      throw error;
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = accountProblem(identity);
    const found: Problems = {};
    if (problem) found.account = t(`account.${problem}`);
    if (password === '') found.password = t('account.passwordMissing');
    if (asked && captcha.code.trim() === '') found.captcha = t('account.captchaMissing');
    if (Object.keys(found).length > 0) return setProblems(found);
    void run(async () => {
      const someone = await findOther();
      if (someone) setOther(someone);
      else await signIn();
    });
  };

  if (step)
    return (
      <AuthFrame title={t('account.stepTitle')} lead={t('account.stepLead')}>
        <SecondStep
          step={step}
          onDone={enter}
          onOver={(problem) => {
            setStep(undefined);
            setPassword('');
            setProblems(problem ? { form: problem } : {});
          }}
        />
      </AuthFrame>
    );
  return (
    <AuthFrame title={t('account.loginTitle')} lead={t('account.loginLead')}>
      <form className={styles.fields} onSubmit={submit} noValidate>
        {problems.form && <Problem>{problems.form}</Problem>}
        <ContactField
          value={identity}
          onChange={(text) => {
            setIdentity(text);
            setProblems((now) => without(now, 'account', 'form'));
          }}
          error={problems.account}
        />
        <PasswordField
          label={t('account.password')}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setProblems((now) => without(now, 'password', 'form'));
          }}
          error={problems.password}
          required
        />
        {asked && <CaptchaBox captcha={captcha} error={problems.captcha} />}
        <Button type="submit" size="large" wide busy={busy}>
          {t('common.signIn')}
        </Button>
        <div className={styles.foot}>
          <Link to="/forgot" className={styles.link}>
            {t('account.forgotLink')}
          </Link>
          {locked && (
            <Link to="/factor_reset" className={styles.link}>
              {t('security.reset')}
            </Link>
          )}
        </div>
      </form>
      <div className={styles.or}>{t('account.or')}</div>
      <PasskeySignIn onDone={enter} />
      <DemoButton kind="outline" />
      <p className={styles.foot}>
        {t('account.newHere')}
        <Link to="/register" className={styles.link}>
          {t('common.register')}
        </Link>
      </p>
      <Confirm
        open={other !== undefined}
        onClose={() => setOther(undefined)}
        title={t('account.repeatTitle')}
        confirm={t('account.repeatGo')}
        cancel={t('common.cancel')}
        busy={busy}
        onConfirm={() => {
          setOther(undefined);
          void run(signIn);
        }}
      >
        {other?.lastSeen
          ? t('account.repeatText', { device: other.device, time: formatTime(other.lastSeen, 'dateTime', timeZone) })
          : t('account.repeatTextPlain', { device: other?.device ?? '' })}
      </Confirm>
    </AuthFrame>
  );
}
