import type { SecondStepWay, SecondStep as Step } from '@bourse/protocol';
import { Button, Segmented, TextField } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type CallInput, type CallOutput, call } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { passkeyObstacle, signWithPasskey } from '../../security/model/passkeys.ts';
import { codeComplete, codeDigits } from '../model/identity.ts';
import { isRefused, refusals } from '../model/refusals.ts';
import styles from './AuthFrame.module.css';
import { Problem } from './AuthFrame.tsx';

type Answer = CallInput<'POST system/auth/second-step'>['answer'];
type Tokens = CallOutput<'POST system/auth/second-step'>;

/** The second step of a sign-in: six digits, a passkey, or a code from paper. Six digits go out by themselves. */
export function SecondStep({ step, onDone, onOver }: { step: Step; onDone: (tokens: Tokens) => void; onOver: (problem?: string) => void }) {
  const t = useT();
  const { ticket, passkeys } = step;
  const ways = step.ways.filter((way) => way !== 'passkey' || (passkeys !== null && passkeyObstacle(passkeys.rpId) === null));
  const [way, setWay] = useState<SecondStepWay | undefined>(ways[0]);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async (make: () => Promise<Answer | undefined>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await make();
      if (answer) onDone(await call('POST system/auth/second-step', { ticket, answer }, { noMsg: true }));
      else setProblem(t('security.passkeyCancelled'));
    } catch (error) {
      const said = (isRefused(error) && error.message) || t('common.noResponse');
      if (isRefused(error) && error.code === refusals.signInTicketOver) onOver(said);
      else setProblem(said);
      setText('');
    } finally {
      setBusy(false);
    }
  };
  const byPasskey = () =>
    send(async () => {
      if (!passkeys) return undefined;
      const passkey = await signWithPasskey(passkeys.challenge, passkeys.rpId, passkeys.ids).catch(() => undefined);
      return passkey && { passkey };
    });
  const type = (typed: string) => {
    setProblem(undefined);
    if (way !== 'totp') return setText(typed);
    const digits = codeDigits(typed);
    setText(digits);
    if (codeComplete(digits)) void send(async () => ({ totp: digits }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (way === 'passkey') return void byPasskey();
    if (way === 'totp' && !codeComplete(text)) return setProblem(t('security.codeMissing'));
    if (way === 'recoveryCode' && !/^\w{5}[- ]?\w{5}$/.test(text.trim())) return setProblem(t('security.proofRecoveryWrong'));
    void send(async () => (way === 'totp' ? { totp: text } : { recoveryCode: text.trim() }));
  };

  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      {ways.length > 1 && (
        <Segmented
          label={t('security.proofWay')}
          options={ways.map((value) => ({ value, label: t(`security.way_${value}`) }))}
          value={way ?? 'totp'}
          onChange={(next) => {
            setWay(next);
            setText('');
            setProblem(undefined);
          }}
        />
      )}
      {(way === undefined || way === 'passkey') && problem && <Problem>{problem}</Problem>}
      {way === undefined && <p className={styles.note}>{t('account.stepElsewhere', { site: passkeys?.rpId ?? '' })}</p>}
      {(way === 'totp' || way === 'recoveryCode') && (
        <TextField
          key={way}
          label={t(way === 'totp' ? 'security.code' : 'security.proofRecovery')}
          hint={t(way === 'totp' ? 'security.codeHint' : 'security.proofRecoveryHint')}
          value={text}
          onChange={type}
          error={problem}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={12}
          required
          data-autofocus
        />
      )}
      {way !== undefined && (
        <Button type="submit" size="large" wide busy={busy}>
          {t(way === 'passkey' ? 'account.passkeySignIn' : 'common.signIn')}
        </Button>
      )}
      <div className={styles.foot}>
        <Button kind="link" onClick={() => onOver()}>
          {t('account.stepAgain')}
        </Button>
        <Link to="/factor_reset" className={styles.link}>
          {t('account.stepLost')}
        </Link>
      </div>
    </form>
  );
}
