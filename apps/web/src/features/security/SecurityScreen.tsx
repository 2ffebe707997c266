import type { SecurityState } from '@bourse/protocol';
import { cache, lastValue, readKey, useIsDemo, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { RealAccountFirst } from '../funds/parts/RealAccountFirst.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import { Factors } from './parts/Factors.tsx';
import { LockEverything } from './parts/LockEverything.tsx';
import { Sessions } from './parts/Sessions.tsx';
import { Standing } from './parts/Standing.tsx';

/** What protects the account, where it is signed in, what waits, and one press that locks everything. */
export function SecurityScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const demo = useIsDemo();
  return (
    <Page
      title={t('security.title')}
      lead={t('security.lead')}
      body={!signedIn ? <SignInFirst title={t('security.signIn')} text={t('security.signInText')} /> : demo ? <Demo /> : <Centre />}
    />
  );
}

function Demo() {
  const t = useT();
  return (
    <>
      <RealAccountFirst title={t('security.demo')} text={t('security.demoText')} />
      <Sessions />
    </>
  );
}

/** After a change: what the page shows is read again. */
export const refreshSecurity = async (): Promise<void> => {
  await Promise.all([cache.refetch(readKey('GET system/security/get', {})), cache.refetch(readKey('GET system/passkey/list', {}))]);
};

function Centre() {
  const remote = useRead('GET system/security/get', {}, { needsSession: true, staleMs: 0 });
  const state: SecurityState | undefined = lastValue(remote);
  return (
    <>
      {state ? (
        <>
          <Standing state={state} />
          <Factors state={state} onChanged={refreshSecurity} />
        </>
      ) : (
        <Unread remote={remote} rows={4} height={72} />
      )}
      <Sessions />
      <LockEverything />
    </>
  );
}
