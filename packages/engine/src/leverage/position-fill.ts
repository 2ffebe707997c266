import type { PositionAction } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { roles } from '../record/decode-leverage.ts';
import { PositionFillRecord } from '../record/layouts.ts';
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
  const to = s.log.open(PositionFillRecord.code);
  const n = s.log.numbers;
  n[to + PositionFillRecord.settlement] = s.nextSettlement++;
  n[to + PositionFillRecord.fill] = side.fill;
  n[to + PositionFillRecord.order] = side.order;
  n[to + PositionFillRecord.account] = s.accounts.id(side.owner);
  n[to + PositionFillRecord.position] = f[at]!;
  n[to + PositionFillRecord.instrument] = ins.id;
  n[to + PositionFillRecord.direction] = directionOf(flags);
  n[to + PositionFillRecord.action] = action;
  n[to + PositionFillRecord.role] = roles.indexOf(side.role);
  n[to + PositionFillRecord.mode] = modeOf(flags);
  n[to + PositionFillRecord.leverage] = leverageOf(flags);
  n[to + PositionFillRecord.priceTicks] = priceTicks;
  n[to + PositionFillRecord.lots] = lots;
  n[to + PositionFillRecord.value] = value;
  n[to + PositionFillRecord.openLots] = f[at + Pos.lots]!;
  n[to + PositionFillRecord.entryValue] = f[at + Pos.entryValue]!;
  n[to + PositionFillRecord.margin] = f[at + Pos.margin]!;
  n[to + PositionFillRecord.closedEntry] = closedEntry;
  n[to + PositionFillRecord.profit] = profit;
  n[to + PositionFillRecord.marginMoved] = marginMoved;
  n[to + PositionFillRecord.feePpm] = side.feePpm;
  n[to + PositionFillRecord.fee] = fee;
  n[to + PositionFillRecord.insured] = insured;
  n[to + PositionFillRecord.covered] = covered;
}
