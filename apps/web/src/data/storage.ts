/** Storage on this device. Every stored value has a version; older versions are migrated step by step. */

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key'> & { readonly length: number };

/** The two keys that survive a sign-out (product specification, section 4): the theme and this device's settings. */
export const themeKey = 'theme';
export const deviceKey = 'bourse.device';
export const accessKey = 'access_token';
export const refreshKey = 'refresh_token';
/** A sign-out removes these keys by name, even if it cannot list the others. */
export const visitKeys = ['return_url', 'proxy_url', 'proxy_language', 'visit_language'] as const;

/** A shelf that lasts as long as the page. */
export class MemoryShelf implements Shelf {
  protected readonly kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
  key = (index: number) => [...this.kept.keys()][index] ?? null;
}

/** Storage can be refused (private windows, tests); then values stay in memory for this visit. */
export function shelf(kind: 'localStorage' | 'sessionStorage'): Shelf {
  try {
    const storage = globalThis[kind];
    storage.setItem('bourse.probe', '1');
    storage.removeItem('bourse.probe');
    return storage;
  } catch {
    return new MemoryShelf();
  }
}

export function clearShelf(storage: Shelf, keep: readonly string[] = []): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key): key is string => key !== null);
  for (const key of keys) if (!keep.includes(key)) storage.removeItem(key);
}

type Stored = { version: number; state: unknown };
export type Migration = (state: Record<string, unknown>) => Record<string, unknown>;

/** The stored state at the newest version; undefined if there is nothing usable. `migrations[n]` brings version n to n + 1. */
export function migrate(text: string | null, migrations: readonly Migration[]): Record<string, unknown> | undefined {
  if (text === null) return undefined;
  let stored: Stored;
  try {
    stored = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof stored?.state !== 'object' || stored.state === null || !Number.isInteger(stored.version)) return undefined;
  // A newer build wrote this: its meaning is unknown, so use the defaults.
  if (stored.version > migrations.length || stored.version < 0) return undefined;
  return migrations.slice(stored.version).reduce((state, step) => step(state), stored.state as Record<string, unknown>);
}
