import type { PositionAction } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { roles } from '../record/decode-leverage.ts';
import { Record } from '../record/event-log.ts';
import { directionOf, leverageOf, modeOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';
import type { TradeSide } from './trade-side.ts';

/** Records a settlement as its receipt needs it, with the position before the fill. */
export function recordPositionFill(
  s: State,
  ins: Instrument,
  slot: number,
  side: TradeSide,
  action: PositionAction,
  priceTicks: number,
  lots: number,
  value: number,
  closedEntry: number,
  profit: number,
  marginMoved: number,
  fee: number,
  insured: number,
  /** What a full-margin account added; −1 in segmented margin. */
  covered: number,
): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const to = s.log.open(Record.positionFill);
  const n = s.log.numbers;
  n[to + 1] = s.nextSettlement++;
  n[to + 2] = side.fill;
  n[to + 3] = side.order;
  n[to + 4] = s.accounts.id(side.owner);
  n[to + 5] = f[at]!;
  n[to + 6] = ins.id;
  n[to + 7] = directionOf(flags);
  n[to + 8] = action;
  n[to + 9] = roles.indexOf(side.role);
  n[to + 10] = modeOf(flags);
  n[to + 11] = leverageOf(flags);
  n[to + 12] = priceTicks;
  n[to + 13] = lots;
  n[to + 14] = value;
  n[to + 15] = f[at + Pos.lots]!;
  n[to + 16] = f[at + Pos.entryValue]!;
  n[to + 17] = f[at + Pos.margin]!;
  n[to + 18] = closedEntry;
  n[to + 19] = profit;
  n[to + 20] = marginMoved;
  n[to + 21] = side.feePpm;
  n[to + 22] = fee;
  n[to + 23] = insured;
  n[to + 24] = covered;
}
