import { ceilDiv, ceilShare, floorDiv } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { valueAt } from '../leverage/margin.ts';
import { directionOf, PosI, positionInts, warnedBit } from '../leverage/positions.ts';
import { setWarned, warningOverEquity } from '../leverage/warnings.ts';
import { holdingOf, isCash } from './holding.ts';
import { type Holding, watchLong, watchShort } from './margin.ts';

/** A holding's equity at the current price, and its maintenance. */
export function equityOf(ins: Instrument, { long, lots, entry, margin }: Holding): { equity: number; maintenance: number } {
  const value = valueAt(lots, ins.triggerPrice, ins.unit);
  return { equity: margin + (long ? value - entry : entry - value), maintenance: ceilShare(value, ins.stock!.rules.maintenancePpm) };
}

/**
 * Sets the reference price at which a position must be looked at again. Call it after any change to the position. An unwarned position is looked at where
 * its warning begins, a warned one where it is liquidated or its warning may end. Cash positions are never watched.
 */
export function rewatch(s: State, ins: Instrument, slot: number): void {
  const stock = ins.stock!;
  const { i } = s.positions.store;
  const flags = i[slot * positionInts + PosI.flags]!;
  if (isCash(flags)) return;
  const holding = holdingOf(s, slot);
  const direction = directionOf(flags);
  const { maintenancePpm, marginWarnings } = stock.rules;
  const heap = holding.long ? stock.longs : stock.shorts;
  const id = s.positions.id(slot);
  if (holding.lots === 0) {
    heap.remove(slot);
    stock.warned.clear(direction, id);
    return;
  }
  const { equity, maintenance } = equityOf(ins, holding);
  if (marginWarnings && equity > warningOverEquity(maintenance)) setWarned(s, slot, false);
  const warned = (i[slot * positionInts + PosI.flags]! & warnedBit) !== 0;
  if (marginWarnings && warned) stock.warned.set(direction, id, warningOverPrice(ins, holding, maintenancePpm));
  else stock.warned.clear(direction, id);
  heap.set(slot, marginWarnings && !warned ? warningPrice(ins, holding, maintenancePpm) : watchPrice(ins, holding, maintenancePpm));
}

/** The price at which equity falls to a share of the value. */
const watchPrice = ({ unit }: Instrument, { long, lots, entry, margin, loan }: Holding, ppm: number) =>
  long ? watchLong(loan, lots, unit, ppm) : watchShort(entry, margin, lots, unit, ppm);

const almostAll = 999_999;

/** A tick before the warning begins, because the warning's own bounds are rounded differently. The margin check then decides. */
function warningPrice(ins: Instrument, holding: Holding, maintenancePpm: number): number {
  const price = watchPrice(ins, holding, Math.min(almostAll, ceilDiv(maintenancePpm * 5, 4)));
  return holding.long ? price + 1 : Math.max(1, price - 1);
}

/** Where a warning may end, which is never the current price. */
function warningOverPrice(ins: Instrument, holding: Holding, maintenancePpm: number): number {
  const price = watchPrice(ins, holding, Math.min(almostAll, floorDiv(maintenancePpm * 10, 7)));
  return holding.long ? Math.max(price - 1, ins.triggerPrice + 1) : Math.min(price + 1, ins.triggerPrice - 1);
}

/** Stops watching a position that has ended. */
export function leaveStock(s: State, ins: Instrument, slot: number): void {
  rewatch(s, ins, slot);
  s.stocks.openedOn.delete(s.positions.id(slot));
}
