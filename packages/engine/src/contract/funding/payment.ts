import { flows } from '@bourse/protocol/flows';
import type { Instrument } from '../../catalogue/instruments.ts';
import type { State } from '../../core/state.ts';
import type { FundingPaymentEvent } from '../../events.ts';
import { Pos, positionWidth } from '../../leverage/positions.ts';
import { FundingPaymentRecord } from '../../record/layouts.ts';

export const paidFlow = flows.contractFundingPaid.code;
export const receivedFlow = flows.contractFundingReceived.code;

/** Takes what is owed from the available part of `balance`, then from the position's margin. Returns how much it found. */
export function collect(s: State, balance: number, slot: number, owed: number): number {
  const { f } = s.positions.store;
  const at = slot * positionWidth;
  const fromAvailable = s.ledger.covers(balance, owed) ? owed : Number(s.ledger.available(balance));
  const fromMargin = Math.min(owed - fromAvailable, f[at + Pos.margin]!);
  if (fromAvailable > 0) s.ledger.debit(balance, fromAvailable, paidFlow, 0, 0);
  if (fromMargin > 0) {
    s.ledger.spend(balance, fromMargin, paidFlow, 0, 0);
    f[at + Pos.margin]! -= fromMargin;
  }
  f[at + Pos.funding]! -= fromAvailable + fromMargin;
  return fromAvailable + fromMargin;
}

/** Records what a round charged one position, and what moved. */
export function recordFundingPayment(
  s: State,
  ins: Instrument,
  payment: Omit<FundingPaymentEvent, 'kind' | 'seq' | 'index' | 'time' | 'instrument'>,
): void {
  const to = s.log.open(FundingPaymentRecord.code);
  const n = s.log.numbers;
  n[to + FundingPaymentRecord.round] = payment.round;
  n[to + FundingPaymentRecord.position] = payment.position;
  n[to + FundingPaymentRecord.account] = payment.account;
  n[to + FundingPaymentRecord.instrument] = ins.id;
  n[to + FundingPaymentRecord.direction] = payment.direction;
  n[to + FundingPaymentRecord.lots] = payment.lots;
  n[to + FundingPaymentRecord.markTicks] = payment.markTicks;
  n[to + FundingPaymentRecord.rateE8] = payment.rateE8;
  n[to + FundingPaymentRecord.owed] = payment.owed;
  n[to + FundingPaymentRecord.amount] = payment.amount;
}
