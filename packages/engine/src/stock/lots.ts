import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { directionOf, Pos, PosI, packPosition, positionInts, positionWidth } from '../leverage/positions.ts';
import { isCash } from './holding.ts';
import type { Closing } from './margin.ts';
import { recordOpening, recordRoundTrip } from './round-trips.ts';

/** Adds lots to a position, opening it if needed, and returns its slot. */
export function addLots(
  s: State,
  ins: Instrument,
  owner: number,
  direction: PositionDirection,
  leverage: number,
  lots: number,
  value: number,
  own: number,
  loan: number,
): number {
  const known = s.positions.find(owner, ins.slot, direction);
  const slot =
    known !== 0
      ? known
      : s.positions.open(s.nextPosition++, owner, ins.slot, packPosition(direction, MarginMode.segmented, leverage), s.time);
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  f[at + Pos.lots]! += lots;
  f[at + Pos.entryValue]! += value;
  f[at + Pos.margin]! += own;
  f[at + Pos.loan]! += loan;
  if (direction === PositionDirection.long) ins.stock!.lentUnits += loan;
  else ins.stock!.lentLots += lots;
  if (!isCash(i[slot * positionInts + PosI.flags]!)) recordOpening(s, ins, slot);
  return slot;
}

/** Takes closed lots out of a position's record. */
export function takeLots(s: State, ins: Instrument, slot: number, lots: number, value: number, closing: Closing): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  recordRoundTrip(s, ins, slot);
  f[at + Pos.lots]! -= lots;
  takeAmounts(s, slot, value, closing);
  f[at + Pos.closedLots]! += lots;
  if (directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.long) ins.stock!.lentUnits -= closing.repaid;
  else ins.stock!.lentLots -= lots;
}

/** Takes out the amounts that belong to closed lots, or to the fraction of a lot that a split pays out. */
export function takeAmounts(s: State, slot: number, value: number, closing: Closing): void {
  const { f } = s.positions.store;
  const at = slot * positionWidth;
  f[at + Pos.entryValue]! -= closing.closedEntry;
  f[at + Pos.margin]! -= closing.released;
  f[at + Pos.loan]! -= closing.repaid;
  f[at + Pos.realised]! += closing.profit;
  f[at + Pos.exitValue]! += value;
  f[at + Pos.closedEntry]! += closing.closedEntry;
}
