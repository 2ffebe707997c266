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
 * A corporate action as a series of bounded steps. Its terms, its close and its prices are those of the command. The open orders are cancelled first, then
 * the house's shares change, then every position, a bounded number with each command. Until the last one the stock takes no orders, no deliveries and no
 * other action, so the holders cannot change. An account that sends a command in between is settled before its command does anything, so nobody gains or
 * loses by moving money meanwhile. All commands that replay the journal replay the same steps.
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
  // A price from now on is one of the new shares.
  if (terms.action === 'split') splitPrices(ins, terms.numerator, terms.denominator);
  continueAction(s, ins, s.limits.stockStepsPerCommand);
}

/** No trigger may fire and no held order be looked at any more: every order is about to be cancelled. */
function forgetBacklog(s: State, ins: Instrument): void {
  if (ins.backlog) s.backlogs -= 1;
  ins.backlog = false;
  ins.book.held.due = 0;
  ins.book.held.lookedTo = 0;
  s.asked.delete(ins.slot);
}

/** Goes on as far as the command's limit allows; the action is gone when it is over. */
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

/** With the last open order nothing of the house's shares is set aside any more. */
function beginPositions(s: State, ins: Instrument, action: ActionUnderWay): void {
  const { terms, closeTicks } = action;
  if (terms.action === 'dividend') payHouseDividends(s, ins, terms);
  else splitHouseShares(s, ins, terms.numerator, terms.denominator, closeTicks);
  action.phase = 'positions';
}

/** Positions in the order of their slots. Looking at one of another instrument costs little, but many of them cost too. */
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

/** The record of a position that is gone has no lots. */
const isHolder = (s: State, ins: Instrument, slot: number) =>
  s.positions.store.i[slot * positionInts + PosI.instrument] === ins.slot && s.positions.store.f[slot * positionWidth + Pos.lots] !== 0;

/** Whether a position has had its part; those whose turn is over are not remembered one by one. */
export const isSettled = (s: State, action: ActionUnderWay, slot: number) => slot < action.at || action.ahead.has(s.positions.id(slot));

/** An account's long is settled before its short, whichever comes first, so that what it is paid counts for what it owes. */
function settleAccount(s: State, ins: Instrument, action: ActionUnderWay, owner: number): void {
  for (const direction of [PositionDirection.long, PositionDirection.short]) {
    const slot = s.positions.find(owner, ins.slot, direction);
    if (slot === 0 || isSettled(s, action, slot)) continue;
    action.ahead.add(s.positions.id(slot));
    s.stockSteps += 1;
    settle(s, ins, action, slot);
  }
}

/** An account that sends a command while actions are under way loses its orders and has its part of each before. */
export function settleActionsFirst(s: State, owner: number): void {
  for (const instrument of s.stocks.acting) {
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

/** An open order of the stock, 0 when there is none: one that waits for the open, rests, waits for its trigger or is held. */
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
