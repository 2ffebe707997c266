import { LoginBy, type VerificationPurpose } from '@bourse/protocol/enums';
import { Button } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { lastValue, useBaseInfo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { codeComplete, type Identity } from '../model/identity.ts';
import { passwordStrength } from '../model/password.ts';
import { type FormField, type Problems, problemsOf, without } from '../model/refusals.ts';
import styles from './AuthFrame.module.css';
import { Problem } from './AuthFrame.tsx';
import { CaptchaBox } from './CaptchaBox.tsx';
import { CodeField } from './CodeField.tsx';
import { ContactField } from './ContactField.tsx';
import { NewPassword } from './NewPassword.tsx';
import { useArea } from './useArea.ts';
import { useSendCode } from './useSendCode.ts';

/** Sets a password with a code: the first step sends the code to an address, the second takes the code and the new password. */
export function useByCode(purpose: VerificationPurpose) {
  const t = useT();
  const { area } = useArea();
  const [identity, setIdentity] = useState<Identity>({ by: LoginBy.email, areaCode: '', account: '' });
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const sending = useSendCode(purpose);
  /** Checks the code, the password and the screen's own fields, and submits when all are valid. */
  const submit = async (event: FormEvent, others: Problems, act: () => Promise<unknown>) => {
    event.preventDefault();
    const strength = passwordStrength(password, identity.account);
    const found: Problems = { ...others };
    if (!codeComplete(code)) found.code = t('account.codeMissing');
    if (strength.blocked) found.password = t(`account.advice_${strength.advice}`);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      setProblems(problemsOf(error, t('common.noResponse')));
    } finally {
      setBusy(false);
    }
  };
  const whole: Identity = { ...identity, areaCode: identity.areaCode || area };
  /** Clears a field's problem when the person changes the field. */
  const settle = (...names: FormField[]) => setProblems((now) => without(now, ...names));
  return { whole, area, identity, setIdentity, code, setCode, password, setPassword, problems, settle, busy, sending, submit };
}
type ByCode = ReturnType<typeof useByCode>;

/** The first step: the address that receives the code. */
export function AddressStep({ whole, identity, setIdentity, sending }: Pick<ByCode, 'whole' | 'identity' | 'setIdentity' | 'sending'>) {
  const t = useT();
  const phones = lastValue(useBaseInfo())?.phones === true;
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void sending.send(whole);
      }}
    >
      {sending.problems.form && <Problem>{sending.problems.form}</Problem>}
      <ContactField only={phones ? undefined : LoginBy.email} value={identity} onChange={setIdentity} error={sending.problems.account} />
      <CaptchaBox captcha={sending.captcha} error={sending.problems.captcha} />
      <Button type="submit" size="large" wide busy={sending.busy}>
        {t('account.sendCode')}
      </Button>
    </form>
  );
}

type FieldsProps = { step: Omit<ByCode, 'submit'>; label: string };

/** The second step: the code and the new password. */
export function CodeAndPassword({ step, label }: FieldsProps) {
  const { problems, sending, settle } = step;
  return (
    <>
      {problems.form && <Problem>{problems.form}</Problem>}
      {problems.account && <Problem>{problems.account}</Problem>}
      {sending.sent && (
        <CodeField
          value={step.code}
          onChange={(text) => {
            step.setCode(text);
            settle('code', 'form');
          }}
          error={problems.code}
          sent={sending.sent}
          onAgain={sending.again}
        />
      )}
      <NewPassword
        label={label}
        value={step.password}
        onChange={(text) => {
          step.setPassword(text);
          settle('password');
        }}
        error={problems.password}
        account={step.identity.account}
      />
    </>
  );
}
