import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { Asset } from '../catalogue/assets.ts';
import type { State } from '../core/state.ts';
import { feesOf, outsideOf } from './credit.ts';
import { payments } from './declare.ts';
import type { Payout } from './payouts.ts';
import { isOpen, isReleased, type PayoutState, type PayoutStep, payoutSteps } from './states.ts';
import { paidFlow } from './value.ts';

export const coinsOf = (s: State, owner: number, asset: Asset) => s.ledger.find(owner, Wallet.coin, asset.index);

/** Takes a payout to its next state, posts what that moves, and tells of it. The caller has checked that the step is allowed. */
export function takeStep(s: State, payout: Payout, step: PayoutStep, change: Partial<Payout>): void {
  const state = payoutSteps[step].to;
  const endedBy = isOpen(state) || payout.endedBy !== 0 ? payout.endedBy : s.seq;
  const after: Payout = { ...payout, ...change, state, endedBy };
  post(s, after);
  s.payments.payouts.put(after);
  // Only what nobody has to look at was noted.
  if (s.limits.corrections >= 1 && isReleased(state) && payout.flags === 0)
    s.payments.rails.get(payout.rail)!.takeBack(payout.value, payout.requestedAt);
  tellPayout(s, after);
  s.payments.payouts.forget(s.limits.payoutsKept, s.time);
}

export function tellPayout(s: State, { endedBy: _endedBy, ...payout }: Payout): void {
  const available = s.ledger.available(coinsOf(s, s.accounts.slot(payout.account), s.assets.get(payout.asset)!));
  s.log.tell(payments.events.payout, { ...payout, available });
}

const releases: Partial<Record<PayoutState, number>> = {
  cancelled: flows.withdrawalCancelled.code,
  notPassed: flows.withdrawalNotPassed.code,
  notSent: flows.withdrawalNotSent.code,
};

function post(s: State, { payout, account, asset: of, amount, fee, channel, state, returned }: Payout): void {
  const asset = s.assets.get(of)!;
  const own = coinsOf(s, s.accounts.slot(account), asset);
  const release = releases[state];
  if (release !== undefined) s.ledger.release(own, amount, release, payout, 0);
  if (state === 'completed') {
    pay(s, own, outsideOf(s, asset), amount - fee, paidFlow(channel, asset), payout);
    if (fee > 0) pay(s, own, feesOf(s, asset), fee, flows.withdrawalFee.code, payout);
  }
  if (state === 'returned') {
    const { code } = flows.withdrawalReturned;
    s.ledger.move(outsideOf(s, asset), own, 0, returned, code, code, payout);
  }
}

/** Out of what is frozen: a posting of its own. */
function pay(s: State, own: number, to: number, amount: number, flow: number, payout: number): void {
  s.ledger.posting += 1;
  s.ledger.spend(own, amount, flow, payout, 0);
  s.ledger.credit(to, amount, flow, payout, 0);
}
