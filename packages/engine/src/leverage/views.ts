import type { PositionPreview, PositionView } from '../api.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { PosI, positionInts } from './positions.ts';
import { productFor } from './product.ts';

/** The current state of a position of either product. */
export function positionView(s: State, slot: number): PositionView {
  const ins = s.instruments.at(s.positions.store.i[slot * positionInts + PosI.instrument]!);
  return productFor(s, ins).view(s, ins, slot);
}

/** A preview that shows nothing but the refusal. */
export const emptyPreview = (refusal: Outcome | undefined): PositionPreview => ({
  refusal,
  atTicks: 0,
  margin: 0,
  fee: 0,
  resultingLots: 0,
  resultingEntryValue: 0,
  resultingMargin: 0,
  liquidationTicks: 0,
  free: 0,
});
