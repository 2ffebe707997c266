import { useSyncExternalStore } from 'react';

/** Screens live in the fragment: `#customers/1000001`. The server sees one page, and a link of enrolment never reaches a log. */
const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};
const current = () => location.hash.slice(1);

export function usePlace(): { screen: string; rest: readonly string[] } {
  const [screen = '', ...rest] = useSyncExternalStore(subscribe, current).split('/').map(decodeURIComponent);
  return { screen, rest };
}
export const hrefOf = (...parts: readonly (string | number)[]): string => `#${parts.map((part) => encodeURIComponent(part)).join('/')}`;
export const go = (...parts: readonly (string | number)[]): void => {
  location.hash = hrefOf(...parts);
};
