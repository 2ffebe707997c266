import { LoginType } from '@bourse/protocol/enums';
import { useState, useSyncExternalStore } from 'react';
import { call, session } from './api.ts';
import { browserKey, preferences, setPreference } from './preferences.ts';

const flags = () => `${session.signedIn ? 1 : 0}${session.loginType}`;
const useFlags = () => useSyncExternalStore(session.subscribe, flags, flags);

/** Somebody is signed in, with a real or a demo account. */
export function useSignedIn(): boolean {
  useFlags();
  return session.signedIn;
}
export function useIsDemo(): boolean {
  useFlags();
  return session.isDemo;
}

/** Opens a demo account in one tap, without a form. This device's stored key reopens the same account next time. An invitation is for a new one. */
export function useEnterDemo(arrive?: () => void, inviteCode?: string) {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    try {
      const { demoKey } = preferences.getState();
      const answer = await call('POST system/auth/login', {
        loginType: LoginType.demo,
        visitorId: browserKey(),
        ...(demoKey ? { demoKey } : {}),
        ...(inviteCode ? { inviteCode } : {}),
      });
      // A demo account has no factor.
      if ('secondStep' in answer) return;
      if (answer.demoKey) setPreference('demoKey', answer.demoKey);
      session.signIn(answer);
      arrive?.();
    } catch {
      // The call has already shown the error.
    } finally {
      setBusy(false);
    }
  };
  return { enter, busy };
}
