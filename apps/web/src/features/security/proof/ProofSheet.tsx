import { Button, ErrorState, PasswordField, Segmented, Sheet, SkeletonRows, TextField } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { BegunProof, CallError, ProofPart, ProofParts } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { codeDigits } from '../../account/model/identity.ts';
import { challengeText, passkeyObstacle, signWithPasskey } from '../model/passkeys.ts';
import { placeOf } from '../model/refusals.ts';
import styles from '../security.module.css';

type Way = readonly ProofPart[];
type Second = Exclude<ProofPart, 'payPassword' | 'password'>;
type Problems = { first?: string; second?: string; form?: string };

const secondOf = (way: Way) => way.find((part): part is Second => part !== 'payPassword' && part !== 'password');
const nameOf = (way: Way) => way.join('+');

export type ProofSheetProps = {
  /** The proof to answer; undefined while it is being begun. */
  begun: BegunProof | undefined;
  failed: CallError | undefined;
  about: ReactNode;
  /** An earlier proof ran out. */
  again: boolean;
  answer: (parts: ProofParts) => Promise<CallError | undefined>;
  onClose: () => void;
  onRetry: () => void;
};

/** Asks for the factors that an act needs. Screens use `useProof`, which also begins the proof and sends the act. */
export function ProofSheet({ begun, failed, about, again, answer, onClose, onRetry }: ProofSheetProps) {
  const t = useT();
  const form = useId();
  const [busy, setBusy] = useState(false);
  const ways = begun ? usable(begun) : [];
  const [chosen, setChosen] = useState<string>();
  const way = ways.find((one) => nameOf(one) === chosen) ?? ways[0];
  const byPasskey = way !== undefined && secondOf(way) === 'passkey';
  const setUp = failed !== undefined && placeOf(failed.code) === 'setUp';
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('security.proofTitle')}
      foot={
        way && (
          <Button type="submit" form={form} size="large" wide busy={busy}>
            {t(byPasskey ? 'security.proofByPasskey' : 'security.confirm')}
          </Button>
        )
      }
    >
      <div className={styles.sheet}>
        {about}
        {failed ? (
          <ErrorState compact title={failed.message || t('common.noResponse')} {...(setUp ? {} : { onRetry })}>
            {setUp && (
              <Link to="/mine/security" onClick={onClose}>
                {t('security.proofSetUp')}
              </Link>
            )}
          </ErrorState>
        ) : begun && way ? (
          <>
            {again && (
              <p className={styles.note} role="status">
                {t('security.proofAgain')}
              </p>
            )}
            {ways.length > 1 && (
              <Segmented
                label={t('security.proofWay')}
                options={ways.map((one) => ({ value: nameOf(one), label: t(`security.way_${secondOf(one) ?? 'totp'}`) }))}
                value={nameOf(way)}
                onChange={setChosen}
              />
            )}
            <Answer key={nameOf(way)} {...{ form, begun, way, answer, busy, setBusy }} />
          </>
        ) : begun ? (
          <PasskeysElsewhere begun={begun} />
        ) : (
          <SkeletonRows rows={2} height={64} />
        )}
      </div>
    </Sheet>
  );
}

/** The ways that this browser can go: a passkey works at its own site only. */
const usable = ({ ways, passkeys }: BegunProof): Way[] =>
  ways.filter((way) => secondOf(way) !== 'passkey' || (passkeys !== null && passkeyObstacle(passkeys.rpId) === null));

function PasskeysElsewhere({ begun }: { begun: BegunProof }) {
  const t = useT();
  const obstacle = passkeyObstacle(begun.passkeys?.rpId ?? null);
  const text =
    obstacle?.kind === 'elsewhere'
      ? t('security.passkeysAt', { site: obstacle.site })
      : t(obstacle?.kind === 'number' ? 'security.passkeysNotHere' : 'security.passkeysUnsupported');
  return <p className={styles.note}>{text}</p>;
}

type AnswerProps = Pick<ProofSheetProps, 'answer'> & {
  form: string;
  begun: BegunProof;
  way: Way;
  busy: boolean;
  setBusy: (busy: boolean) => void;
};

function Answer({ form, begun, way, answer, busy, setBusy }: AnswerProps) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const first = way.includes('payPassword') ? 'payPassword' : 'password';
  const second = secondOf(way);
  // The sheet opened before it knew what to ask for.
  useEffect(() => document.getElementById(form)?.querySelector('input')?.focus(), [form]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found: Problems = {};
    if (password === '') found.first = t('security.proofMissing');
    if (second === 'totp' && code.length !== 6) found.second = t('security.codeMissing');
    if (second === 'recoveryCode' && !/^\w{5}[- ]?\w{5}$/.test(code.trim())) found.second = t('security.proofRecoveryWrong');
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const parts: ProofParts = { [first]: password };
      if (second === 'totp') parts.totp = code;
      if (second === 'recoveryCode') parts.recoveryCode = code.trim();
      if (second === 'passkey' && begun.passkeys) {
        const { rpId, ids } = begun.passkeys;
        const signed = await signWithPasskey(challengeText(begun.challenge), rpId, ids).catch(() => undefined);
        if (!signed) {
          setProblems({ form: t('security.passkeyCancelled') });
          return;
        }
        parts.passkey = signed;
      }
      const refusal = await answer(parts);
      if (!refusal) return;
      const text = refusal.message || t('common.noResponse');
      const place = placeOf(refusal.code);
      setProblems(place === 'first' ? { first: text } : place === 'second' && second !== 'passkey' ? { second: text } : { form: text });
      if (place === 'second') setCode('');
    } finally {
      setBusy(false);
    }
  };

  return (
    <form id={form} className={styles.fields} onSubmit={submit} noValidate>
      {problems.form && (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      )}
      <PasswordField
        label={t(first === 'payPassword' ? 'security.payPassword' : 'security.proofPassword')}
        value={password}
        onChange={(text) => {
          setPassword(text);
          setProblems(({ first: _, ...rest }) => rest);
        }}
        error={problems.first}
        autoComplete={first === 'payPassword' ? 'off' : 'current-password'}
        maxLength={128}
        required
      />
      {second === 'totp' && (
        <TextField
          label={t('security.code')}
          hint={t('security.codeHint')}
          value={code}
          onChange={(text) => {
            setCode(codeDigits(text));
            setProblems(({ second: _, ...rest }) => rest);
          }}
          error={problems.second}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={12}
          required
        />
      )}
      {second === 'recoveryCode' && (
        <TextField
          label={t('security.proofRecovery')}
          hint={t('security.proofRecoveryHint')}
          value={code}
          onChange={(text) => {
            setCode(text);
            setProblems(({ second: _, ...rest }) => rest);
          }}
          error={problems.second}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={12}
          required
        />
      )}
    </form>
  );
}
