import type { PositionView } from '../api.ts';
import type { State } from '../core/state.ts';
import { PosI, positionInts } from './positions.ts';
import { productFor } from './product.ts';

/** A position of either product as it stands. */
export function positionView(s: State, slot: number): PositionView {
  const ins = s.instruments.at(s.positions.store.i[slot * positionInts + PosI.instrument]!);
  return productFor(s, ins).view(s, ins, slot);
}
