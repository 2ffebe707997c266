import { PositionDirection } from '@bourse/protocol/enums';
import type { State } from '../core/state.ts';
import { directionOf, leverageOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import type { Holding } from './margin.ts';

/** Whether a position owes nothing: a long that was paid in full. */
export const isCash = (flags: number) => directionOf(flags) === PositionDirection.long && leverageOf(flags) === 1;

/** A position in the form that the arithmetic uses. */
export function holdingOf(s: State, slot: number): Holding {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  return {
    long: directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.long,
    lots: f[at + Pos.lots]!,
    entry: f[at + Pos.entryValue]!,
    margin: f[at + Pos.margin]!,
    loan: f[at + Pos.loan]!,
  };
}
