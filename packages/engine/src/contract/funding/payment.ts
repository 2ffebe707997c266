import { flows } from '@bourse/protocol/flows';
import type { Instrument } from '../../catalogue/instruments.ts';
import type { State } from '../../core/state.ts';
import type { FundingPaymentEvent } from '../../events.ts';
import { Pos, positionWidth } from '../../leverage/positions.ts';
import { Record } from '../../record/event-log.ts';

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
  const to = s.log.open(Record.fundingPayment);
  const n = s.log.numbers;
  n[to + 1] = payment.round;
  n[to + 2] = payment.position;
  n[to + 3] = payment.account;
  n[to + 4] = ins.id;
  n[to + 5] = payment.direction;
  n[to + 6] = payment.lots;
  n[to + 7] = payment.markTicks;
  n[to + 8] = payment.rateE8;
  n[to + 9] = payment.owed;
  n[to + 10] = payment.amount;
}
