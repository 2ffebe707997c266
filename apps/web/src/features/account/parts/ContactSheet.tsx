import { LoginBy, VerificationPurpose } from '@bourse/protocol/enums';
import { Button, PasswordField, Sheet, toast } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { cache, call, readKey } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { accountFields, codeComplete, type Identity } from '../model/identity.ts';
import { type Problems, problemsOf, without } from '../model/refusals.ts';
import styles from './AuthFrame.module.css';
import { Problem } from './AuthFrame.tsx';
import { CaptchaBox } from './CaptchaBox.tsx';
import { CodeField } from './CodeField.tsx';
import { ContactField } from './ContactField.tsx';
import { SentTo } from './SentTo.tsx';
import { useArea } from './useArea.ts';
import { useSendCode } from './useSendCode.ts';

/** Changes the e-mail address or phone number: first sends a code to the new one, then asks for the code and the password. */
export function ContactSheet({ by, onClose }: { by: LoginBy; onClose: () => void }) {
  const t = useT();
  const { area } = useArea();
  const [identity, setIdentity] = useState<Identity>({ by, areaCode: '', account: '' });
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const sending = useSendCode(VerificationPurpose.updateProfile);
  const whole = { ...identity, areaCode: identity.areaCode || area };
  const email = by === LoginBy.email;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!sending.sent) return sending.send(whole);
    const found: Problems = {};
    if (!codeComplete(code)) found.code = t('account.codeMissing');
    if (password === '') found.password = t('account.passwordMissing');
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { account, areaCode } = accountFields(whole);
      const member = email
        ? await call('PUT system/member/update-email', { email: account, code, password }, { noMsg: true })
        : await call('PUT system/member/update-phone', { areaCode: areaCode ?? area, phone: account, code, password }, { noMsg: true });
      cache.write(readKey('GET system/member/get-current-member', {}), member);
      toast('success', email ? t('account.emailSaved') : t('account.phoneSaved'));
      onClose();
    } catch (error) {
      setProblems(problemsOf(error, t('common.noResponse'), { field: 'password', text: t('account.passwordNotYours') }));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet open onClose={onClose} title={email ? t('account.changeEmail') : t('account.changePhone')}>
      <form className={styles.fields} onSubmit={submit} noValidate>
        {sending.sent ? (
          <>
            <p className={styles.lead}>
              <SentTo sent={sending.sent} onChange={sending.again} />
            </p>
            {(problems.form ?? problems.account) && <Problem>{problems.form ?? problems.account}</Problem>}
            <CodeField
              value={code}
              onChange={(text) => {
                setCode(text);
                setProblems((now) => without(now, 'code', 'form', 'account'));
              }}
              error={problems.code}
              sent={sending.sent}
              onAgain={sending.again}
            />
            <PasswordField
              label={t('account.yourPassword')}
              value={password}
              onChange={(text) => {
                setPassword(text);
                setProblems((now) => without(now, 'password'));
              }}
              error={problems.password}
              required
            />
            <Button type="submit" size="large" wide busy={busy}>
              {t('common.save')}
            </Button>
          </>
        ) : (
          <>
            {sending.problems.form && <Problem>{sending.problems.form}</Problem>}
            <ContactField
              only={by}
              label={email ? t('account.newEmail') : t('account.newPhone')}
              autoComplete={email ? 'email' : 'tel-national'}
              value={identity}
              onChange={setIdentity}
              error={sending.problems.account}
            />
            <CaptchaBox captcha={sending.captcha} error={sending.problems.captcha} />
            <Button type="submit" size="large" wide busy={sending.busy}>
              {t('account.sendCode')}
            </Button>
          </>
        )}
      </form>
    </Sheet>
  );
}
