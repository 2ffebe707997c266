import { useCallback, useSyncExternalStore } from 'react';

/** Reads the stored draft part by part: an invalid part gets its default. */
export function readKept<Draft extends object>(store: Pick<Storage, 'getItem'> | undefined, key: string, empty: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? 'null');
    if (kept === null || typeof kept !== 'object') return empty;
    const known = Object.fromEntries(
      Object.entries(empty).map(([name, standard]) => {
        const value = (kept as Record<string, unknown>)[name];
        return [name, typeof value === typeof standard ? value : standard];
      }),
    );
    return known as Draft;
  } catch {
    return empty;
  }
}

export function keep(store: Pick<Storage, 'setItem'> | undefined, key: string, draft: object): void {
  try {
    store?.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft is not kept across a reload.
  }
}

/** Drafts of one kind of ticket, by instrument: shared by the panels of the page, kept across reloads. Without a prefix they end with the page. */
export function draftStore<Draft extends object>(prefix: string | null, empty: Draft) {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const keyOf = (symbol: string) => `${prefix}.${symbol}`;
  const read = (symbol: string): Draft => {
    const known = drafts.get(symbol);
    if (known) return known;
    const kept = prefix === null ? empty : readKept(globalThis.localStorage, keyOf(symbol), empty);
    drafts.set(symbol, kept);
    return kept;
  };
  // Written when typing pauses, and at the latest when the page closes.
  const unkept = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    for (const symbol of unkept) keep(globalThis.localStorage, keyOf(symbol), read(symbol));
    unkept.clear();
  };
  if (prefix !== null) globalThis.addEventListener?.('pagehide', write);
  const set = (symbol: string, change: Partial<Draft>): void => {
    const next = { ...read(symbol), ...change };
    drafts.set(symbol, next);
    if (prefix !== null) {
      unkept.add(symbol);
      clearTimeout(timer);
      timer = setTimeout(write, 300);
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  /** The draft and a function that changes parts of it: two changes in one event then do not undo each other. */
  const use = (symbol: string): [Draft, (part: Partial<Draft>) => void] => {
    const now = () => read(symbol);
    const draft = useSyncExternalStore(subscribe, now, now);
    const change = useCallback((part: Partial<Draft>) => set(symbol, part), [symbol]);
    return [draft, change];
  };
  return { read, set, use };
}
