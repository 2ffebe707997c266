/** What the shell knows of the chat without loading it. */
import { useSyncExternalStore } from 'react';
import { onForget } from '../api.ts';
import { shelf } from '../storage.ts';

export type ChatStatus = { unread: number; unsent: number; open: boolean; place: string | null };
let status: ChatStatus = { unread: 0, unsent: 0, open: false, place: null };
const listeners = new Set<() => void>();
export const chatStatus = (): ChatStatus => status;
export function setChatStatus(change: Partial<ChatStatus>): void {
  const next = { ...status, ...change };
  if ((Object.keys(next) as (keyof ChatStatus)[]).every((key) => next[key] === status[key])) return;
  status = next;
  for (const listener of [...listeners]) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const useChatStatus = (): ChatStatus => useSyncExternalStore(subscribe, chatStatus, chatStatus);

const key = 'bourse.chat';
/** This device has a conversation of somebody: only then a page that is about something else loads the chat, and asks for it. */
export const hasChat = (): boolean => shelf('localStorage').getItem(key) !== null;
export const noteChat = (): void => {
  if (!hasChat()) shelf('localStorage').setItem(key, '1');
};

// Who leaves this device leaves no conversation on it, also where this page has opened none.
onForget(() => {
  if (hasChat()) void import('./store.ts').then(({ forgetChats }) => forgetChats()).catch(() => undefined);
});

/** Opens the chat beside the screen; on a phone it is a screen of its own. */
export const openChat = (place: string | null = null): void => setChatStatus({ open: true, place });
export const closeChat = (): void => setChatStatus({ open: false });
