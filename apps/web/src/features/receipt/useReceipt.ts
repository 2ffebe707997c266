import type { ReceiptRef } from '@bourse/protocol';
import { useEffect, useState } from 'react';
import type { CallOutput } from '../../data/index.ts';
import { lastValue, type Remote, useRead } from '../../data/index.ts';
import type { Worked } from './recompute.ts';

/** Identifies a receipt: of a spot fill, or of a position settlement. A visitor's link names the venue too. */
export type Source = ({ fillId: string; role?: 'taker' | 'maker' | undefined } | { settlement: ReceiptRef }) & {
  venue?: 'real' | 'demo' | undefined;
};
export type Receipt = CallOutput<'GET pay/receipt/get'>;
export type ReceiptState =
  | { state: 'loading' }
  /** `unknown`: no such receipt exists, and a retry would not change that. */
  | { state: 'failed'; unknown: boolean; message: string; retry: () => void }
  /** `recomputed` is null for a document this version cannot read. */
  | { state: 'done'; receipt: Receipt; recomputed: Worked | null };

const nowhere: ReceiptRef = { kind: 'timed', seq: '0', index: 0 };

/** Fetches a receipt's document and recomputes it. A new `round` starts over. */
export function useReceipt(source: Source | undefined, round = 0): ReceiptState {
  const venue = source?.venue ? { venue: source.venue } : {};
  const ofFill = source !== undefined && 'fillId' in source;
  const settlement = source !== undefined && 'settlement' in source ? source.settlement : undefined;
  const options = { staleMs: Number.POSITIVE_INFINITY };
  const fill = useRead(
    'GET pay/receipt/get',
    { fillId: ofFill ? source.fillId : '0', ...(ofFill && source.role ? { role: source.role } : {}), ...venue },
    { ...options, enabled: ofFill },
  );
  const other = useRead(
    'GET pay/receipt/settlement',
    { ...(settlement ?? nowhere), ...venue },
    { ...options, enabled: settlement !== undefined },
  );
  const remote: Remote<Receipt> = ofFill ? fill : other;
  const receipt = lastValue(remote);
  const [done, setDone] = useState<{ of: Receipt; round: number; recomputed: Worked | null } | null>(null);
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
  if (remote.state === 'failed' && !receipt) {
    const { error, retry } = remote;
    return { state: 'failed', unknown: error.status === 404, message: error.message, retry };
  }
  if (!receipt || !done || done.of !== receipt || done.round !== round) return { state: 'loading' };
  return { state: 'done', receipt, recomputed: done.recomputed };
}
