import type { Clock } from './clock.ts';

/** Caches what `load` reads for `keptMs`. Concurrent readers share one query. A failure is not cached. */
export function remembered<Value>(clock: Pick<Clock, 'now'>, keptMs: number, load: () => Promise<Value>): () => Promise<Value> {
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
