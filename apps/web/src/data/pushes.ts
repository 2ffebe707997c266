/** Pushes about the session or the app's version. The shell listens to the same events for its dialogs. */
import { type ToastKind, toast } from '@bourse/ui';
import { noticeKeys } from '@bourse/words/own';
import { activeLocale, t, tMaybe } from '../i18n/index.ts';
import { call, session } from './api.ts';
import { emit, on } from './events.ts';
import { readable } from './notice-figures.ts';
import { preferences } from './preferences.ts';

/** Notices of a loss or a possible loss: they stay until the customer closes them. */
const grave = /^(?:liquidation|deleveraged|margin)/;
const timedWon = 2;
const timedLost = 3;
function toneOf(kind: string, params: Readonly<Record<string, string | number>>): ToastKind {
  if (/rejected|restricted|failed/.test(kind) || grave.test(kind)) return 'warning';
  if (kind === 'funding.paid') return 'info';
  if (kind !== 'timed.settled') return 'success';
  const status = Number(params['status']);
  return status === timedWon ? 'success' : status === timedLost ? 'warning' : 'info';
}

export function followSessionPushes(): void {
  on('canLogin', () => toast('success', t('shell.canLogin')));
  on('forcedLogout', ({ reason }) => session.forcedOut(t('shell.forcedLogout', { reason })));
  on('notice', ({ kind, params }) => {
    const [shared, own] = noticeKeys(kind);
    const values = readable(params, activeLocale(), preferences.getState().amountsHidden);
    const sentence = tMaybe(shared, values) ?? tMaybe(own, values);
    if (sentence) toast(toneOf(kind, params), sentence, grave.test(kind) ? { closesAfterMs: 0 } : {});
  });
}

/** Takes this device's session back from another one that has just signed in. */
export async function keepOnline(): Promise<void> {
  const refreshToken = session.takeBackToken;
  if (!refreshToken) return;
  session.signIn(await call('POST system/auth/keep-online', { refreshToken }));
  // A refused answer may have sent this page to the login form meanwhile.
  if (location.pathname === '/login') emit('go', { to: '/home', replace: true });
}
/** Gives up this device's session. */
export async function cancelOnline(): Promise<void> {
  const refreshToken = session.takeBackToken;
  if (refreshToken) await call('POST system/auth/cancel-online', { refreshToken }, { noMsg: true }).catch(() => undefined);
  session.logout();
}
