import { floorDiv } from '../base/exact.ts';
import type { State } from '../core/state.ts';
import { leverage } from './declare.ts';
import { PosI, positionInts, warnedBit } from './positions.ts';

/** Margin warnings: when they begin, when they end, and how a position stores one. */

/** A warning begins at this equity, where maintenance is 80 % of it. It ends above `warningOverEquity`, where maintenance is less than 70 %. */
export const warningEquity = (maintenance: number) => floorDiv(maintenance * 5, 4);
export const warningOverEquity = (maintenance: number) => floorDiv(maintenance * 10, 7);

export function setWarned(s: State, slot: number, warned: boolean): void {
  const at = slot * positionInts + PosI.flags;
  const { i } = s.positions.store;
  i[at] = warned ? i[at]! | warnedBit : i[at]! & ~warnedBit;
}

export function emitWarning(s: State, owner: number, position: number, instrument: number, ratioPpm: number): void {
  s.log.tell(leverage.events.marginWarning, { account: s.accounts.id(owner), position, instrument, ratioPpm });
}
