import { toast } from '@bourse/ui';
import { useEffect } from 'react';
import { type CallInput, useCommand } from '../../data/index.ts';
import { rereadEarn } from './reads.ts';

const redeem = 'POST pay/foundation-order/redeem';
const extract = 'POST pay/foundation-order/extract';
const renew = 'POST pay/foundation-order/renew';

export type TakeOutState =
  | { step: 'form' | 'offline' | 'unknown' | 'missing' }
  | { step: 'refused'; message: string }
  /** `amount` is missing where only interest was taken out, `interest` if the answer was lost and could not be read again. */
  | { step: 'done'; amount: string | undefined; interest: string | undefined };

/** Taking principal or interest out of a holding, one act at a time, followed until its outcome is known. */
export function useTakeOut(id: string) {
  const { sent, input, busy, send, again, forget } = useCommand<typeof redeem | typeof extract>('earn-take');
  const mine = input !== undefined && input.id === id ? input : undefined;
  const seq = sent.state === 'accepted' ? sent.seq : undefined;
  useEffect(() => {
    if (seq !== undefined) rereadEarn(seq);
  }, [seq]);
  return {
    state: stateOf(),
    busy: busy(),
    redeem: (amount: string) => send(redeem, { id, amount }, { quiet: true }),
    extract: () => send(extract, { id }, { quiet: true }),
    again,
    forget,
  };

  function stateOf(): TakeOutState {
    if (sent.state === 'offline') return { step: 'offline' };
    if (mine === undefined) return { step: 'form' };
    if (sent.state === 'rejected') return { step: 'refused', message: sent.message };
    if (sent.state === 'unknown' || sent.state === 'missing') return { step: sent.state };
    if (sent.state === 'accepted')
      return { step: 'done', amount: (mine as Partial<CallInput<typeof redeem>>).amount, interest: sent.data?.interest };
    return { step: 'form' };
  }
}

/** Whether a term starts again. The switch shows what was asked for until the exchange's list does. */
export function useRenew(id: string, now: boolean) {
  const { sent, input, busy, send } = useCommand<typeof renew>('earn-renew');
  const seq = sent.state === 'accepted' ? sent.seq : undefined;
  useEffect(() => {
    if (seq !== undefined) rereadEarn(seq);
  }, [seq]);
  const asked = input?.id === id && (busy() || sent.state === 'accepted') ? input.renew : undefined;
  return {
    on: asked ?? now,
    busy: busy(),
    set: async (value: boolean) => {
      const settled = await send(renew, { id, renew: value });
      if (settled.state === 'rejected') toast('info', settled.message);
    },
  };
}
