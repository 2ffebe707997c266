/** Pushes about the session or the app's version. The shell listens to the same events for its dialogs. */
import { type ToastKind, toast } from '@bourse/ui';
import { activeLocale, t, tMaybe } from '../i18n/index.ts';
import { call, session } from './api.ts';
import { type AppEvents, emit, on } from './events.ts';
import { sentenceOf, subjectOf } from './notices/text.ts';
import { preferences } from './preferences.ts';

/** Notices of a loss or a possible loss: they stay until the customer closes them. */
const grave = /^(?:liquidation|deleveraged|margin|loans\.(?:call|sold))/;
const timedWon = 2;
const timedLost = 3;
function toneOf(kind: string, params: Readonly<Record<string, string | number>>): ToastKind {
  if (/rejected|restricted|failed|announced|yours|security|asked|lapsed|reversed|notSent|returned|declined/.test(kind) || grave.test(kind))
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

function showNotice({ id, kind, params }: AppEvents['notice']): void {
  const sentence = sentenceOf({ kind, params }, activeLocale(), preferences.getState().amountsHidden);
  if (!sentence) return;
  const subject = subjectOf({ kind, params });
  const { label, to } = subject ?? { label: 'messages.read', to: `/message/order_detail?id=${id}` };
  const action = { label: t(label), onClick: () => emit('go', { to, replace: false }) };
  if (!shown.has(id)) toast(toneOf(kind, params), sentence, { action, waits: true, ...(grave.test(kind) ? { closesAfterMs: 0 } : {}) });
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
  on('canLogin', () => toast('success', t('pushed.canLogin')));
  on('forcedLogout', ({ reason }) => session.forcedOut(tMaybe(`account.ended_${reason}`) ?? t('account.ended_revoked')));
  on('notice', showNotice);
  document.addEventListener('visibilitychange', confirmShown);
  // A tap on a push, while this page is open: the worker says where it leads.
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ go?: unknown } | null>) => {
    const to = data?.go;
    if (typeof to === 'string' && /^\/(?!\/)/.test(to)) emit('go', { to, replace: false });
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
