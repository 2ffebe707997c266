import { useEffect } from 'react';
import { type CallInput, useCommand } from '../../data/index.ts';
import { rereadLevels } from './reads.ts';

export const buyLevel = 'POST pay/vip-purchase/buy';
export const applyPlus = 'POST system/sys-member-vip/apply-plus';
type Name = typeof buyLevel | typeof applyPlus;

export type PayingState<N extends Name> =
  | { step: 'form' | 'sent' | 'offline' }
  | { step: 'refused'; message: string }
  /** `unknown`: the answer was lost and is asked for. `missing`: the exchange has no record of it. */
  | { step: 'done' | 'unknown' | 'missing'; wish: CallInput<N> };

/** Buying a level or asking for PLUS, one at a time, followed until the outcome is known, even across a reload. */
export function usePaying<N extends Name>(act: string, name: N) {
  const { sent, input, busy, send, again, forget } = useCommand<N>(act);
  const settled = sent.state === 'accepted' || sent.state === 'rejected' ? sent.commandId : undefined;
  const seq = sent.state === 'accepted' ? sent.seq : undefined;
  useEffect(() => {
    // Levels may have changed since they were looked at. Balances arrive by push.
    if (settled !== undefined) rereadLevels(seq);
  }, [settled, seq]);
  return { state: stateOf(), busy: busy(), send: (wish: CallInput<N>) => void send(name, wish, { quiet: true }), again, forget };

  function stateOf(): PayingState<N> {
    if (sent.state === 'offline') return { step: 'offline' };
    if (input === undefined) return { step: 'form' };
    if (sent.state === 'rejected') return { step: 'refused', message: sent.message };
    if (sent.state === 'accepted') return { step: 'done', wish: input };
    if (sent.state === 'unknown' || sent.state === 'missing') return { step: sent.state, wish: input };
    return { step: sent.state === 'sent' ? 'sent' : 'form' };
  }
}
