/** The typed client with the product's headers, silent refresh and reactions to refusals (specification, section 8). */

import type { CallInput, CallName, CallOutput, CommandName } from '@bourse/protocol/calls';
import { type CallOptions as BareOptions, CallError, createClient } from '@bourse/protocol/client';
import { toast } from '@bourse/ui';
import { activeLanguage, t } from '../i18n/index.ts';
import { cache } from './answers.ts';
import { browserKey } from './preferences.ts';
import { type RefreshOutcome, Session } from './session.ts';
import { shelf } from './storage.ts';

export type { CallInput, CallName, CallOutput } from '@bourse/protocol/calls';
export { CallError } from '@bourse/protocol/client';

export const apiOrigin = '';
const loggedInElsewhere = 409;
const unauthorised = 401;
const forbidden = 403;

const sent = (url: string, init: RequestInit) => fetch(url, init);
const headers = (token: string | null, name: CallName): Record<string, string> => ({
  language: activeLanguage() || 'zh-CN',
  userType: 'main',
  // Only calls of signing in: the server tells known browsers from strangers who guess.
  ...(name.includes(' system/auth/') ? { 'X-Device': browserKey() } : {}),
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});
/** A client that sends this token, without the reactions of `request`. */
export const clientWith = (token: () => string | null, send: typeof sent = sent) =>
  createClient({ origin: apiOrigin, fetch: send, headers: (name) => headers(token(), name) });
const bare = clientWith(() => session.accessToken);
/** Another tab changed the account: the page follows, and says so. */
function isOther(): boolean {
  if (!session.follow()) return false;
  toast('warning', t('common.otherAccount'));
  return true;
}
/** Nothing is sent in the name of anybody else than the page shows. */
function assertShown(): void {
  if (isOther()) throw new CallError(unauthorised, unauthorised, t('common.otherAccount'));
}

async function refreshTokens(refreshToken: string): Promise<RefreshOutcome> {
  // Tabs of one browser share the session: a second tab must not spend the same refresh token again.
  const ask = async (): Promise<RefreshOutcome> => {
    const stored = session.refreshToken;
    if (stored !== refreshToken) return { outcome: 'unreachable' };
    try {
      return { outcome: 'fresh', tokens: await bare('POST system/auth/refresh-token', { refreshToken }) };
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 0 || error.status >= 500 || error.status === 429)
        return { outcome: 'unreachable' };
      // A session that was taken over says so itself.
      const taken = error.code === loggedInElsewhere;
      if (taken) queueMicrotask(() => session.refreshToken === refreshToken && session.replaced(error.message));
      return { outcome: 'ended', why: taken ? '' : error.message };
    }
  };
  return navigator.locks ? navigator.locks.request('bourse.refresh', ask) : ask();
}

let closeSockets = () => {};
/** The socket registers itself here, so that the session does not import it. */
export const onCloseSockets = (close: () => void) => {
  closeSockets = close;
};

const forgetters = new Set<() => void>();
/** What else to delete when the customer leaves. */
export const onForget = (forget: () => void): void => {
  forgetters.add(forget);
};

export const session: Session = new Session({
  local: shelf('localStorage'),
  perTab: shelf('sessionStorage'),
  now: () => Date.now(),
  path: () => location.pathname,
  refresh: refreshTokens,
  say: (kind, text) => toast(kind, text),
  forget: () => {
    cache.clear();
    for (const forget of forgetters) forget();
  },
  closeSockets: () => closeSockets(),
});

/** Follows a sign-in or a sign-out in another tab, also one that happened while this page slept. */
export function followOtherSessions(): void {
  window.addEventListener('storage', () => session.follow());
  document.addEventListener('visibilitychange', () => session.follow());
}

export type CallOptions = BareOptions & {
  /** The caller shows the refusal itself: no toast. */
  noMsg?: boolean | undefined;
};

/**
 * Makes a call. A refusal rejects with `CallError` after the specification's reaction: 401 refreshes and retries once, 409 and 403 end the
 * session, anything else shows the server's sentence unless `noMsg` is set.
 */
export async function request<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | FormData,
  { noMsg = false, ...options }: CallOptions = {},
): Promise<CallOutput<Name>> {
  assertShown();
  const used = session.accessToken;
  try {
    return await bare(name, input, options);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // It is about a sign-in before the one of now.
    if (error.code === loggedInElsewhere && session.accessToken !== used) throw error;
    if (error.code === unauthorised && used) {
      // Another caller's refresh may already have brought a newer token.
      if (session.accessToken !== used ? session.signedIn : await session.refresh()) {
        assertShown();
        try {
          return await bare(name, input, options);
        } catch (again) {
          if (again instanceof CallError) react(again, noMsg);
          throw again;
        }
      }
    }
    react(error, noMsg);
    throw error;
  }
}

/** Every call except commands. `useCommand` sends those, because it handles a lost answer. */
export const call: <Name extends Exclude<CallName, CommandName>>(
  name: Name,
  input: CallInput<Name> | FormData,
  options?: Omit<CallOptions, 'commandId'>,
) => Promise<CallOutput<Name>> = request;

function react(error: CallError, noMsg: boolean) {
  if (error.code === loggedInElsewhere) session.replaced(error.message);
  else if (error.code === forbidden) session.forbidden(error.message);
  else if (!noMsg && error.code !== unauthorised) toast('error', error.status === 0 ? t('common.noResponse') : error.message);
}

/** Ends the session on the server, then here. It ends here even if the server cannot be reached. */
export async function logout(options: { go?: boolean | undefined } = {}): Promise<void> {
  if (isOther()) return;
  try {
    if (session.signedIn) await call('GET system/auth/logout', {}, { noMsg: true });
  } catch (error) {
    if (!(error instanceof CallError && error.code === unauthorised)) toast('warning', t('common.logoutFailed'));
  }
  session.logout(options);
}
