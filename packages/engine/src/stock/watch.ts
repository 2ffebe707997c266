import { PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import { directionOf, leverageOf, Pos, PosI, positionInts, positionWidth } from '../positions/positions.ts';
import type { State } from '../state.ts';
import { watchLong, watchShort } from './margin.ts';

export const isCash = (flags: number) => directionOf(flags) === PositionDirection.long && leverageOf(flags) === 1;

/** Notes at which reference price a position is liquidated, after anything of it changed. Cash positions never are. */
export function rewatch(s: State, ins: Instrument, slot: number): void {
  const stock = ins.stock!;
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  if (isCash(flags)) return;
  const long = directionOf(flags) === PositionDirection.long;
  const heap = long ? stock.longs : stock.shorts;
  const lots = f[at + Pos.lots]!;
  if (lots === 0) heap.remove(slot);
  else if (long) heap.set(slot, watchLong(f[at + Pos.loan]!, lots, ins.unit, stock.rules.maintenancePpm));
  else heap.set(slot, watchShort(f[at + Pos.entryValue]!, f[at + Pos.margin]!, lots, ins.unit, stock.rules.maintenancePpm));
}

/** A position that is gone is watched no more. */
export function leaveStock(s: State, ins: Instrument, slot: number): void {
  rewatch(s, ins, slot);
  s.stocks.openedOn.delete(s.positions.id(slot));
}
