import { Ord, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { PositionEvent, PositionReason } from '../events.ts';
import { positionReasons } from '../record/decode-leverage.ts';
import { Record } from '../record/event-log.ts';
import { directionOf, leverageOf, modeOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';
import { productFor } from './product.ts';

/** Triggers of the orders that protect the whole position: take-profit and stop-loss, 0 for none. */
export function wholeStops(s: State, position: number): readonly [number, number] {
  const exits = s.exits.of(position);
  if (exits === undefined) return [0, 0];
  const trigger = (order: number) => (order === 0 ? 0 : s.orders.store.f[s.orders.slot(order) * orderWidth + Ord.trigger]!);
  return [trigger(exits.takeProfit), trigger(exits.stopLoss)];
}

/** Records the complete position. A closed position is recorded before its slot is freed. */
export function emitPosition(s: State, ins: Instrument, slot: number, reason: PositionReason): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const open = f[at + Pos.lots]! > 0;
  const [takeProfit, stopLoss] = open ? wholeStops(s, f[at]!) : [0, 0];
  const liquidation = open ? productFor(s, ins).liquidationTicks(s, ins, slot) : 0;
  const to = s.log.open(Record.position);
  const n = s.log.numbers;
  n[to + 1] = f[at]!;
  n[to + 2] = s.accounts.id(i[slot * positionInts + PosI.owner]!);
  n[to + 3] = ins.id;
  n[to + 4] = flags;
  n[to + 5] = f[at + Pos.lots]!;
  n[to + 6] = f[at + Pos.entryValue]!;
  n[to + 7] = f[at + Pos.margin]!;
  n[to + 8] = f[at + Pos.loan]!;
  n[to + 9] = f[at + Pos.realised]!;
  n[to + 10] = f[at + Pos.fees]!;
  n[to + 11] = f[at + Pos.funding]!;
  n[to + 12] = f[at + Pos.closedLots]!;
  n[to + 13] = f[at + Pos.exitValue]!;
  n[to + 14] = f[at + Pos.closedEntry]!;
  n[to + 15] = takeProfit;
  n[to + 16] = stopLoss;
  n[to + 17] = liquidation;
  n[to + 18] = f[at + Pos.openedAt]!;
  n[to + 19] = positionReasons.indexOf(reason);
}

/** A position's current state in the form of its event. `reason` has no meaning here. */
export function positionNow(s: State, ins: Instrument, slot: number): PositionEvent {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const [takeProfitTicks, stopLossTicks] = wholeStops(s, f[at]!);
  return {
    seq: s.seq,
    index: 0,
    time: s.time,
    kind: 'position',
    position: f[at]!,
    account: s.accounts.id(i[slot * positionInts + PosI.owner]!),
    instrument: ins.id,
    direction: directionOf(flags),
    mode: modeOf(flags),
    leverage: leverageOf(flags),
    lots: f[at + Pos.lots]!,
    entryValue: f[at + Pos.entryValue]!,
    margin: f[at + Pos.margin]!,
    loan: f[at + Pos.loan]!,
    realised: f[at + Pos.realised]!,
    fees: f[at + Pos.fees]!,
    funding: f[at + Pos.funding]!,
    closedLots: f[at + Pos.closedLots]!,
    exitValue: f[at + Pos.exitValue]!,
    closedEntry: f[at + Pos.closedEntry]!,
    takeProfitTicks,
    stopLossTicks,
    liquidationTicks: productFor(s, ins).liquidationTicks(s, ins, slot),
    openedAt: f[at + Pos.openedAt]!,
    reason: 'opened',
  };
}

/** Records a changed position and sets its next margin check. */
export function positionChanged(s: State, ins: Instrument, slot: number, reason: PositionReason): void {
  emitPosition(s, ins, slot, reason);
  if (s.positions.store.f[slot * positionWidth + Pos.lots]! > 0) productFor(s, ins).watch(s, ins, slot);
}
