import { Ord, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { PositionEvent, PositionReason } from '../events.ts';
import { decodePosition, positionReasons } from '../record/decode-leverage.ts';
import { PositionRecord } from '../record/layouts.ts';
import { Pos, PosI, positionInts, positionWidth } from './positions.ts';
import { productFor } from './product.ts';

/** Triggers of the orders that protect the whole position: take-profit and stop-loss, 0 for none. */
export function wholeStops(s: State, position: number): readonly [number, number] {
  const exits = s.exits.of(position);
  if (exits === undefined) return [0, 0];
  const trigger = (order: number) => (order === 0 ? 0 : s.orders.store.f[s.orders.slot(order) * orderWidth + Ord.trigger]!);
  return [trigger(exits.takeProfit), trigger(exits.stopLoss)];
}

/** Records the complete position and returns where the record begins. A closed position is recorded before its slot is freed. */
export function emitPosition(s: State, ins: Instrument, slot: number, reason: PositionReason): number {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const open = f[at + Pos.lots]! > 0;
  const [takeProfit, stopLoss] = open ? wholeStops(s, f[at]!) : [0, 0];
  const liquidation = open ? productFor(s, ins).liquidationTicks(s, ins, slot) : 0;
  const to = s.log.open(PositionRecord.code);
  const n = s.log.numbers;
  n[to + PositionRecord.position] = f[at]!;
  n[to + PositionRecord.account] = s.accounts.id(i[slot * positionInts + PosI.owner]!);
  n[to + PositionRecord.instrument] = ins.id;
  n[to + PositionRecord.flags] = flags;
  n[to + PositionRecord.lots] = f[at + Pos.lots]!;
  n[to + PositionRecord.entryValue] = f[at + Pos.entryValue]!;
  n[to + PositionRecord.margin] = f[at + Pos.margin]!;
  n[to + PositionRecord.loan] = f[at + Pos.loan]!;
  n[to + PositionRecord.realised] = f[at + Pos.realised]!;
  n[to + PositionRecord.fees] = f[at + Pos.fees]!;
  n[to + PositionRecord.funding] = f[at + Pos.funding]!;
  n[to + PositionRecord.closedLots] = f[at + Pos.closedLots]!;
  n[to + PositionRecord.exitValue] = f[at + Pos.exitValue]!;
  n[to + PositionRecord.closedEntry] = f[at + Pos.closedEntry]!;
  n[to + PositionRecord.takeProfitTicks] = takeProfit;
  n[to + PositionRecord.stopLossTicks] = stopLoss;
  n[to + PositionRecord.liquidationTicks] = liquidation;
  n[to + PositionRecord.openedAt] = f[at + Pos.openedAt]!;
  n[to + PositionRecord.reason] = positionReasons.indexOf(reason);
  return to;
}

/** A position's current state in the form of its event. `reason` has no meaning here. */
export const positionNow = (s: State, ins: Instrument, slot: number): PositionEvent =>
  s.log.takeBack(emitPosition(s, ins, slot, 'opened'), decodePosition, s);

/** Records a changed position and sets its next margin check. */
export function positionChanged(s: State, ins: Instrument, slot: number, reason: PositionReason): void {
  emitPosition(s, ins, slot, reason);
  if (s.positions.store.f[slot * positionWidth + Pos.lots]! > 0) productFor(s, ins).watch(s, ins, slot);
}
