/**
 * The service chat, loaded when somebody opens it. Screens use `useChat`, which gives the conversations of the customer who is signed in, or of a visitor
 * with a temporary login; nobody has one before they ask for it.
 */
import { CallError } from '@bourse/protocol/client';
import { gunzipSync, strFromU8 } from 'fflate';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { apiOrigin, call, clientWith, onForget, session } from '../api.ts';
import { heardTime, serverNow } from '../clock.ts';
import type { SocketLike } from '../socket-line.ts';
import { shelf } from '../storage.ts';
import { solveInWorker } from '../work/solveInWorker.ts';
import { type ChatCall, ChatClient } from './client.ts';
import { noteChat, setChatStatus } from './status.ts';
import { openChatStore } from './store.ts';
import { newVisit } from './visit.ts';

export { ChatClient } from './client.ts';
export { type OutMessage, type OwnPayload, sendStatus, subjectOf, type Target, targetKey } from './out.ts';
export { chatStatus, closeChat, hasChat, openChat, useChatStatus } from './status.ts';

const visitorKey = 'bourse.visitor';
type Visitor = { accessToken: string; refreshToken: string; userId: string };

/** A visitor's tokens are for the chat alone. They stand apart from the session: with them nobody is signed in. */
export function visitor(): Visitor | null {
  try {
    const kept = JSON.parse(shelf('localStorage').getItem(visitorKey) ?? 'null') as Visitor | null;
    return kept?.accessToken && kept.refreshToken && kept.userId ? kept : null;
  } catch {
    return null;
  }
}
const keepVisitor = ({ accessToken, refreshToken, userId }: Visitor) =>
  shelf('localStorage').setItem(visitorKey, JSON.stringify({ accessToken, refreshToken, userId }));
export const dropVisitor = (): void => shelf('localStorage').removeItem(visitorKey);

const asVisitor = clientWith(() => visitor()?.accessToken ?? null);
let refreshing: Promise<boolean> | undefined;
const refreshVisitor = (): Promise<boolean> => {
  refreshing ??= (async () => {
    const own = visitor();
    if (!own) return false;
    try {
      keepVisitor(await asVisitor('POST system/auth/refresh-token', { refreshToken: own.refreshToken }));
      return true;
    } catch (error) {
      // The visit is over: the next question begins a new one.
      if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429) dropVisitor();
      return false;
    }
  })().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
};
const visitorCall: ChatCall = async (name, input, options) => {
  try {
    return await asVisitor(name, input, options);
  } catch (error) {
    if (error instanceof CallError && error.code === 401 && (await refreshVisitor())) return asVisitor(name, input, options);
    throw error;
  }
};

let current: ChatClient | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of [...listeners]) listener();
};
const wake = () => {
  if (!document.hidden) current?.wake();
};

function begin(user: string, own: { call: ChatCall; token: () => string | null; refresh: () => Promise<boolean> }): ChatClient {
  const client = new ChatClient({
    ...own,
    user,
    open: (url) => new WebSocket(url) as unknown as SocketLike,
    now: () => Date.now(),
    random: Math.random,
    newId: () => crypto.randomUUID(),
    address: () => `${(apiOrigin || location.origin).replace(/^http/, 'ws')}/ws/chat`,
    gunzip: (bytes) => {
      try {
        return strFromU8(gunzipSync(bytes));
      } catch {
        return null;
      }
    },
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    store: openChatStore,
    serverNow,
    heardTime,
  });
  client.subscribe(() => {
    setChatStatus({ unread: client.unread, unsent: client.unsent });
    if (client.groups.length > 0 || client.outbox.length > 0) noteChat();
  });
  void client.start();
  return client;
}

/** The client of whoever sits here now. */
function settle(): void {
  const user = session.signedIn ? session.userId : (visitor()?.userId ?? null);
  if (current?.ports.user === user) return;
  current?.stop();
  setChatStatus({ unread: 0, unsent: 0 });
  current =
    user === null
      ? undefined
      : session.signedIn
        ? begin(user, {
            call: (name, input, options) => call(name as never, input as never, { noMsg: true, ...options }) as never,
            token: () => session.accessToken,
            refresh: () => session.refresh(),
          })
        : begin(user, { call: visitorCall, token: () => visitor()?.accessToken ?? null, refresh: refreshVisitor });
  tell();
}

let begun = false;
function beginOnce(): void {
  if (begun) return;
  begun = true;
  session.subscribe(settle);
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
  onForget(() => {
    void current?.forget();
    current = undefined;
    setChatStatus({ unread: 0, unsent: 0 });
    tell();
  });
}

const subscribe = (listener: () => void) => {
  beginOnce();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Nobody's: neither a customer nor a visitor. */
export function useChat(): ChatClient | undefined {
  const client = useSyncExternalStore(subscribe, () => current);
  useEffect(settle, []);
  const watch = useCallback((listener: () => void) => client?.subscribe(listener) ?? (() => {}), [client]);
  useSyncExternalStore(watch, () => client?.version ?? 0);
  return client;
}

/** Begins a visit: a temporary login, only when a visitor has something to say. */
export async function beginVisit(): Promise<ChatClient | undefined> {
  if (!session.signedIn && !visitor()) keepVisitor(await newVisit(asVisitor, solveInWorker));
  settle();
  return current;
}

/** A conversation that somebody had here as a visitor before they signed in. The question is asked once: the answer ends the visit here. */
export function useClaim() {
  const [open, setOpen] = useState(() => session.isReal && visitor() !== null);
  useEffect(() => session.subscribe(() => setOpen(session.isReal && visitor() !== null)), []);
  const claim = async () => {
    const own = visitor();
    if (!own) return undefined;
    const groups = await call('POST im/group/claim', { refreshToken: own.refreshToken }, { noMsg: true });
    dropVisitor();
    setOpen(false);
    await current?.readGroups();
    return groups[0]?.id;
  };
  const leave = () => {
    dropVisitor();
    setOpen(false);
  };
  return { open, claim, leave };
}

/** Starts again from nothing: for tests, where one page has many persons. */
export function resetChat(): void {
  current?.stop();
  current = undefined;
  tell();
}
