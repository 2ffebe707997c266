import { useSyncExternalStore } from 'react';

const query = '(min-width: 1024px)';
const subscribe = (listener: () => void) => {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};
const read = () => matchMedia(query).matches;

/** Room for two columns. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, read, read);
