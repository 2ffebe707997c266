import { Button, PasswordField, toast } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, useIsDemo } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { RealAccountFirst } from '../funds/parts/RealAccountFirst.tsx';
import { passwordStrength } from './model/password.ts';
import { type Problems, problemsOf, without } from './model/refusals.ts';
import { Problem } from './parts/AuthFrame.tsx';
import { NewPassword } from './parts/NewPassword.tsx';
import styles from './parts/SettingsPage.module.css';
import { SettingsPage } from './parts/SettingsPage.tsx';

export function ChangePasswordScreen() {
  const t = useT();
  const navigate = useNavigate();
  const demo = useIsDemo();
  const [oldPassword, setOldPassword] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const strength = passwordStrength(password);
    const found: Problems = {};
    if (oldPassword === '') found.oldPassword = t('account.passwordMissing');
    if (strength.blocked) found.password = t(`account.advice_${strength.advice}`);
    else if (password === oldPassword) found.password = t('account.passwordSame');
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await call('POST system/auth/update-pwd', { oldPassword, password }, { noMsg: true });
      toast('success', t('account.passwordChanged'));
      await navigate({ to: '/mine/settings', replace: true });
    } catch (error) {
      setProblems(problemsOf(error, t('common.noResponse'), { field: 'oldPassword', text: t('account.passwordNotYours') }));
    } finally {
      setBusy(false);
    }
  };

  return (
    <SettingsPage title={t('account.changePasswordTitle')}>
      {demo ? (
        <RealAccountFirst title={t('account.demoNoPassword')} text={t('account.demoNoPasswordText')} />
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          {problems.form && <Problem>{problems.form}</Problem>}
          <PasswordField
            label={t('account.oldPassword')}
            value={oldPassword}
            onChange={(text) => {
              setOldPassword(text);
              setProblems((now) => without(now, 'oldPassword', 'form'));
            }}
            error={problems.oldPassword}
            required
          />
          <NewPassword
            label={t('account.newPassword')}
            value={password}
            onChange={(text) => {
              setPassword(text);
              setProblems((now) => without(now, 'password'));
            }}
            error={problems.password}
          />
          <p className={styles.note}>{t('account.othersSignedOut')}</p>
          <Button type="submit" size="large" wide busy={busy}>
            {t('account.setPassword')}
          </Button>
        </form>
      )}
    </SettingsPage>
  );
}
