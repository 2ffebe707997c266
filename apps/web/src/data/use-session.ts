import { useSyncExternalStore } from 'react';
import { session } from './api.ts';

const flags = () => `${session.signedIn ? 1 : 0}${session.loginType}`;
const useFlags = () => useSyncExternalStore(session.subscribe, flags, flags);

/** Somebody, real or demo, is signed in. */
export function useSignedIn(): boolean {
  useFlags();
  return session.signedIn;
}
export function useIsDemo(): boolean {
  useFlags();
  return session.isDemo;
}
