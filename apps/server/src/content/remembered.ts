import type { Now } from '../people/ports.ts';

/** Caches a small table for `keptMs`. Concurrent readers share one query. A failure is not cached. */
export function remembered<Value>(clock: Now, keptMs: number, load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  let until = 0;
  return () => {
    const now = clock.now();
    if (value && now < until && until - now <= keptMs) return value;
    const loading = load();
    value = loading;
    until = now + keptMs;
    loading.catch(() => {
      if (value === loading) value = undefined;
    });
    return loading;
  };
}
