import { useSyncExternalStore } from 'react';
import { lastValue, useAreaCodes } from '../../../data/index.ts';

/** The country chosen on this visit. All forms and the country page share it. */
const key = 'bourse.area';
const listeners = new Set<() => void>();
let chosen: string | null = null;
const read = (): string | null => {
  try {
    chosen ??= sessionStorage.getItem(key);
  } catch {
    // Storage can be refused; then the choice lasts as long as the page.
  }
  return chosen;
};
const choose = (code: string) => {
  chosen = code;
  try {
    sessionStorage.setItem(key, code);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** `area` is the choice, else what the server names as default. */
export function useArea() {
  const own = useSyncExternalStore(subscribe, read, read);
  const areas = lastValue(useAreaCodes());
  const fallback = areas?.find((entry) => entry.isDefault)?.areaCode ?? '+60';
  return { area: own ?? fallback, choose };
}
