import { Button, cx, IconClock, PasswordField, toast } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useIsDemo, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { SettingsPage } from '../account/parts/SettingsPage.tsx';
import { RealAccountFirst } from '../funds/parts/RealAccountFirst.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { useProof } from './proof/useProof.tsx';
import styles from './security.module.css';

const shortest = 6;
const longest = 64;

/** Sets or changes the pay password. What it costs is said first. */
export function PayPasswordScreen() {
  const t = useT();
  const demo = useIsDemo();
  const signedIn = useSignedIn();
  return (
    <SettingsPage title={t('security.changePayTitle')}>
      {!signedIn ? (
        <SignInFirst title={t('security.signIn')} text={t('security.signInText')} />
      ) : demo ? (
        <RealAccountFirst title={t('security.demo')} text={t('security.demoText')} />
      ) : (
        <PayPasswordForm />
      )}
    </SettingsPage>
  );
}

function PayPasswordForm() {
  const t = useT();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problems, setProblems] = useState<{ password?: string; again?: string }>({});
  const change = useProof('POST system/member/update-pay-pwd', {
    about: <p className={styles.note}>{t('security.changePayFirst')}</p>,
    onDone: async () => {
      toast('success', t('security.changePayDone'));
      await navigate({ to: '/mine/security', replace: true });
    },
    onRefused: ({ message }) => {
      setProblems({ password: message || t('common.noResponse') });
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: typeof problems = {};
    if ([...password].length < shortest) found.password = t('security.changePayShort');
    else if (password.length > longest) found.password = t('security.changePayLong');
    else if (again !== password) found.again = t('security.changePayDiffers');
    setProblems(found);
    if (Object.keys(found).length === 0) change.ask({ payPassword: password });
  };
  return (
    <>
      <section className={cx(styles.state, styles.held)} aria-labelledby="pay-password-wait">
        <IconClock size={20} aria-hidden />
        <h2 id="pay-password-wait">{t('security.changePayFirst')}</h2>
        <p>{t('security.changePayWhy')}</p>
      </section>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          label={t('security.changePayNew')}
          hint={t('security.changePayHint')}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setProblems({});
          }}
          error={problems.password}
          autoComplete="new-password"
          maxLength={128}
          required
        />
        <PasswordField
          label={t('security.changePayAgain')}
          value={again}
          onChange={(text) => {
            setAgain(text);
            setProblems(({ again: _, ...rest }) => rest);
          }}
          error={problems.again}
          autoComplete="new-password"
          maxLength={128}
          required
        />
        <Button type="submit" size="large" wide busy={change.busy}>
          {t('security.confirm')}
        </Button>
      </form>
      {change.sheet}
    </>
  );
}
