/**
 * Answers of reads, by name and input. All readers of an answer share one request. An answer is kept with its age and refreshed when it is
 * stale, on focus, at an interval, or when a push requires it. A failed refresh keeps the old value. This cache is small on purpose: a
 * general query library would be a tenth of the first route's weight.
 */

export type Key = readonly [name: string, input?: unknown];
export type Entry<Data = unknown> = {
  readonly status: 'empty' | 'ready' | 'failed';
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  /** When `data` arrived; 0 before. */
  readonly at: number;
  readonly fetching: boolean;
};

/** Options of a request. */
export type Ask = {
  signal: AbortSignal;
  /** The answer must include this sequence. */
  readAfter: number | undefined;
  /** Receives the sequence of the answer's data, if it has one. */
  standsOn: (seq: number) => void;
};
export type Fetcher<Data = unknown> = (ask: Ask) => Promise<Data>;
/** An answer with the pushes since it was read applied; `again`: it is stale all the same. */
export type Arrived = { data: unknown; again?: 'now' | 'later' | undefined; readAfter?: number | undefined };
export type CachePorts = {
  now: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
  /** Whether to retry a failure automatically. */
  retryable: (error: unknown) => boolean;
  visible: () => boolean;
};

const empty: Entry = { status: 'empty', data: undefined, error: undefined, at: 0, fetching: false };
const maxRetries = 2;
export const keepMs = 10 * 60_000;

/** A key that does not depend on the order of an object's properties. */
export function keyText([name, input]: Key): string {
  const ordered = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, part]) => part !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value;
  return input === undefined ? name : `${name} ${JSON.stringify(input, ordered)}`;
}

type Slot = {
  key: Key;
  entry: Entry;
  fetcher: Fetcher | undefined;
  running: { promise: Promise<unknown>; abort: AbortController; retry: unknown } | undefined;
  listeners: Set<() => void>;
  old: boolean;
  /** The sequence at which the data was read. */
  seq: number | undefined;
  /** The sequence that the next answer must include. */
  readAfter: number | undefined;
  dropTimer: unknown;
};

export class Cache {
  private readonly slots = new Map<string, Slot>();
  private readonly ports: CachePorts;
  /** Applies the pushes that arrived during the request to its answer. */
  arrived: (key: Key, data: unknown, seq: number | undefined) => Arrived = (_, data) => ({ data });
  constructor(ports: CachePorts) {
    this.ports = ports;
  }

  private slot(key: Key): Slot {
    const text = keyText(key);
    const known = this.slots.get(text);
    if (known) return known;
    const made: Slot = {
      key,
      entry: empty,
      fetcher: undefined,
      running: undefined,
      listeners: new Set(),
      old: false,
      seq: undefined,
      readAfter: undefined,
      dropTimer: undefined,
    };
    this.slots.set(text, made);
    return made;
  }
  private set(slot: Slot, change: Partial<Entry>) {
    slot.entry = { ...slot.entry, ...change };
    for (const listener of [...slot.listeners]) listener();
  }

  read = <Data>(key: Key): Entry<Data> => (this.slots.get(keyText(key))?.entry ?? empty) as Entry<Data>;

  /** Keeps the value while it has listeners, and drops it ten minutes after the last one leaves. */
  subscribe(key: Key, listener: () => void): () => void {
    const slot = this.slot(key);
    this.ports.clearTimer(slot.dropTimer);
    slot.listeners.add(listener);
    return () => {
      slot.listeners.delete(listener);
      if (slot.listeners.size > 0) return;
      slot.dropTimer = this.ports.setTimer(() => {
        if (slot.listeners.size === 0 && this.slots.get(keyText(key)) === slot) this.slots.delete(keyText(key));
      }, keepMs);
    };
  }

  /** Fetches unless the answer is younger than `staleMs`. Remembers how to fetch, so that a push can refresh it. */
  ensure<Data>(key: Key, fetcher: Fetcher<Data>, staleMs: number): void {
    const slot = this.slot(key);
    slot.fetcher = fetcher;
    const fresh = slot.entry.status === 'ready' && !slot.old && this.ports.now() - slot.entry.at < staleMs;
    // A failure is retried by the person, a push, focus or the interval, not by every new listener.
    const justFailed = slot.entry.status === 'failed' && !slot.old;
    if (!fresh && !justFailed) void this.run(slot).catch(() => undefined);
  }

  /** The answer itself, from the cache if it is fresh enough. */
  async fetch<Data>(key: Key, fetcher: Fetcher<Data>, staleMs = 0): Promise<Data> {
    const slot = this.slot(key);
    slot.fetcher = fetcher;
    if (slot.entry.status === 'ready' && !slot.old && this.ports.now() - slot.entry.at < staleMs) return slot.entry.data as Data;
    return this.run(slot) as Promise<Data>;
  }

  /** Fetches now, whatever the age. */
  refetch(key: Key): Promise<unknown> {
    const slot = this.slots.get(keyText(key));
    return slot?.fetcher ? this.run(slot).catch(() => undefined) : Promise.resolve();
  }

