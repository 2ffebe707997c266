/** Pushes about the session or the app's version. The shell listens to the same events for its dialogs. */
import { type ToastAction, type ToastKind, toast } from '@bourse/ui';
import { noticeKeys } from '@bourse/words/own';
import { activeLocale, t, tMaybe } from '../i18n/index.ts';
import { call, session } from './api.ts';
import { type AppEvents, emit, on } from './events.ts';
import { readable } from './notice-figures.ts';
import { preferences } from './preferences.ts';

/** Notices of a loss or a possible loss: they stay until the customer closes them. */
const grave = /^(?:liquidation|deleveraged|margin)/;
const timedWon = 2;
const timedLost = 3;
function toneOf(kind: string, params: Readonly<Record<string, string | number>>): ToastKind {
  if (/rejected|restricted|failed|announced|yours|security|asked|lapsed|reversed|notSent|returned/.test(kind) || grave.test(kind))
    return 'warning';
  if (kind === 'funding.paid') return 'info';
  if (kind !== 'timed.settled') return 'success';
  const status = Number(params['status']);
  return status === timedWon ? 'success' : status === timedLost ? 'warning' : 'info';
}

/** Notices that this page has shown. The server sends a notice again until a page says so. */
const shown = new Set<string>();
let toConfirm: string[] = [];

/** Tells the server what was shown, once somebody can have seen it. What cannot be told is told with the next notice. */
function confirmShown(): void {
  if (document.hidden || toConfirm.length === 0 || !session.signedIn) return;
  const ids = toConfirm.slice(0, 100);
  toConfirm = toConfirm.slice(100);
  call('PUT system/notice-msg/shown', { ids }, { noMsg: true }).catch(() => {
    toConfirm = [...ids, ...toConfirm];
  });
}

/** The order, the timed contract, the movement of money or the chart that a notice is about. */
function subjectOf(kind: string, { no, symbol }: AppEvents['notice']['params']): ToastAction | undefined {
  if (kind === 'alerts.reached' && symbol !== undefined) {
    const chart = `/chart?symbol=${encodeURIComponent(symbol)}`;
    return { label: t('shell.trade'), onClick: () => emit('go', { to: chart, replace: false }) };
  }
  if (no === undefined) return undefined;
  if (kind.startsWith('deposit.') || kind.startsWith('withdrawal.')) {
    const page = kind.startsWith('deposit.') ? '/funds/top_up_order' : '/funds/withdraw/success';
    return { label: t('account.seeMovement'), onClick: () => emit('go', { to: `${page}?id=${no}`, replace: false }) };
  }
  if (kind.startsWith('case.'))
    return { label: t('feedback.title'), onClick: () => emit('go', { to: '/mine/helpFeedback', replace: false }) };
  const to = `/order/detail/${no}${kind === 'timed.settled' ? '?kind=timed' : ''}`;
  return { label: t('account.seeOrder'), onClick: () => emit('go', { to, replace: false }) };
}

function showNotice({ id, kind, params }: AppEvents['notice']): void {
  const values = readable(params, activeLocale(), preferences.getState().amountsHidden);
  const [shared, own] = noticeKeys(kind);
  const sentence = tMaybe(shared, values) ?? tMaybe(own, values);
  if (!sentence) return;
  if (!shown.has(id))
    toast(toneOf(kind, params), sentence, { action: subjectOf(kind, params), ...(grave.test(kind) ? { closesAfterMs: 0 } : {}) });
  shown.add(id);
  toConfirm.push(id);
  confirmShown();
}

/** After a gap: shows the stored notices that no page has shown, oldest first. */
export async function readNotices(): Promise<void> {
  const page = await call('GET system/notice-msg/page', { unshown: true, pageSize: 50 }, { noMsg: true }).catch(() => undefined);
  for (const notice of page?.list.toReversed() ?? []) emit('notice', notice);
}

export function followSessionPushes(): void {
  on('canLogin', () => toast('success', t('shell.canLogin')));
  on('forcedLogout', ({ reason }) => session.forcedOut(tMaybe(`account.ended_${reason}`) ?? t('account.ended_revoked')));
  on('notice', showNotice);
  document.addEventListener('visibilitychange', confirmShown);
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
