import { useCallback, useEffect, useRef, useState } from 'react';
import { type AdminCallName, type AdminInput, type AdminOutput, ask, whyOf } from './api.ts';

/** A remote value keeps its last value and that value's time, whatever happens to the next request. */
export interface Read<T> {
  value: T | undefined;
  at: number | undefined;
  loading: boolean;
  failed: string | undefined;
  again: () => void;
}

/** Reads a call, and again every `everyMs` while the page is visible. Without an input nothing is read. */
export function useRead<Name extends AdminCallName>(name: Name, input: AdminInput<Name> | undefined, everyMs = 0): Read<AdminOutput<Name>> {
  const key = input === undefined ? '' : JSON.stringify([name, input]);
  const [state, setState] = useState<{
    key: string;
    value?: AdminOutput<Name>;
    at?: number;
    loading: boolean;
    failed?: string | undefined;
  }>({
    key: '',
    loading: false,
  });
  const latest = useRef(key);
  latest.current = key;
  const read = useCallback(() => {
    if (key === '') return;
    const [, given] = JSON.parse(key) as [Name, AdminInput<Name>];
    setState((old) => ({ ...old, loading: true }));
    ask(name, given).then(
      (value) => latest.current === key && setState({ key, value, at: Date.now(), loading: false }),
      (error: unknown) =>
        latest.current === key && setState((old) => ({ ...(old.key === key ? old : { key }), key, loading: false, failed: whyOf(error) })),
    );
  }, [key, name]);
  useEffect(() => {
    read();
    if (everyMs === 0) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && read(), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs]);
  const same = state.key === key;
  return {
    value: same ? state.value : undefined,
    at: same ? state.at : undefined,
    loading: state.loading || (key !== '' && !same),
    failed: same ? state.failed : undefined,
    again: read,
  };
}
