import type { Instrument } from '../catalogue/instruments.ts';
import { unwatch, watchAccount } from '../contract/watch.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { cancelOpen } from '../spot/order-life.ts';
import { leaveStock } from '../stock/watch.ts';
import { PosI, positionInts } from './positions.ts';

/** Cancels the orders that would close a position, by id. */
export function cancelExits(s: State, ins: Instrument, position: number, reason: number): number[] {
  const exits = s.exits.of(position);
  if (exits === undefined) return [];
  const ids = [...exits.all].sort((a, b) => a - b);
  for (const id of ids) cancelOpen(s, ins, s.orders.slot(id), reason);
  return ids;
}

/** A position without lots is forgotten, and what would have closed it cancelled. */
export function endPosition(s: State, ins: Instrument, slot: number): void {
  const owner = s.positions.store.i[slot * positionInts + PosI.owner]!;
  cancelExits(s, ins, s.positions.id(slot), Reason.positionClosed);
  if (ins.stock === undefined) unwatch(s, ins.contract!, slot);
  else leaveStock(s, ins, slot);
  s.positions.close(slot);
  watchAccount(s, owner);
}