  private run(slot: Slot): Promise<unknown> {
    if (slot.running) return slot.running.promise;
    const fetcher = slot.fetcher!;
    const abort = new AbortController();
    let seq: number | undefined;
    const ask: Ask = {
      signal: abort.signal,
      readAfter: slot.readAfter,
      standsOn: (stands) => {
        seq = stands;
      },
    };
    const attempt = (retries: number): Promise<unknown> =>
      fetcher(ask).catch((error: unknown) => {
        if (abort.signal.aborted || retries >= maxRetries || !this.ports.retryable(error)) throw error;
        return new Promise((resolve, reject) => {
          running.retry = this.ports.setTimer(() => attempt(retries + 1).then(resolve, reject), 500 * 2 ** retries);
          abort.signal.addEventListener('abort', () => reject(error));
        });
      });
    const running: NonNullable<Slot['running']> = { abort, retry: undefined, promise: Promise.resolve() };
    slot.running = running;
    slot.old = false;
    running.promise = attempt(0).then(
      (data) => {
        if (slot.running !== running) return data;
        slot.running = undefined;
        slot.readAfter = undefined;
        slot.seq = seq;
        const arrived = this.arrived(slot.key, data, seq);
        this.set(slot, { status: 'ready', data: arrived.data, error: undefined, at: this.ports.now(), fetching: false });
        if (arrived.again) void this.makeOld(slot, arrived.again, arrived.readAfter);
        return arrived.data;
      },
      (error: unknown) => {
        if (slot.running === running) {
          slot.running = undefined;
          this.set(slot, { status: 'failed', error: error as Error, fetching: false });
        }
        throw error;
      },
    );
    this.set(slot, { fetching: true });
    return running.promise;
  }

  /** Stores a value by hand; a request in flight is ignored. */
  write<Data>(key: Key, data: Data | undefined, at = this.ports.now()): void {
    const slot = this.slot(key);
    this.halt(slot);
    this.set(slot, data === undefined ? empty : { status: 'ready', data, error: undefined, at, fetching: false });
  }

  /** Marks an entry to be fetched when it next has a listener. */
  askLater(key: Key): void {
    this.slot(key).old = true;
  }

  private halt(slot: Slot) {
    if (!slot.running) return;
    this.ports.clearTimer(slot.running.retry);
    slot.running.abort.abort();
    slot.running.promise.catch(() => undefined);
    slot.running = undefined;
    this.set(slot, { fetching: false });
  }

  private matching(name?: string): Slot[] {
    return [...this.slots.values()].filter((slot) => name === undefined || slot.key[0] === name);
  }

  /** Refreshes entries with listeners now, the others when they next have one. */
  private makeOld(slot: Slot, when: 'now' | 'later', readAfter?: number): Promise<unknown> | undefined {
    slot.old = true;
    slot.readAfter = readAfter ?? slot.readAfter;
    if (when === 'later' || slot.listeners.size === 0 || !slot.fetcher) return undefined;
    // An answer in flight may be older than the change.
    this.halt(slot);
    return this.run(slot).catch(() => undefined);
  }

  /** Marks everything of this name (or everything) stale. */
  invalidate(name?: string): Promise<unknown> {
    return Promise.all(this.matching(name).map((slot) => this.makeOld(slot, 'now')));
  }

  /** Marks these entries stale; their next answers must include `readAfter`. */
  reread = (which: (key: Key, seq: number | undefined) => boolean, readAfter: number | undefined): void => {
    for (const slot of this.matching())
      if ((slot.running || slot.entry.status !== 'empty') && which(slot.key, slot.running ? undefined : slot.seq))
        void this.makeOld(slot, 'now', readAfter);
  };

  /**
   * Changes cached data without a request. A step returns the same data, new data, or `later` to fetch when the entry next has a listener.
   */
  patch = (step: (key: Key, data: unknown, seq: number | undefined) => unknown): void => {
    for (const slot of this.matching()) {
      if (slot.entry.data === undefined) continue;
      const next = step(slot.key, slot.entry.data, slot.seq);
      if (next === 'later') slot.old = true;
      else if (next !== slot.entry.data) this.set(slot, { data: next });
    }
  };

  /** Refreshes every entry that has listeners. */
  refetchActive(olderThanMs = 0): Promise<unknown> {
    const now = this.ports.now();
    return Promise.all(
      this.matching()
        .filter((slot) => slot.listeners.size > 0 && slot.fetcher && now - slot.entry.at >= olderThanMs)
        .map((slot) => this.run(slot).catch(() => undefined)),
    );
  }

  cancel(name: string): void {
    for (const slot of this.matching(name)) this.halt(slot);
  }

  /** On a change of customer, or sign-out: drops all data and fetches visible entries again. */
  clear(): void {
    for (const [text, slot] of [...this.slots]) {
      this.halt(slot);
      if (slot.listeners.size === 0) {
        this.ports.clearTimer(slot.dropTimer);
        this.slots.delete(text);
      } else {
        this.set(slot, empty);
        slot.seq = undefined;
        slot.readAfter = undefined;
        slot.old = true;
      }
    }
  }

  entries = (): { key: Key; entry: Entry }[] => [...this.slots.values()].map(({ key, entry }) => ({ key, entry }));
}
