/** Pushes that concern the session or the version of the app. Screens of the shell listen to the same events for their dialogs. */
import { toast } from '@bourse/ui';
import { t, tMaybe } from '../i18n/index.ts';
import { call, session } from './api.ts';
import { emit, on } from './events.ts';

export function followSessionPushes(): void {
  on('canLogin', () => toast('success', t('shell.canLogin')));
  on('forcedLogout', ({ reason }) => session.forcedOut(t('shell.forcedLogout', { reason })));
  on('notice', ({ kind, params }) => {
    const sentence = tMaybe(`notices.${kind}`, params);
    if (sentence) toast(/rejected|restricted/.test(kind) ? 'warning' : 'success', sentence);
  });
}

/** This device takes its place back from another one that has just signed in. */
export async function keepOnline(): Promise<void> {
  const refreshToken = session.takeBackToken;
  if (!refreshToken) return;
  session.signIn(await call('POST system/auth/keep-online', { refreshToken }));
  // A refused answer may have sent this page to the login form meanwhile.
  if (location.pathname === '/login') emit('go', { to: '/home', replace: true });
}
/** This device gives way. */
export async function cancelOnline(): Promise<void> {
  const refreshToken = session.takeBackToken;
  if (refreshToken) await call('POST system/auth/cancel-online', { refreshToken }, { noMsg: true }).catch(() => undefined);
  session.logout();
}
