import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import { floorDiv, maxSafe } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { liquidationPrice, valueAt } from '../leverage/margin.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth, warnedBit } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { setWarned, warningEquity, warningOverEquity } from '../leverage/warnings.ts';
import { backing, fullEquity, fullEquityBeforeOrders } from './account.ts';
import type { Backing } from './backing.ts';
import type { Contract } from './contract.ts';
import { maintenanceOf } from './tiers.ts';

/**
 * Decides when margins must be checked again. Every open contract position is in a heap of its instrument, by the mark price at which it must be checked,
 * so that a tick costs only what it crosses. A segmented position is checked where its warning begins or, once warned, where it is liquidated. Full-margin
 * positions divide among them what their account can still lose, in proportion to their values. While no position has lost its share, the account cannot
 * have lost everything. When one has, the account is checked and the rest is divided again.
 */

/** A watch price that the next mark always crosses, and one that no mark crosses. */
const always = (direction: PositionDirection) => (direction === PositionDirection.long ? maxSafe : 0);
const never = (direction: PositionDirection) => (direction === PositionDirection.long ? 0 : maxSafe);

/** Recomputes the watch prices of all of an account's contract positions. */
export function watchAccount(s: State, owner: number): void {
  const { i } = s.positions.store;
  let full: Instrument | undefined;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    if (ins.contract === undefined || s.positions.store.f[slot * positionWidth + Pos.lots] === 0) continue;
    if (modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.segmented) watchSegmented(s, ins, ins.contract, slot);
    else full = ins;
  }
  if (full !== undefined) watchFull(s, owner, backing(s, owner, full.quote));
}

/** Makes the next mark check every position, because the contract's rules have changed. */
export function watchAll(contract: Contract): void {
  for (const direction of [PositionDirection.long, PositionDirection.short] as const) {
    const slots: number[] = [];
    contract.heap(direction).each((slot) => slots.push(slot));
    for (const slot of slots) contract.heap(direction).set(slot, always(direction));
  }
}

/** Call this after a change of one position, the common case. Only full-margin positions share equity, so a segmented one does not affect the others. */
export function watchPosition(s: State, ins: Instrument, slot: number): void {
  const { i } = s.positions.store;
  const owner = i[slot * positionInts + PosI.owner]!;
  if (modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.segmented) watchSegmented(s, ins, ins.contract!, slot);
  watchShared(s, owner);
}

/** Call this after an account's available balance changed and its positions did not. Only full-margin positions depend on that balance. */
export function watchShared(s: State, owner: number): void {
  if (!s.positions.hasFull(owner)) return;
  const { i } = s.positions.store;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    if (ins.contract === undefined || modeOf(i[slot * positionInts + PosI.flags]!) !== MarginMode.full) continue;
    watchFull(s, owner, backing(s, owner, ins.quote));
    return;
  }
}

/** Takes a position out of the watch. Call this before its record is freed. */
export function unwatch(s: State, contract: Contract, slot: number): void {
  const direction = directionOf(s.positions.store.i[slot * positionInts + PosI.flags]!);
  contract.heap(direction).remove(slot);
  contract.warned.clear(direction, s.positions.store.f[slot * positionWidth]!);
}

/** Leaves a position that the market could not take until the next mark. */
export function park(s: State, contract: Contract, slot: number): void {
  const direction = directionOf(s.positions.store.i[slot * positionInts + PosI.flags]!);
  contract.heap(direction).set(slot, never(direction));
  contract.parked.push(s.positions.store.f[slot * positionWidth]!);
}

function watchSegmented(s: State, ins: Instrument, contract: Contract, slot: number): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const direction = directionOf(flags);
  const lots = f[at + Pos.lots]!;
  const mark = contract.markTicks;
  const equity = f[at + Pos.margin]! + profitOf(s, ins, slot, mark);
  const maintenance = maintenanceOf(contract.rules.tiers, f[at + Pos.entryValue]!);
  const overAt = warningOverEquity(maintenance);
  if (equity > overAt) setWarned(s, slot, false);
  const warned = (i[slot * positionInts + PosI.flags]! & warnedBit) !== 0;
  const floor = warned ? maintenance : warningEquity(maintenance);
  const price = liquidationPrice(direction, lots, mark, ins.unit, equity, floor);
  contract.heap(direction).set(slot, price);
  watchWarned(contract, direction, f[at]!, warned, mark, floorDiv(overAt - equity, lots * ins.unit) + 1);
}

/** Divides among the account's full-margin positions what it can still lose, and what it must gain to end its warning. */
function watchFull(s: State, owner: number, b: Backing): void {
  const { f, i } = s.positions.store;
  const equity = fullEquity(s, b);
  const overAt = warningOverEquity(b.maintenance);
  const warned = equity <= overAt && anyWarned(s, owner);
  // When nothing but the orders' reserves is left to lose, the account must be checked: its opening orders are then cancelled.
  const bare = fullEquityBeforeOrders(b);
  const spare = Math.min(
    equity - (warned ? b.maintenance : warningEquity(b.maintenance)),
    equity > bare ? bare - b.maintenance : Number.POSITIVE_INFINITY,
  );
  const total = fullValue(s, owner);
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    const { contract } = ins;
    if (contract === undefined || modeOf(i[slot * positionInts + PosI.flags]!) !== MarginMode.full) continue;
    if (f[slot * positionWidth + Pos.lots] === 0) continue;
    setWarned(s, slot, warned);
    const at = slot * positionWidth;
    const direction = directionOf(i[slot * positionInts + PosI.flags]!);
    const mark = contract.markTicks;
    const step = f[at + Pos.lots]! * ins.unit;
    const share = valueAt(f[at + Pos.lots]!, mark, ins.unit) / total;
    // Doubles are precise enough here: a share is cut to whole ticks, and a position is checked before it has lost its share. Every position gets at least
    // one tick, because a mark that did not move has cost nothing.
    const ticks = Math.max(1, Math.floor((spare * share) / step));
    contract.heap(direction).set(slot, spare <= 0 ? always(direction) : watchPrice(direction, mark, ticks));
    watchWarned(contract, direction, f[at]!, warned, mark, Math.max(1, Math.floor(((overAt + 1 - equity) * share) / step)));
  }
}

const watchPrice = (direction: PositionDirection, markTicks: number, ticks: number) =>
  direction === PositionDirection.long ? Math.max(0, markTicks - ticks) : Math.min(maxSafe, markTicks + ticks);

/** Also checks a warned position after the price moves this many ticks in its favour. */
function watchWarned(
  contract: Contract,
  direction: PositionDirection,
  position: number,
  warned: boolean,
  markTicks: number,
  ticks: number,
): void {
  if (!warned) contract.warned.clear(direction, position);
  else contract.warned.set(direction, position, direction === PositionDirection.long ? markTicks + ticks : markTicks - ticks);
}

function anyWarned(s: State, owner: number): boolean {
  const { i } = s.positions.store;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const flags = i[slot * positionInts + PosI.flags]!;
    if ((flags & warnedBit) !== 0 && modeOf(flags) === MarginMode.full) return true;
  }
  return false;
}

/** Sum of the values of the account's full-margin positions at their marks, which sets their shares. */
function fullValue(s: State, owner: number): number {
  const { f, i } = s.positions.store;
  let total = 0;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    if (ins.contract === undefined || modeOf(i[slot * positionInts + PosI.flags]!) !== MarginMode.full) continue;
    total += valueAt(f[slot * positionWidth + Pos.lots]!, ins.contract.markTicks, ins.unit);
  }
  return total;
}
