import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../../catalogue/instruments.ts';
import type { State } from '../../core/state.ts';
import { marginRatio } from '../../leverage/margin.ts';
import { modeOf, Pos, PosI, positionInts, positionWidth, warnedBit } from '../../leverage/positions.ts';
import { profitOf } from '../../leverage/profit.ts';
import { emitWarning, setWarned, warningEquity } from '../../leverage/warnings.ts';
import { backing, fullEquity, mayLiquidate } from '../account.ts';
import type { Contract } from '../contract.ts';
import { payFundingFirst } from '../funding/parts.ts';
import { maintenanceOf } from '../tiers.ts';
import { park, watchAccount } from '../watch.ts';
import { liquidateAccount, liquidatePosition } from './liquidate.ts';
import { shedOrders } from './shed-orders.ts';

/**
 * Checks every margin whose watch price the mark has reached: longs by the highest price, then shorts by the lowest, equal prices by position. A position
 * at or below maintenance is liquidated; one that comes near is warned once. What the command's limits leave over continues with the next command, after
 * leftover stops.
 */
export function checkMargins(s: State, ins: Instrument, contract: Contract): void {
  if (!mayLiquidate(s, ins)) {
    setBacklog(s, contract, false);
    return;
  }
  const over = ins.backlog || !lookAtDue(s, ins, contract) || !checkWarned(s, contract);
  setBacklog(s, contract, over);
  if (!over) unpark(s, contract);
}

function setBacklog(s: State, contract: Contract, backlog: boolean): void {
  if (contract.backlog !== backlog) s.backlogs += backlog ? 1 : -1;
  contract.backlog = backlog;
}

function lookAtDue(s: State, ins: Instrument, contract: Contract): boolean {
  for (;;) {
    const { longs, shorts, markTicks } = contract;
    const slot = longs.isCrossed(markTicks) ? longs.top() : shorts.isCrossed(markTicks) ? shorts.top() : 0;
    if (slot === 0) return true;
    if (s.marginChecks === s.limits.marginChecksPerCommand) return false;
    s.marginChecks += 1;
    if (!look(s, ins, contract, slot)) return false;
  }
}

/** Checks warned positions that have moved far enough in their favour that the warning may end. */
function checkWarned(s: State, contract: Contract): boolean {
  const { warned, markTicks } = contract;
  while (warned.isReached(markTicks)) {
    if (s.marginChecks === s.limits.marginChecksPerCommand) return false;
    s.marginChecks += 1;
    const position = warned.take(markTicks);
    watchAccount(s, s.positions.store.i[s.positions.slot(position) * positionInts + PosI.owner]!);
  }
  return true;
}

/** Makes positions that the market could not take due again at the next mark. */
function unpark(s: State, contract: Contract): void {
  const parked = contract.parked;
  if (parked.length === 0) return;
  contract.parked = [];
  for (const id of parked) {
    const slot = s.positions.slot(id);
    if (slot !== 0) watchAccount(s, s.positions.store.i[slot * positionInts + PosI.owner]!);
  }
}

/** Checks one position, or the full-margin account behind it. Returns false when the limit of liquidation steps stopped it. */
function look(s: State, ins: Instrument, contract: Contract, slot: number): boolean {
  const { i } = s.positions.store;
  const owner = i[slot * positionInts + PosI.owner]!;
  const full = modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.full;
  const position = s.positions.id(slot);
  payFundingFirst(s, owner);
  const result = full ? lookAtAccount(s, ins, owner) : lookAtPosition(s, ins, contract, slot);
  if (result === 'safe') watchAccount(s, owner);
  else if (result === 'stuck') {
    watchAccount(s, owner);
    if (!full) park(s, contract, s.positions.slot(position));
    else parkAll(s, contract, ins, owner);
  }
  return result !== 'limit';
}

/** How a margin check ended: nothing (more) to do, nobody could take the lots that must go, or this command's limit was reached. */
export type Look = 'safe' | 'stuck' | 'limit';

function parkAll(s: State, contract: Contract, ins: Instrument, owner: number): void {
  const { i } = s.positions.store;
  for (const direction of [PositionDirection.long, PositionDirection.short] as const) {
    const slot = s.positions.find(owner, ins.slot, direction);
    if (slot !== 0 && modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.full) park(s, contract, slot);
  }
}

function lookAtPosition(s: State, ins: Instrument, contract: Contract, slot: number): Look {
  const at = slot * positionWidth;
  const id = s.positions.id(slot);
  while (s.positions.slot(id) === slot) {
    // Read anew after each step: a position that the other side opened may have made the store grow.
    const { f, i } = s.positions.store;
    const equity = f[at + Pos.margin]! + profitOf(s, ins, slot, contract.markTicks);
    const maintenance = maintenanceOf(contract.rules.tiers, f[at + Pos.entryValue]!);
    if (equity > maintenance) {
      const warned = (i[slot * positionInts + PosI.flags]! & warnedBit) !== 0;
      if (!warned && equity <= warningEquity(maintenance)) {
        setWarned(s, slot, true);
        emitWarning(s, i[slot * positionInts + PosI.owner]!, id, ins.id, marginRatio(maintenance, equity));
      }
      return 'safe';
    }
    if (s.liquidationSteps >= s.limits.liquidationStepsPerCommand) return 'limit';
    s.liquidationSteps += 1;
    if (!liquidatePosition(s, ins, contract, slot, equity, maintenance)) return 'stuck';
  }
  return 'safe';
}

function lookAtAccount(s: State, ins: Instrument, owner: number): Look {
  for (;;) {
    shedOrders(s, owner, ins.quote);
    const b = backing(s, owner, ins.quote);
    if (b.fullMargins === 0 && b.maintenance === 0) return 'safe';
    const equity = fullEquity(s, b);
    if (equity > b.maintenance) {
      if (equity <= warningEquity(b.maintenance)) warnAccount(s, ins, owner, marginRatio(b.maintenance, equity));
      return 'safe';
    }
    if (s.liquidationSteps >= s.limits.liquidationStepsPerCommand) return 'limit';
    s.liquidationSteps += 1;
    if (!liquidateAccount(s, ins.quote, owner, equity, b.maintenance)) return 'stuck';
  }
}

/** Warns the account once for all its full-margin positions. */
function warnAccount(s: State, ins: Instrument, owner: number, ratioPpm: number): void {
  const { i } = s.positions.store;
  let known = false;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const flags = i[slot * positionInts + PosI.flags]!;
    if (s.instruments.at(i[slot * positionInts + PosI.instrument]!).contract === undefined || modeOf(flags) !== MarginMode.full) continue;
    known ||= (flags & warnedBit) !== 0;
    setWarned(s, slot, true);
  }
  if (!known) emitWarning(s, owner, 0, ins.id, ratioPpm);
}
