import type { PositionDirection } from '@bourse/protocol/enums';
import type { CorporateActionEvent, DayLimitsEvent, HoldingChargeEvent } from '../events.ts';

/** Records of stocks, back to events. */
interface Head {
  seq: number;
  index: number;
  time: number;
}

export const decodeDayLimits = (n: Float64Array, at: number, { seq, index, time }: Head): DayLimitsEvent => ({
  seq,
  index,
  time,
  kind: 'dayLimits',
  instrument: n[at + 1]!,
  session: n[at + 2]!,
  open: n[at + 3]!,
  close: n[at + 4]!,
  lowTicks: n[at + 5]!,
  highTicks: n[at + 6]!,
  previousCloseTicks: n[at + 7]!,
});

export const decodeHoldingCharge = (n: Float64Array, at: number, { seq, index, time }: Head): HoldingChargeEvent => ({
  seq,
  index,
  time,
  kind: 'holdingCharge',
  position: n[at + 1]!,
  account: n[at + 2]!,
  instrument: n[at + 3]!,
  session: n[at + 4]!,
  value: n[at + 5]!,
  ratePpm: n[at + 6]!,
  amount: n[at + 7]!,
});

/** `announced` names sources and references by the number the record gives them. */
export const decodeCorporateAction = (
  n: Float64Array,
  at: number,
  { seq, index, time }: Head,
  announced: readonly string[],
): CorporateActionEvent => ({
  seq,
  index,
  time,
  kind: 'corporateAction',
  reference: announced[n[at + 12]!] ?? '',
  instrument: n[at + 1]!,
  action: n[at + 2] === 0 ? 'split' : 'dividend',
  numerator: n[at + 3]!,
  denominator: n[at + 4]!,
  amount: n[at + 5]!,
  position: n[at + 6]!,
  account: n[at + 7]!,
  direction: n[at + 8]! as PositionDirection,
  lotsBefore: n[at + 9]!,
  lotsAfter: n[at + 10]!,
  cash: n[at + 11]!,
  closeTicks: n[at + 14]!,
  source: announced[n[at + 13]!] ?? '',
});
