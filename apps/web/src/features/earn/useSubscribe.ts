import type { EarnDraft } from '@bourse/protocol';
import { type ActState, useAct } from '../deals/useAct.ts';
import { rereadEarn } from './reads.ts';

const pay = 'POST pay/foundation-order/pay';
export type SubscribeState = ActState<typeof pay>;

/** One subscription at a time. */
export function useSubscribe() {
  const { send, ...act } = useAct<typeof pay>('earn-subscribe', rereadEarn);
  return {
    ...act,
    send: ({ id, productId, version, amount, renew }: EarnDraft) => void send(pay, { id, productId, version, amount, renew }),
  };
}
