import type { PositionPreview } from '../api.ts';
import type { Outcome } from '../events.ts';

/** Where nothing can be said beyond the refusal. */
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
