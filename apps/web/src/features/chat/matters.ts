import type { DepositItem, PayoutItem } from '@bourse/protocol';
import type { Target } from '../../data/chat/index.ts';
import { lastValue } from '../../data/index.ts';
import { useOwnRead } from '../payments/model/own-read.ts';
import { depositTarget, payoutTarget } from './places.ts';

/** Something of the customer's that is not settled yet, and that they may want to ask about first. */
export type Matter = { about: 'recharge' | 'withdrawal'; id: string; no: string; since: number; target: Target };

const isOpen = ({ status }: { status: number }) => status === 0 || status === 2;
const deposit = (of: DepositItem): Matter => ({ about: 'recharge', id: of.id, no: of.no, since: of.createdAt, target: depositTarget(of) });
const payout = (of: PayoutItem): Matter => ({ about: 'withdrawal', id: of.id, no: of.no, since: of.createdAt, target: payoutTarget(of) });

/** Own open deposits and payouts, the oldest first. */
export function useMatters(): readonly Matter[] {
  const query = { pageNo: 1, pageSize: 20 };
  const deposits = lastValue(useOwnRead('GET pay/recharge/page', query))?.list ?? [];
  const payouts = lastValue(useOwnRead('GET pay/withdrawal/page', query))?.list ?? [];
  return [...deposits.filter(isOpen).map(deposit), ...payouts.filter(isOpen).map(payout)].sort((a, b) => a.since - b.since);
}
