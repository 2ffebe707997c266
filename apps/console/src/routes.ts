import { useSyncExternalStore } from 'react';

/** Screens live in the fragment: `#customers/1000001`. The server sees one page, and a link of enrolment never reaches a log. */
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('hashchange', listener);
  };
};
const current = () => location.hash.slice(1);

export function usePlace(): { screen: string; rest: readonly string[] } {
  const [screen = '', ...rest] = useSyncExternalStore(subscribe, current).split('/').map(decodeURIComponent);
  return { screen, rest };
}
export const hrefOf = (...parts: readonly (string | number)[]): string => `#${parts.map((part) => encodeURIComponent(part)).join('/')}`;
/** Goes to a screen. The browser tells of a new fragment later than the next key may come, so the screen is told here. */
export const go = (...parts: readonly (string | number)[]): void => {
  location.hash = hrefOf(...parts);
  for (const listener of [...listeners]) listener();
};
