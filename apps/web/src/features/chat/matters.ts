import type { DepositItem, PayoutItem } from '@bourse/protocol';
import type { Target } from '../../data/chat/index.ts';
import { lastValue } from '../../data/index.ts';
import { useOwnRead } from '../payments/model/own-read.ts';

/** Something of the customer's that is not settled yet, and that they may want to ask about first. */
export type Matter = { about: 'recharge' | 'withdrawal'; id: string; no: string; since: number; target: Target };

const isOpen = ({ status }: { status: number }) => status === 0 || status === 2;
/** The kind of conversation, by the channel of a deposit and the method of a payout. */
const typeOfChannel = { 2: 4, 3: 3, 0: 5 } as Readonly<Record<number, 3 | 4 | 5>>;
const deposit = ({ id, no, createdAt, method, rechargeType }: DepositItem & { rechargeType?: number }): Matter => ({
  ...{ about: 'recharge', id, no, since: createdAt },
  target: { groupType: typeOfChannel[rechargeType ?? method] ?? 6, subject: `recharge:${id}` },
});
const payout = ({ id, no, createdAt, network }: PayoutItem): Matter => ({
  ...{ about: 'withdrawal', id, no, since: createdAt },
  target: { groupType: network === null ? 5 : 6, subject: `withdrawal:${id}` },
});

/** Own open deposits and payouts, the oldest first. */
export function useMatters(): readonly Matter[] {
  const query = { pageNo: 1, pageSize: 20 };
  const deposits = lastValue(useOwnRead('GET pay/recharge/page', query))?.list ?? [];
  const payouts = lastValue(useOwnRead('GET pay/withdrawal/page', query))?.list ?? [];
  return [...deposits.filter(isOpen).map(deposit), ...payouts.filter(isOpen).map(payout)].sort((a, b) => a.since - b.since);
}
