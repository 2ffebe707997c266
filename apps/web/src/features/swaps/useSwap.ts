import { errorByCode } from '@bourse/protocol/errors';
import { useEffect, useRef } from 'react';
import { type CallInput, type CallOutput, cache, useCommand } from '../../data/index.ts';

const create = 'POST pay/flash-exchange/create';
export type Swap = CallInput<typeof create>;

export type SwapState =
  | { step: 'form' }
  /** The price left the tolerance, or the quote was too old. Nothing was exchanged. */
  | { step: 'moved' }
  | { step: 'refused'; message: string }
  | { step: 'offline' }
  /** `answer` is missing if it was lost and could not be read again. */
  | { step: 'done'; swap: Swap; seq: string; answer: CallOutput<typeof create> | undefined }
  /** The answer was lost and is asked for, or the exchange has no record of the swap. */
  | { step: 'unknown' | 'missing'; swap: Swap; commandId: string };

const needsNewQuote: ReadonlySet<string | undefined> = new Set(['quoteMoved', 'quoteExpired']);

/** One swap at a time, followed until its outcome is known, even across a reload. `onMoved`: a new quote is needed. */
export function useSwap(onMoved: () => void) {
  const { sent, input, busy, send, again, forget } = useCommand<typeof create>('swap');
  const state = stateOf();
  const moved = useRef(onMoved);
  moved.current = onMoved;
  const movedId = state.step === 'moved' && sent.state === 'rejected' ? sent.commandId : undefined;
  useEffect(() => {
    if (movedId !== undefined) moved.current();
  }, [movedId]);
  const doneAt = state.step === 'done' ? state.seq : undefined;
  useEffect(() => {
    // Balances arrive by push. The list of swaps hears no push, so it is read as of this swap.
    if (doneAt !== undefined) cache.reread(([name]) => name === 'GET pay/flash-exchange/record', Number(doneAt));
  }, [doneAt]);
  return { state, busy: busy(), send: (swap: Swap) => void send(create, swap, { quiet: true }), again, forget };

  function stateOf(): SwapState {
    const swap = input as Swap | undefined;
    if (sent.state === 'rejected')
      return needsNewQuote.has(errorByCode(sent.code)) ? { step: 'moved' } : { step: 'refused', message: sent.message };
    if (sent.state === 'offline') return { step: 'offline' };
    if (swap && sent.state === 'accepted') return { step: 'done', swap, seq: sent.seq, answer: sent.data };
    if (swap && (sent.state === 'unknown' || sent.state === 'missing')) return { step: sent.state, swap, commandId: sent.commandId };
    return { step: 'form' };
  }
}
