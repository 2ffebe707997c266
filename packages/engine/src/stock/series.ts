import { PositionDirection } from '@bourse/protocol/enums';
import { LevI, levelWidth } from '../book/levels.ts';
import { openSlots } from '../book/order-record.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { CorporateAction } from '../commands.ts';
import type { State } from '../core/state.ts';
import { cancelOpen } from '../leverage/order-life.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { Reason } from '../record/decode.ts';
import { stock as declared } from './declare.ts';
import { payDividend, payHouseDividends } from './dividend.ts';
import { splitHouseShares, splitPosition, splitPrices } from './split.ts';
import type { ActionUnderWay } from './stock.ts';

/**
 * Runs a corporate action as a series of bounded steps, at the terms, close and prices of its command. The first steps cancel open orders; then the house's
 * shares change, then every position, a bounded number with each command. Until the last step the stock accepts no orders, deliveries or other actions, so
 * its holders cannot change. An account that sends a command in between is settled first, so nobody gains or loses by moving money meanwhile. Replaying the
 * journal repeats the same steps.
 */
export function startAction(s: State, ins: Instrument, terms: CorporateAction): void {
  const stock = ins.stock!;
  stock.action = {
    terms: { ...terms },
    closeTicks: stock.lastClose === 0 ? ins.triggerPrice : stock.lastClose,
    oldTicks: ins.triggerPrice,
    phase: 'orders',
    at: 1,
    ahead: new Set(),
  };
  s.stocks.acting.add(ins.slot);
  forgetBacklog(s, ins);
  // From now on prices are those of the new shares.
  if (terms.action === 'split') splitPrices(ins, terms.numerator, terms.denominator);
  continueAction(s, ins, s.limits.stockStepsPerCommand);
}

/** Drops pending triggers and held orders, because every order is about to be cancelled. */
function forgetBacklog(s: State, ins: Instrument): void {
  if (ins.backlog) s.backlogs -= 1;
  ins.backlog = false;
  ins.book.held.due = 0;
  ins.book.held.lookedTo = 0;
  s.heldReviews.delete(ins.slot);
}

/** Continues the action as far as the command's limit allows, and removes it when it is complete. */
export function continueAction(s: State, ins: Instrument, limit: number): void {
  const action = ins.stock!.action!;
  if (action.phase === 'orders') {
    for (let slot = anyOrder(s, ins); slot !== 0; slot = anyOrder(s, ins)) {
      if (s.stockSteps >= limit) return;
      s.stockSteps += 1;
      cancelOpen(s, ins, slot, Reason.corporateAction);
    }
    beginPositions(s, ins, action);
  }
  if (!settleNext(s, ins, action, limit)) return;
  ins.stock!.action = undefined;
  s.stocks.acting.delete(ins.slot);
}

/** Starts on the positions. No open order is left, so none of the house's shares are reserved any more. */
function beginPositions(s: State, ins: Instrument, action: ActionUnderWay): void {
  const { terms, closeTicks } = action;
  if (terms.action === 'dividend') payHouseDividends(s, ins, terms);
  else splitHouseShares(s, ins, terms.numerator, terms.denominator, closeTicks);
  action.phase = 'positions';
}

/** Looking at a position of another instrument is cheap but not free: this many looks count as one step. */
const looksPerStep = 20;

function settleNext(s: State, ins: Instrument, action: ActionUnderWay, limit: number): boolean {
  const { store } = s.positions;
  for (let looks = 1; action.at < store.used; looks++) {
    if (s.stockSteps >= limit) return false;
    const slot = action.at;
    if (isHolder(s, ins, slot)) {
      const id = s.positions.id(slot);
      settleAccount(s, ins, action, store.i[slot * positionInts + PosI.owner]!);
      action.ahead.delete(id);
    } else if (looks % looksPerStep === 0) s.stockSteps += 1;
    action.at = slot + 1;
  }
  return true;
}

/** Whether a slot holds an open position in this stock. The record of a closed position has no lots. */
const isHolder = (s: State, ins: Instrument, slot: number) =>
  s.positions.store.i[slot * positionInts + PosI.instrument] === ins.slot && s.positions.store.f[slot * positionWidth + Pos.lots] !== 0;

/** Whether a position has been settled: the scan has passed its slot, or its owner was settled ahead of its turn. */
export const isSettled = (s: State, action: ActionUnderWay, slot: number) => slot < action.at || action.ahead.has(s.positions.id(slot));

/** Settles an account's long before its short, whichever has its turn first, so that money paid to the long covers what the short owes. */
function settleAccount(s: State, ins: Instrument, action: ActionUnderWay, owner: number): void {
  for (const direction of [PositionDirection.long, PositionDirection.short]) {
    const slot = s.positions.find(owner, ins.slot, direction);
    if (slot === 0 || isSettled(s, action, slot)) continue;
    action.ahead.add(s.positions.id(slot));
    s.stockSteps += 1;
    settle(s, ins, action, slot);
  }
}

/** Cancels an account's orders and settles its positions in every running corporate action, before its command does anything else. */
export function settleActionsFirst(s: State, owner: number): void {
  for (const instrument of s.stocks.acting.sorted()) {
    const ins = s.instruments.at(instrument);
    const action = ins.stock!.action!;
    if (action.phase === 'orders') {
      for (const slot of openSlots(s, owner, ins.slot)) cancelOpen(s, ins, slot, Reason.corporateAction);
      if (anyOrder(s, ins) === 0) beginPositions(s, ins, action);
    }
    settleAccount(s, ins, action, owner);
  }
}

function settle(s: State, ins: Instrument, action: ActionUnderWay, slot: number): void {
  const { terms, closeTicks } = action;
  const lots = s.positions.store.f[slot * positionWidth + Pos.lots]!;
  if (terms.action === 'dividend') payDividend(s, ins, slot, terms, (cash) => note(s, ins, action, slot, lots, lots, cash));
  else splitPosition(s, ins, slot, terms, closeTicks, (cash, lotsAfter) => note(s, ins, action, slot, lots, lotsAfter, cash));
}

/** The slot of any open order of the stock: waiting for the open, resting, waiting for its trigger, or held. 0 if there is none. */
function anyOrder(s: State, ins: Instrument): number {
  const { priced, buys, sells } = ins.stock!.queues;
  const { bids, asks, rising, falling, held } = ins.book;
  const waiting = priced.first || buys.first || sells.first;
  if (waiting !== 0) return waiting;
  const level = bids.best || asks.best;
  if (level !== 0) return s.levels.store.i[level * levelWidth * 2 + LevI.head]!;
  return rising.top() || falling.top() || (held.slots[0] ?? 0);
}

function note(s: State, ins: Instrument, action: ActionUnderWay, slot: number, lotsBefore: number, lotsAfter: number, cash: number): void {
  const { f, i } = s.positions.store;
  const { terms, closeTicks } = action;
  const split = terms.action === 'split';
  s.log.tell(declared.events.corporateAction, {
    reference: terms.reference,
    instrument: ins.id,
    action: terms.action,
    numerator: terms.numerator,
    denominator: terms.denominator,
    amount: terms.amount,
    position: f[slot * positionWidth]!,
    account: s.accounts.id(i[slot * positionInts + PosI.owner]!),
    direction: directionOf(i[slot * positionInts + PosI.flags]!),
    lotsBefore,
    lotsAfter,
    cash,
    closeTicks: split ? closeTicks : 0,
    source: terms.source,
  });
}
