/** Which conversation is about what, and the address of each. Nothing of the chat itself is loaded for it. */
import type { DepositItem, PayoutItem } from '@bourse/protocol';
import type { Target } from '../../data/chat/index.ts';

/** The kind of conversation in which each way of paying in is spoken about. The exchange refuses any other. */
const typeOfRecharge = { 0: 5, 1: 6, 2: 4, 3: 3, 4: 6, 5: 1, 6: 1, 7: 2 } as const;

export const depositTarget = ({ id, recharge }: Pick<DepositItem, 'id' | 'recharge'>): Target => ({
  groupType: typeOfRecharge[recharge],
  subject: `recharge:${id}`,
});
export const payoutTarget = ({ id, network }: Pick<PayoutItem, 'id' | 'network'>): Target => ({
  groupType: network === null ? 5 : 6,
  subject: `withdrawal:${id}`,
});

/** The address of a conversation. */
export const placeOf = (target: Target): { group?: string; type?: string; subject?: string } =>
  'groupId' in target
    ? { group: target.groupId }
    : { type: String(target.groupType), ...(target.subject ? { subject: target.subject } : {}) };
