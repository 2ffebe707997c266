import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { profitAt } from './margin.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';

/** Signed profit of a position at a price. */
export const profitOf = (s: State, ins: Instrument, slot: number, ticks: number): number => {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  return profitAt(directionOf(i[slot * positionInts + PosI.flags]!), f[at + Pos.lots]!, f[at + Pos.entryValue]!, ticks, ins.unit);
};
