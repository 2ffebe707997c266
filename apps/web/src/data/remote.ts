/** A remote value is idle, loading, ready or failed. It keeps its last value and that value's age. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cache } from './answers.ts';
import type { CallError, CallInput, CallName, CallOptions, CallOutput } from './api.ts';
import { request } from './api.ts';
import { type Ask, type Entry, type Key, keyText } from './cache.ts';
import { useSignedIn } from './use-session.ts';

export type Remote<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; value: T; at: number; refreshing: boolean; retry: () => void }
  /** `value` and `at` belong to the last answer. */
  | { state: 'failed'; error: CallError; value: T | undefined; at: number | undefined; retry: () => void };

export function remoteOf<T>(entry: Entry<T>, asked: boolean, retry: () => void): Remote<T> {
  if (entry.status === 'failed')
    return {
      state: 'failed',
      error: entry.error as CallError,
      value: entry.data,
      at: entry.data === undefined ? undefined : entry.at,
      retry,
    };
  if (entry.status === 'ready') return { state: 'ready', value: entry.data as T, at: entry.at, refreshing: entry.fetching, retry };
  return asked ? { state: 'loading' } : { state: 'idle' };
}

/** The last value that arrived, whatever the state. */
export const lastValue = <T>(remote: Remote<T>): T | undefined =>
  remote.state === 'ready' || remote.state === 'failed' ? remote.value : undefined;

export type ReadOptions = {
  enabled?: boolean | undefined;
  staleMs?: number | undefined;
  /** Refetch interval while the page is visible. */
  everyMs?: number | undefined;
  /** Shows the previous input's value until the new one arrives (paging, sorting). */
  keepPrevious?: boolean | undefined;
  /** Fetch only while somebody is signed in. */
  needsSession?: boolean | undefined;
};

/** The cache key of a read. Without an input: every read of that name. */
export const readKey = <Name extends CallName>(name: Name, input?: CallInput<Name>): Key => (input === undefined ? [name] : [name, input]);

const defaultStaleMs = 30_000;

const asked = ({ signal, readAfter, standsOn }: Ask): CallOptions => ({
  ...{ signal, noMsg: true },
  answered: (headers) => {
    const seq = headers.get('x-sequence');
    if (seq) standsOn(Number(seq));
  },
  readAfter: readAfter === undefined ? undefined : String(readAfter),
});

/** Reads once, from the cache if it is fresh enough; for loaders and actions. */
export const readOnce = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  staleMs = defaultStaleMs,
  send: typeof request = request,
): Promise<CallOutput<Name>> => cache.fetch(readKey(name, input), (ask) => send(name, input, asked(ask)), staleMs);

/** Any read of the table of calls, as a remote value. */
export function useRead<Name extends CallName>(name: Name, input: CallInput<Name>, options: ReadOptions = {}): Remote<CallOutput<Name>> {
  const { staleMs = defaultStaleMs, everyMs, keepPrevious = false } = options;
  const signedIn = useSignedIn();
  const enabled = (options.enabled ?? true) && (!options.needsSession || signedIn);
  const text = keyText([name, input]);
  const latest = useRef({ name, input });
  latest.current = { name, input };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for name and input
  const subscribe = useCallback((listener: () => void) => cache.subscribe([latest.current.name, latest.current.input], listener), [text]);
  const read = () => cache.read<CallOutput<Name>>([name, input]);
  const entry = useSyncExternalStore(subscribe, read, read);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for name and input
  const ask = useCallback(
    (stale: number) => {
      const now = latest.current;
      cache.ensure<CallOutput<Name>>([now.name, now.input], (ask) => request(now.name, now.input, asked(ask)), stale);
    },
    [text],
  );
  // A sign-in or sign-out empties the entry: fetch it again then, too.
  const blank = entry.status === 'empty' && !entry.fetching;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `blank` asks again after a clear
  useEffect(() => {
    if (enabled) ask(staleMs);
  }, [enabled, ask, staleMs, blank]);
  useEffect(() => {
    if (!enabled || everyMs === undefined) return;
    const timer = setInterval(() => {
      const key: Key = [latest.current.name, latest.current.input];
      // Several readers of an answer have a timer each. One of them reads for all.
      if (!document.hidden && Date.now() - cache.read(key).at > everyMs / 2) void cache.refetch(key);
    }, everyMs);
    return () => clearInterval(timer);
  }, [enabled, everyMs]);

  const retry = useCallback(() => void cache.refetch([latest.current.name, latest.current.input]), []);
  const remote = remoteOf(entry, enabled, retry);

  const previous = useRef<{ name: string; remote: Remote<CallOutput<Name>> } | null>(null);
  const shown =
    keepPrevious && remote.state === 'loading' && previous.current?.name === name && previous.current.remote.state === 'ready'
      ? { ...previous.current.remote, refreshing: true }
      : remote;
  useEffect(() => {
    if (remote.state === 'ready') previous.current = { name, remote };
  });
  return enabled || entry.status === 'ready' ? shown : { state: 'idle' };
}

export type Action<Input, Result> = {
  run: (input: Input) => Promise<Result | undefined>;
  busy: boolean;
  error: CallError | null;
  clear: () => void;
};
/** An action of the person: whether it is running, and why it was refused. The error is shown at the action. */
export function useAction<Input, Result>(act: (input: Input) => Promise<Result>): Action<Input, Result> {
  const [state, setState] = useState<{ busy: boolean; error: CallError | null }>({ busy: false, error: null });
  const latest = useRef(act);
  latest.current = act;
  const running = useRef(false);
  const run = useCallback(async (input: Input) => {
    // A second tap must not send a second order.
    if (running.current) return undefined;
    running.current = true;
    setState({ busy: true, error: null });
    try {
      const result = await latest.current(input);
      setState({ busy: false, error: null });
      return result;
    } catch (error) {
      setState({ busy: false, error: error as CallError });
      return undefined;
    } finally {
      running.current = false;
    }
  }, []);
  const clear = useCallback(() => setState({ busy: false, error: null }), []);
  return { run, busy: state.busy, error: state.error, clear };
}
