import type { PositionDirection } from '@bourse/protocol/enums';
import type { FundingPaymentEvent } from '../events.ts';
import type { Head } from './decode-leverage.ts';

export function decodeFundingPayment(n: Float64Array, at: number, { seq, index, time }: Head): FundingPaymentEvent {
  return {
    seq,
    index,
    time,
    kind: 'fundingPayment',
    round: n[at + 1]!,
    position: n[at + 2]!,
    account: n[at + 3]!,
    instrument: n[at + 4]!,
    direction: n[at + 5]! as PositionDirection,
    lots: n[at + 6]!,
    markTicks: n[at + 7]!,
    rateE8: n[at + 8]!,
    owed: n[at + 9]!,
    amount: n[at + 10]!,
  };
}
