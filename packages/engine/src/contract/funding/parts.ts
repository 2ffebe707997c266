import { PositionDirection } from '@bourse/protocol/enums';
import { mulDivCeil, mulDivFloor } from '../../base/exact.ts';
import type { Instrument } from '../../catalogue/instruments.ts';
import { House } from '../../core/accounts.ts';
import type { State } from '../../core/state.ts';
import { valueAt } from '../../leverage/margin.ts';
import { emitPosition } from '../../leverage/position-event.ts';
import { oppositeOf, Pos, PosI, positionInts, positionWidth } from '../../leverage/positions.ts';
import { contractBalance, houseBalance } from '../account.ts';
import type { Contract } from '../contract.ts';
import { contract } from '../declare.ts';
import { watchAccount } from '../watch.ts';
import { collect, paidFlow, receivedFlow, recordFundingPayment } from './payment.ts';
import { e8 } from './premium.ts';
import { Dues, FundingRound } from './round.ts';

/**
 * Funding in parts. A round notes the positions and lots of its instant; then each command lets a bounded number of them pay or receive. No payer can avoid
 * its payment: it pays what it still owes before a command of its account runs, before its margin is checked, and when its position ends. A receiver gets
 * its money even if its position has ended.
 */

const payerOf = ({ rateE8 }: FundingRound) => (rateE8 > 0 ? PositionDirection.long : PositionDirection.short);
const owedBy = (ins: Instrument, { markTicks, rateE8 }: FundingRound, lots: number) =>
  mulDivCeil(valueAt(lots, markTicks, ins.unit), Math.abs(rateE8), e8);
const owedTo = (ins: Instrument, markTicks: number, rateE8: number, lots: number) =>
  mulDivFloor(valueAt(lots, markTicks, ins.unit), Math.abs(rateE8), e8);

/** Returns what was paid and received if the round ends with this command. Otherwise an event gives both sums when the round ends. */
export function startRound(s: State, ins: Instrument, contract: Contract, round: number, rateE8: number): readonly [number, number] {
  // The round before this one is unfinished only when the host was down at an instant.
  if (contract.round !== undefined) endLate(s, ins, contract, contract.round);
  const { markTicks } = contract;
  const payers = duesOf(s, contract, rateE8 > 0 ? PositionDirection.long : PositionDirection.short);
  const receivers = duesOf(s, contract, rateE8 > 0 ? PositionDirection.short : PositionDirection.long);
  let asked = 0;
  for (let at = 0; at < receivers.length; at++) asked += owedTo(ins, markTicks, rateE8, receivers.lotsAt(at));
  const started = new FundingRound({ round, rateE8, markTicks, asked, paid: 0, received: 0 }, payers, receivers);
  contract.round = started;
  s.funding.add(ins.slot);
  return takePart(s, ins, contract, started, s.limits.fundingPerCommand) ? [started.paid, started.received] : [0, 0];
}

/** Continues the rounds that an earlier command's limit left over. */
export function continueFunding(s: State): void {
  for (const slot of s.funding.sorted()) {
    const ins = s.instruments.at(slot);
    const round = ins.contract!.round!;
    if (takePart(s, ins, ins.contract!, round, s.limits.fundingPerCommand)) recordRoundEnd(s, ins, round);
  }
}

/** Lets an account pay its due funding before its command runs. */
export function payFundingFirst(s: State, owner: number): void {
  for (const slot of s.funding.sorted()) {
    const ins = s.instruments.at(slot);
    const round = ins.contract!.round!;
    const position = s.positions.find(owner, slot, payerOf(round));
    const at = position === 0 ? -1 : round.payers.find(s.positions.id(position));
    if (at < 0) continue;
    payAlone(s, ins, round, at);
    emitPosition(s, ins, position, 'funding');
    watchAccount(s, owner);
  }
}

/** Lets an ending position pay its due funding out of what its end made available. */
export function payFundingLast(s: State, ins: Instrument, slot: number): void {
  const round = ins.contract!.round;
  const at = round === undefined ? -1 : round.payers.find(s.positions.id(slot));
  if (round !== undefined && at >= 0) payAlone(s, ins, round, at);
}

/** The positions of one direction, by id. */
function duesOf(s: State, contract: Contract, direction: PositionDirection): Dues {
  const { f, i } = s.positions.store;
  const heap = contract.heap(direction);
  const ids = new Float64Array(heap.size);
  let count = 0;
  heap.each((slot) => {
    ids[count++] = f[slot * positionWidth]!;
  });
  ids.sort();
  const dues = new Dues(count);
  for (let at = 0; at < count; at++) {
    const slot = s.positions.slot(ids[at]!);
    dues.put(at, ids[at]!, s.accounts.id(i[slot * positionInts + PosI.owner]!), f[slot * positionWidth + Pos.lots]!);
  }
  return dues;
}

