import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../data/index.ts';
import { lastValue, type Remote, useRead } from '../../../data/index.ts';
import type { Recomputed } from './recompute.ts';

export type Receipt = CallOutput<'GET pay/receipt/get'>;
export type ReceiptState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  /** `recomputed` is null for a document this version cannot read. */
  | { state: 'done'; receipt: Receipt; recomputed: Recomputed | null };

/** Fetches a receipt's document and works it out again here. `round` starts anew. */
export function useReceipt(fillId: string | undefined, round = 0): ReceiptState {
  const remote: Remote<Receipt> = useRead(
    'GET pay/receipt/get',
    { fillId: fillId ?? '0' },
    { enabled: fillId !== undefined, staleMs: Number.POSITIVE_INFINITY },
  );
  const receipt = lastValue(remote);
  const [done, setDone] = useState<{ of: Receipt; round: number; recomputed: Recomputed | null } | null>(null);
  useEffect(() => {
    if (!receipt) return;
    let here = true;
    setDone(null);
    void import('./recompute.ts').then(({ recompute }) => {
      if (here) setDone({ of: receipt, round, recomputed: recompute(receipt.document, receipt.hash) ?? null });
    });
    return () => {
      here = false;
    };
  }, [receipt, round]);
  if (remote.state === 'failed' && !receipt) return { state: 'failed', message: remote.error.message, retry: remote.retry };
  if (!receipt || !done || done.of !== receipt || done.round !== round) return { state: 'loading' };
  return { state: 'done', receipt, recomputed: done.recomputed };
}
