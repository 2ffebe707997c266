import type { State } from '../core/state.ts';
import { done, refuse } from '../outcomes.ts';
import type { CancelPayout, DecidePayout, ResolvePayout, ReturnPayout, StepPayout } from './declare.ts';
import { payoutDigest } from './digest.ts';
import { takeStep } from './move.ts';
import type { Payout } from './payouts.ts';
import { allows, type PayoutStep, payoutSteps } from './states.ts';
import { personsFor } from './value.ts';

/** Until it is sent, its owner may take it back. */
export function cancelPayout(s: State, _owner: number, { account, payout: number }: CancelPayout) {
  const payout = s.payments.payouts.get(number);
  if (payout === undefined || payout.account !== account) return refuse('payoutUnknown');
  if (!allows('cancelPayout', payout.state)) return refuse('payoutTooLate');
  takeStep(s, payout, 'cancelPayout', {});
  return done;
}

export const passPayout = (s: State, command: DecidePayout) => decide(s, command, 'passPayout');
export const refusePayout = (s: State, command: DecidePayout) => decide(s, command, 'refusePayout');
export const resolvePayout = (s: State, command: ResolvePayout) => decide(s, command, command.sent ? 'resolveSent' : 'resolveNotSent');

function decide(s: State, { payout: number, digest, reason, evidence }: DecidePayout | ResolvePayout, step: PayoutStep) {
  const payout = s.payments.payouts.get(number);
  if (payout === undefined) return refuse('payoutUnknown');
  if (!allows(step, payout.state)) return refuse('payoutState', { state: payout.state });
  if (digest !== payoutDigest(s.venue, payout)) return refuse('payoutDiffers');
  takeStep(s, payout, step, { reason, evidence });
  return done;
}

/** As many people as the value asks for; of a payout that does not exist, one hears so. */
export function personsToDecide(s: State, { payout: number }: { payout: number }): number {
  const payout = s.payments.payouts.get(number);
  return payout === undefined ? 1 : personsFor(s, payout.priced ? payout.value : undefined);
}

/**
 * A step of the machine that sends. It is named by its attempt and its evidence: told again it changes nothing and hears the same; with another attempt or
 * evidence it is refused. A payout has one attempt: nothing leads back to where it could be sent again.
 */
export const machineStep = (step: 'sendPayout' | 'doubtPayout' | 'finishPayout' | 'failPayout') =>
  function take(s: State, { payout: number, attempt, evidence }: StepPayout) {
    const payout = s.payments.payouts.get(number);
    if (payout === undefined) return refuse('payoutUnknown');
    if (wasTaken(payout, step, attempt, evidence)) return done;
    const another = step !== 'sendPayout' && payout.attempt !== attempt;
    if (another || !allows(step, payout.state)) return refuse('payoutState', { state: payout.state });
    takeStep(s, payout, step, { attempt, evidence });
    return done;
  };

const wasTaken = (payout: Payout, step: PayoutStep, attempt: number, evidence: string) =>
  payout.state === payoutSteps[step].to && payout.attempt === attempt && payout.evidence === evidence;

/** At most what was paid. */
export function returnPayout(s: State, { payout: number, amount, evidence }: ReturnPayout) {
  const payout = s.payments.payouts.get(number);
  if (payout === undefined) return refuse('payoutUnknown');
  if (!allows('returnPayout', payout.state)) return refuse('payoutState', { state: payout.state });
  if (amount > payout.amount - payout.fee) return refuse('amountInvalid');
  takeStep(s, payout, 'returnPayout', { returned: amount, evidence });
  return done;
}
