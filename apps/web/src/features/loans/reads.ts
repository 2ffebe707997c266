import type { LoanPreview } from '@bourse/protocol';
import { useEffect, useRef, useState } from 'react';
import { type CallName, cache, lastValue, on, pageSize, useOfflineSince, useRead } from '../../data/index.ts';

/** Reads that no push changes. They are read anew after each command and each notice about a loan. */
const changing: ReadonlySet<CallName> = new Set<CallName>([
  'GET pay/loan-data/info',
  'GET pay/loan/preview',
  'GET pay/loan/page',
  'GET pay/loan/detail',
]);
export const rereadLoans = (seq: string | undefined): void =>
  cache.reread(([name]) => changing.has(name as CallName), seq === undefined ? undefined : Number(seq));

/** A warning, a sale or a decision is shown as soon as it is told. */
export const useLoanNews = (): void => useEffect(() => on('notice', ({ kind }) => kind.startsWith('loans.') && rereadLoans(undefined)), []);

export const useLoanProducts = () => useRead('GET pay/loan-data/info', { pageNo: 1, pageSize: 100 }, { staleMs: 10_000, everyMs: 30_000 });

export type Status = 'all' | 'running' | 'ended';
/** Own loans, newest first. */
export const useLoans = (status: Status, pageNo: number) =>
  useRead(
    'GET pay/loan/page',
    { ...(status === 'all' ? {} : { status }), pageNo, pageSize },
    { needsSession: true, keepPrevious: true, staleMs: 5_000, everyMs: 15_000 },
  );

export const useLoan = (id: string) =>
  useRead('GET pay/loan/detail', { id }, { needsSession: true, enabled: /^[0-9]{1,18}$/.test(id), staleMs: 5_000, everyMs: 10_000 });

/** People pause between digits. Nothing is asked meanwhile. */
const pauseMs = 350;
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** `typed`: both figures are the customer's own. Before that the price alone is wanted, and others stand in their place. */
export type Asked = { collateral: string; amount: string; typed: boolean };

/**
 * What a loan would come to, asked once the typing stops and again while the price moves. `shown` is the last answer with its question; it is `current` if the
 * question is that of the form.
 */
export function usePreview(productId: string, asked: Asked) {
  const offline = useOfflineSince() > 0;
  const text = JSON.stringify(asked);
  const paused = usePaused(text);
  const of = JSON.parse(paused) as Asked;
  const { collateral, amount } = of;
  const remote = useRead('GET pay/loan/preview', { productId, collateral, amount }, { enabled: !offline, staleMs: 2_000, everyMs: 5_000 });
  const value = lastValue(remote);
  const shown = useRef<{ of: Asked; value: LoanPreview }>(undefined);
  if (value !== undefined) shown.current = { of, value };
  return { remote, shown: shown.current, current: value !== undefined && paused === text };
}