/** Lets positions pay, then receive, until the command's limit is reached. Returns whether the round is over. */
function takePart(s: State, ins: Instrument, contract: Contract, round: FundingRound, limit: number): boolean {
  payPart(s, ins, round, limit);
  if (round.payers.first() >= 0) return false;
  receivePart(s, ins, round, limit);
  if (round.receivers.first() >= 0) return false;
  const residue = round.paid - round.received;
  if (residue > 0) {
    s.ledger.posting += 1;
    s.ledger.debit(potOf(s, ins), residue, receivedFlow, 0, 0);
    s.ledger.credit(houseBalance(s, House.rounding, ins.quote), residue, receivedFlow, 0, 0);
  }
  contract.round = undefined;
  s.funding.delete(ins.slot);
  return true;
}

function payPart(s: State, ins: Instrument, round: FundingRound, limit: number): void {
  const { i } = s.positions.store;
  const before = round.paid;
  s.ledger.posting += 1;
  for (let at = round.payers.first(); at >= 0 && s.fundingShares < limit; at = round.payers.first()) {
    s.fundingShares += 1;
    const slot = s.positions.slot(round.payers.position(at));
    pay(s, ins, round, at, slot);
    emitPosition(s, ins, slot, 'funding');
    watchAccount(s, i[slot * positionInts + PosI.owner]!);
  }
  if (round.paid > before) s.ledger.credit(potOf(s, ins), round.paid - before, paidFlow, 0, 0);
}

function receivePart(s: State, ins: Instrument, round: FundingRound, limit: number): void {
  const { receivers } = round;
  const before = round.received;
  s.ledger.posting += 1;
  for (let at = receivers.first(); at >= 0 && s.fundingShares < limit; at = receivers.first()) {
    s.fundingShares += 1;
    receive(s, ins, round, at);
  }
  if (round.received > before) s.ledger.debit(potOf(s, ins), round.received - before, receivedFlow, 0, 0);
}

function payAlone(s: State, ins: Instrument, round: FundingRound, at: number): void {
  const before = round.paid;
  s.ledger.posting += 1;
  pay(s, ins, round, at, s.positions.slot(round.payers.position(at)));
  if (round.paid > before) s.ledger.credit(potOf(s, ins), round.paid - before, paidFlow, 0, 0);
}

/** A payer's position is still open here, because a position pays before it ends. */
function pay(s: State, ins: Instrument, round: FundingRound, at: number, slot: number): void {
  const { payers, markTicks, rateE8 } = round;
  const account = payers.account(at);
  const lots = payers.take(at);
  const owed = owedBy(ins, round, lots);
  const amount = collect(s, contractBalance(s, s.accounts.slot(account), ins.quote), slot, owed);
  round.paid += amount;
  const direction = payerOf(round);
  const moved = { owed: -owed, amount: -amount };
  recordFundingPayment(s, ins, {
    round: round.round,
    position: payers.position(at),
    account,
    direction,
    lots,
    markTicks,
    rateE8,
    ...moved,
  });
}

/** Runs once every payer has paid. Receivers share a shortfall in proportion. */
function receive(s: State, ins: Instrument, round: FundingRound, at: number): void {
  const { receivers, markTicks, rateE8, asked, paid } = round;
  const account = receivers.account(at);
  const owner = s.accounts.slot(account);
  const lots = receivers.take(at);
  const owed = owedTo(ins, markTicks, rateE8, lots);
  const amount = asked <= paid ? owed : mulDivFloor(owed, paid, asked);
  round.received += amount;
  if (amount > 0) s.ledger.credit(contractBalance(s, owner, ins.quote), amount, receivedFlow, 0, 0);
  const position = receivers.position(at);
  const direction = oppositeOf(payerOf(round));
  recordFundingPayment(s, ins, { round: round.round, position, account, direction, lots, markTicks, rateE8, owed, amount });
  const slot = s.positions.slot(position);
  if (slot !== 0) {
    s.positions.store.f[slot * positionWidth + Pos.funding]! += amount;
    emitPosition(s, ins, slot, 'funding');
  }
  watchAccount(s, owner);
}

function endLate(s: State, ins: Instrument, contract: Contract, round: FundingRound): void {
  takePart(s, ins, contract, round, Number.POSITIVE_INFINITY);
  recordRoundEnd(s, ins, round);
}

/** Records the end of a round that took several commands, with its sums. */
function recordRoundEnd(s: State, ins: Instrument, { round, paid, received }: FundingRound): void {
  s.log.tell(contract.events.fundingEnd, { round, instrument: ins.id, paid, received });
}

const potOf = (s: State, ins: Instrument) => houseBalance(s, House.funding, ins.quote);
