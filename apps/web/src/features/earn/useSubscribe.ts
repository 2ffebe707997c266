import type { EarnDraft } from '@bourse/protocol';
import { useEffect } from 'react';
import { type CallInput, type CallOutput, useCommand } from '../../data/index.ts';
import { rereadEarn } from './reads.ts';

const pay = 'POST pay/foundation-order/pay';
export type Subscription = CallInput<typeof pay>;

export type SubscribeState =
  | { step: 'form' | 'sent' | 'offline' }
  | { step: 'refused'; wish: Subscription; message: string }
  /** `answer` is missing if it was lost and could not be read again. */
  | { step: 'done'; wish: Subscription; answer: CallOutput<typeof pay> | undefined }
  /** The answer was lost and is asked for, or the exchange has no record of it. */
  | { step: 'unknown' | 'missing'; wish: Subscription };

/** One subscription at a time, followed until its outcome is known, even across a reload. */
export function useSubscribe() {
  const { sent, input, busy, send, again, forget } = useCommand<typeof pay>('earn-subscribe');
  const state = stateOf();
  const settled = sent.state === 'accepted' || sent.state === 'rejected' ? sent.commandId : undefined;
  const seq = sent.state === 'accepted' ? sent.seq : undefined;
  useEffect(() => {
    // What is left, the terms and the holdings have changed. Balances arrive by push.
    if (settled !== undefined) rereadEarn(seq);
  }, [settled, seq]);
  return {
    state,
    busy: busy(),
    send: ({ id, productId, version, amount, renew }: EarnDraft) =>
      void send(pay, { id, productId, version, amount, renew }, { quiet: true }),
    again,
    forget,
  };

  function stateOf(): SubscribeState {
    const wish = input as Subscription | undefined;
    if (sent.state === 'offline') return { step: 'offline' };
    if (wish === undefined) return { step: 'form' };
    if (sent.state === 'rejected') return { step: 'refused', wish, message: sent.message };
    if (sent.state === 'accepted') return { step: 'done', wish, answer: sent.data };
    if (sent.state === 'unknown' || sent.state === 'missing') return { step: sent.state, wish };
    return { step: sent.state === 'sent' ? 'sent' : 'form' };
  }
}
