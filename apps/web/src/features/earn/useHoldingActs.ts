import { toast } from '@bourse/ui';
import { useEffect } from 'react';
import { useCommand } from '../../data/index.ts';
import { useAct } from '../deals/useAct.ts';
import { rereadEarn } from './reads.ts';

const redeem = 'POST pay/foundation-order/redeem';
const extract = 'POST pay/foundation-order/extract';
const renew = 'POST pay/foundation-order/renew';

/** Taking principal or interest out of a holding, one act at a time. */
export function useTakeOut(id: string) {
  const { state, send, ...act } = useAct<typeof redeem | typeof extract>('earn-take', rereadEarn);
  const mine = 'input' in state && state.input.id !== id ? ({ step: 'form' } as const) : state;
  return {
    ...act,
    state: mine,
    redeem: (amount: string) => send(redeem, { id, amount }),
    extract: () => send(extract, { id }),
  };
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
