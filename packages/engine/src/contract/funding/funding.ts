import { PositionDirection } from '@bourse/protocol/enums';
import { mulDivCeil, mulDivFloor } from '../../base/exact.ts';
import type { Instrument } from '../../catalogue/instruments.ts';
import { House } from '../../core/accounts.ts';
import { staleAfterMs } from '../../core/limits.ts';
import type { State } from '../../core/state.ts';
import { valueAt } from '../../leverage/margin.ts';
import { emitPosition } from '../../leverage/position-event.ts';
import { directionOf, oppositeOf, Pos, PosI, positionInts, positionWidth } from '../../leverage/positions.ts';
import { contractBalance, houseBalance } from '../account.ts';
import type { Contract } from '../contract.ts';
import { contract as declared } from '../declare.ts';
import { watchAccount } from '../watch.ts';
import { startRound } from './parts.ts';
import { collect, receivedFlow, recordFundingPayment } from './payment.ts';
import { e8, fundingRateE8 } from './premium.ts';

/** Rounds are due at multiples of the interval since the epoch: every eight hours from 00:00 UTC. */
export const nextRound = (timeMs: number, intervalMs: number) => (Math.floor(timeMs / intervalMs) + 1) * intervalMs;

/** Called when a contract is defined, and again when its interval changed. */
export function scheduleFunding(s: State, ins: Instrument, contract: Contract): void {
  s.timers.set(declared.timers.funding.number, ins.id, nextRound(s.time, contract.rules.fundingIntervalMs));
}

/** The rate that the next round would have if it were now. */
export const fundingRateNow = ({ premium, rules }: Contract) =>
  fundingRateE8(premium.sumE8, premium.samples, rules.interestE8, rules.fundingCapE8);

/** One position's part of a round. */
interface Share {
  slot: number;
  owed: number;
}

/**
 * Runs a funding round at its instant `due`, when a timer fires. Nothing of the account has changed since that instant, so the current mark and positions
 * are those of the instant. Payers pay first; receivers share any shortfall.
 *
 * A round without a fresh index waits for the first tick at or after its instant, however late the host hears of it: while the index is stale nothing
 * trades, so the positions stay those of the instant. It is void, and nobody pays, when the feed had no tick within five seconds by its own times.
 */
export function fundingDue(s: State, instrument: number, due: number): void {
  const ins = s.instruments.get(instrument);
  const contract = ins?.contract;
  if (ins === undefined || contract === undefined) return;
  const interval = contract.rules.fundingIntervalMs;
  const waited = due % interval;
  const waitMs = Math.min(s.limits.fundingWaitMs, interval - 1);
  if (waited > 0 || waitMs <= 1 || isFreshAt(s, ins, contract, due)) fundingRound(s, ins, contract, due - waited);
  else s.timers.set(declared.timers.funding.number, ins.id, due + waitMs);
}

/** The instant of a round that waits; 0: none. A funding timer between two instants is the end of such a wait. */
export function waitingRound(s: State, ins: Instrument, contract: Contract): number {
  const timer = s.timers.due(declared.timers.funding.number, ins.id) ?? 0;
  const waited = timer % contract.rules.fundingIntervalMs;
  return waited === 0 ? 0 : timer - waited;
}

/** Before a tick of this time is the index: a round that waits has had its five seconds. Also when the feed says that it had nothing until then. */
export function fundingBefore(s: State, ins: Instrument, contract: Contract, time: number): void {
  const instant = waitingRound(s, ins, contract);
  if (instant > 0 && time > instant + staleAfterMs) fundingRound(s, ins, contract, instant);
}

/** Before the interval changes: rounds whose instants have come are held by the old one, though their timers have not fired, and none waits any longer. */
export function endFunding(s: State, ins: Instrument, contract: Contract): void {
  const due = () => s.timers.due(declared.timers.funding.number, ins.id) ?? Number.POSITIVE_INFINITY;
  while (due() <= s.time) fundingDue(s, ins.id, due());
  forgetFunding(s, ins, contract);
}

/** No round waits any longer for its index. */
export const forgetFunding = (s: State, ins: Instrument, contract: Contract): void =>
  fundingBefore(s, ins, contract, Number.POSITIVE_INFINITY);

/** After a tick made the mark: it decides a round that waits, if it is at or after its instant. */
export function fundingAfter(s: State, ins: Instrument, contract: Contract): void {
  const instant = waitingRound(s, ins, contract);
  if (instant > 0 && ins.referenceTime >= instant) fundingRound(s, ins, contract, instant);
}

/** Whether the index is no further than five seconds from an instant. Rounds that do not wait only look back, as in the releases before they could. */
function isFreshAt(s: State, ins: Instrument, contract: Contract, instant: number): boolean {
  const age = instant - ins.referenceTime;
  return contract.markTicks > 0 && age <= staleAfterMs && (s.limits.fundingWaitMs === 1 || -age <= staleAfterMs);
}

