import { Button, IconKey } from '@bourse/ui';
import { useState } from 'react';
import { CallError, type CallOutput, call, lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { passkeyObstacle, signWithPasskey } from '../../security/model/passkeys.ts';
import { Problem } from './AuthFrame.tsx';

type Tokens = CallOutput<'POST system/passkey/sign-in'>;

/** Signs in without a password, where passkeys work: at the exchange's own host, in a browser that knows them. Elsewhere there is no button. */
export function PasskeySignIn({ onDone }: { onDone: (tokens: Tokens) => void }) {
  const knows = typeof globalThis.PublicKeyCredential === 'function';
  const site = lastValue(useRead('GET system/passkey/sign-in', {}, { enabled: knows }))?.rpId ?? null;
  return site !== null && passkeyObstacle(site) === null ? <SignIn onDone={onDone} /> : null;
}

function SignIn({ onDone }: { onDone: (tokens: Tokens) => void }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const signIn = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { challenge, rpId } = await call('GET system/passkey/sign-in', {}, { noMsg: true });
      const assertion = await signWithPasskey(challenge, rpId, []);
      onDone(await call('POST system/passkey/sign-in', { challenge, assertion }, { noMsg: true }));
    } catch (error) {
      setProblem(error instanceof CallError ? error.message || t('common.noResponse') : t('security.passkeyCancelled'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      <Button kind="outline" size="large" wide busy={busy} icon={<IconKey size={18} aria-hidden />} onClick={() => void signIn()}>
        {t('account.passkeySignIn')}
      </Button>
    </>
  );
}
