import { useEffect, useState } from 'react';
import type { Remote } from '../../../data/index.ts';
import { useOwnRead } from '../model/own-read.ts';
import type { Quote } from '../model/payout-draft.ts';

const pauseMs = 350;

/**
 * What a payout of this amount would cost and what would happen to it, asked once the person stops typing. While the next answer is awaited, the last
 * one stays on the screen; `current` is the answer about this very amount, and only it may be confirmed.
 */
export function usePayoutQuote(
  channel: number,
  destinationId: string,
  amount: string,
): { remote: Remote<Quote>; current: Quote | undefined } {
  const [settled, setSettled] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), pauseMs);
    return () => clearTimeout(timer);
  }, [amount]);
  const remote = useOwnRead('GET pay/withdrawal/fee', { channel, destinationId, amount: settled }, { staleMs: 5_000, keepPrevious: true });
  return { remote, current: settled === amount && remote.state === 'ready' && !remote.refreshing ? remote.value : undefined };
}