function fundingRound(s: State, ins: Instrument, contract: Contract, due: number): void {
  const { rules, premium, markTicks } = contract;
  const fresh = isFreshAt(s, ins, contract, due);
  const rateE8 = fundingRateNow(contract);
  const round = s.nextFundingRound++;
  const told = {
    round,
    instrument: ins.id,
    due,
    markTicks,
    premiumSumE8: premium.sumE8,
    samples: premium.samples,
    interestE8: rules.interestE8,
    capE8: rules.fundingCapE8,
    rateE8,
    void: !fresh,
    paid: 0,
    received: 0,
  };
  s.log.tell(declared.events.fundingRound, told);
  premium.reset();
  s.timers.set(declared.timers.funding.number, ins.id, due + rules.fundingIntervalMs);
  if (!fresh || rateE8 === 0) return;
  const parts = contract.rules.fundingInParts;
  // The round's event comes before its payments, so its sums are filled in afterwards.
  [told.paid, told.received] = parts ? startRound(s, ins, contract, round, rateE8) : exchange(s, ins, contract, round, rateE8);
}

/** Runs a whole round at once, for contracts that do not split theirs into parts. Returns what was paid and what was received. */
function exchange(s: State, ins: Instrument, contract: Contract, round: number, rateE8: number): readonly [number, number] {
  const payerDirection = rateE8 > 0 ? PositionDirection.long : PositionDirection.short;
  const rate = Math.abs(rateE8);
  const payers = sharesOf(s, ins, contract, payerDirection, (value) => mulDivCeil(value, rate, e8));
  const receivers = sharesOf(s, ins, contract, oppositeOf(payerDirection), (value) => mulDivFloor(value, rate, e8));
  if (payers.length === 0) return [0, 0];
  s.ledger.posting += 1;
  let paid = 0;
  const payments: number[] = [];
  for (const { slot, owed } of payers) {
    const amount = collect(s, walletOf(s, ins, slot), slot, owed);
    payments.push(amount);
    paid += amount;
  }
  const totalOwed = receivers.reduce((sum, { owed }) => sum + owed, 0);
  let received = 0;
  const receipts: number[] = [];
  for (const { slot, owed } of receivers) {
    const amount = totalOwed <= paid ? owed : mulDivFloor(owed, paid, totalOwed);
    if (amount > 0) s.ledger.credit(walletOf(s, ins, slot), amount, receivedFlow, 0, 0);
    s.positions.store.f[slot * positionWidth + Pos.funding]! += amount;
    receipts.push(amount);
    received += amount;
  }
  if (paid > received) s.ledger.credit(houseBalance(s, House.rounding, ins.quote), paid - received, receivedFlow, 0, 0);
  for (const [n, { slot, owed }] of payers.entries()) report(s, ins, contract, slot, round, rateE8, -owed, -payments[n]!);
  for (const [n, { slot, owed }] of receivers.entries()) report(s, ins, contract, slot, round, rateE8, owed, receipts[n]!);
  for (const { slot } of [...payers, ...receivers]) watchAccount(s, s.positions.store.i[slot * positionInts + PosI.owner]!);
  return [paid, received];
}

/** The positions of one direction by id, with each one's amount at the rate. */
function sharesOf(
  s: State,
  ins: Instrument,
  contract: Contract,
  direction: PositionDirection,
  owedFor: (value: number) => number,
): Share[] {
  const { f } = s.positions.store;
  const shares: Share[] = [];
  contract.heap(direction).each((slot) => {
    shares.push({ slot, owed: owedFor(valueAt(f[slot * positionWidth + Pos.lots]!, contract.markTicks, ins.unit)) });
  });
  return shares.sort((a, b) => f[a.slot * positionWidth]! - f[b.slot * positionWidth]!);
}

/** An account with a position always has a contract wallet. */
const walletOf = (s: State, ins: Instrument, slot: number) =>
  contractBalance(s, s.positions.store.i[slot * positionInts + PosI.owner]!, ins.quote);

function report(
  s: State,
  ins: Instrument,
  contract: Contract,
  slot: number,
  round: number,
  rateE8: number,
  owed: number,
  amount: number,
): void {
  const { f, i } = s.positions.store;
  recordFundingPayment(s, ins, {
    ...{ round, rateE8, owed, amount },
    position: s.positions.id(slot),
    account: s.accounts.id(i[slot * positionInts + PosI.owner]!),
    direction: directionOf(i[slot * positionInts + PosI.flags]!),
    lots: f[slot * positionWidth + Pos.lots]!,
    markTicks: contract.markTicks,
  });
  emitPosition(s, ins, slot, 'funding');
}
