import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { cancelOpen } from './order-life.ts';
import { PosI, positionInts } from './positions.ts';
import { productFor } from './product.ts';

/** Cancels the orders that would close a position, by id. */
export function cancelExits(s: State, ins: Instrument, position: number, reason: number): number[] {
  const exits = s.exits.of(position);
  if (exits === undefined) return [];
  const ids = [...exits.all].sort((a, b) => a - b);
  for (const id of ids) cancelOpen(s, ins, s.orders.slot(id), reason);
  return ids;
}

/** Removes a position without lots and cancels the orders that would have closed it. */
export function endPosition(s: State, ins: Instrument, slot: number): void {
  const owner = s.positions.store.i[slot * positionInts + PosI.owner]!;
  cancelExits(s, ins, s.positions.id(slot), Reason.positionClosed);
  productFor(s, ins).unwatch(s, ins, slot);
  s.positions.close(slot);
  s.products.fullMargin.positionEnded(s, owner);
}
