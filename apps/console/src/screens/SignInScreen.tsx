import { Button, TextField } from '@bourse/ui';
import { useEffect, useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, ask, CallError, whyOf } from '../data/api.ts';
import { enrol, hasSoftwareKey, type KeyKind, signIn } from '../data/keys.ts';
import { named, t } from '../words.ts';

const linkOf = () => /^#enrol=([\w-]+)$/.exec(location.hash)?.[1];
/** Passkeys are bound to names: an address of digits cannot have any. */
const canHavePasskeys = () => window.isSecureContext && 'credentials' in navigator && !/^[\d.]+$|^\[/.test(location.hostname);
const localOrigin = () => `${location.protocol}//localhost:${location.port}`;

/** Signing in, or with a link of enrolment making a passkey, which signs in too. */
export function SignInScreen() {
  const [link, setLink] = useState(linkOf);
  const [invited, setInvited] = useState<AdminOutput<'POST auth/enrol-begin'>>();
  const [software, setSoftware] = useState(false);
  const [label, setLabel] = useState(t('console.keyHere'));
  const [busy, setBusy] = useState<KeyKind>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const look = () => setLink(linkOf());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  useEffect(() => {
    setProblem('');
    const asked: Promise<{ softwareKeys: boolean }> = link ? ask('POST auth/enrol-begin', { link }) : ask('POST auth/begin', {});
    asked.then(
      (found) => {
        setSoftware(found.softwareKeys);
        setInvited('user' in found ? (found as AdminOutput<'POST auth/enrol-begin'>) : undefined);
      },
      (error: unknown) => setProblem(whyOf(error)),
    );
  }, [link]);

  const run = (kind: KeyKind) => {
    if (kind === 'software' && !link && !hasSoftwareKey()) return setProblem(t('console.noSoftwareKey'));
    setBusy(kind);
    setProblem('');
    const entering = link ? enrol(kind, link, label.trim() || t('console.keyHere')) : signIn(kind);
    entering
      .then(
        () => history.replaceState(null, '', location.pathname),
        (error: unknown) => setProblem(error instanceof CallError ? whyOf(error) : t('console.passkeyCancelled')),
      )
      .finally(() => setBusy(undefined));
  };
  const passkeys = canHavePasskeys();
  return (
    <main className={styles.gate}>
      <div className={styles.door}>
        <h1>{invited ? t('console.enrolTitle', { name: invited.user.name }) : t('console.title')}</h1>
        <p className={styles.lead}>
          {invited
            ? t('console.enrolLead', { roles: invited.roles.map((role) => named('role', role)).join(', ') })
            : t('console.signInLead')}
        </p>
        {invited && <TextField label={t('console.enrolLabel')} value={label} onChange={setLabel} maxLength={60} />}
        {passkeys ? (
          <Button size="large" wide busy={busy === 'passkey'} disabled={Boolean(link) && !invited} onClick={() => run('passkey')}>
            {invited ? t('console.enrol') : t('console.withPasskey')}
          </Button>
        ) : (
          <p role="note">{t('console.noPasskeys', { origin: localOrigin() })}</p>
        )}
        {software && (
          <>
            <Button kind="outline" size="large" wide busy={busy === 'software'} onClick={() => run('software')}>
              {invited ? t('console.enrolSoftware') : t('console.withSoftware')}
            </Button>
            <p className={styles.quiet}>{t('console.softwareNote')}</p>
          </>
        )}
        {problem && (
          <strong className={styles.problem} role="alert">
            {problem}
          </strong>
        )}
      </div>
    </main>
  );
}
