import { OrderPriceType, OrderStatus, PositionAction, TimeInForce } from '@bourse/protocol/enums';
import { isCount, isPositive } from '../base/exact.ts';
import { checkRoom } from '../book/checks.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { SetPositionStops } from '../commands.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import { lotsWords } from '../core/words.ts';
import { refuse } from '../outcomes.ts';
import { Reason } from '../record/decode.ts';
import { checkParts, checkStopSides } from './checks.ts';
import { letWait } from './enter.ts';
import { newOrder } from './new-order.ts';
import { cancelOpen } from './order-life.ts';
import { positionChanged } from './position-event.ts';
import { directionOf, leverageOf, modeOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';
import { productFor } from './product.ts';

/** The slot of an account's open position by its id, or why there is none. */
function anyPosition(s: State, owner: number, position: number) {
  const slot = isPositive(position) ? s.positions.slot(position) : 0;
  return slot === 0 || s.positions.store.i[slot * positionInts + PosI.owner] !== owner ? refuse('positionUnknown') : slot;
}

/** The slot of an account's open contract position by its id, or why there is none. */
export function ownPosition(s: State, owner: number, position: number) {
  const slot = anyPosition(s, owner, position);
  if (typeof slot !== 'number') return slot;
  return s.instruments.at(s.positions.store.i[slot * positionInts + PosI.instrument]!).contract === undefined
    ? refuse('positionUnknown')
    : slot;
}

export const positionResult = (s: State, slot: number) => ({
  ok: true as const,
  result: { kind: 'position' as const, position: s.positions.id(slot), margin: s.positions.store.f[slot * positionWidth + Pos.margin]! },
});

/** Sets the take-profit and stop-loss of a whole position in place of its old ones, or adds a pair for a part of it. */
export function setPositionStops(s: State, owner: number, command: SetPositionStops) {
  const slot = anyPosition(s, owner, command.position);
  if (typeof slot !== 'number') return slot;
  const ins = s.instruments.at(s.positions.store.i[slot * positionInts + PosI.instrument]!);
  const { lots, takeProfitTicks, stopLossTicks } = command;
  const open = s.positions.store.f[slot * positionWidth + Pos.lots]!;
  const direction = directionOf(s.positions.store.i[slot * positionInts + PosI.flags]!);
  const part = lots !== 0;
  const product = productFor(s, ins);
  const refusal =
    product.checkStops(s, ins) ??
    (isCount(lots) ? undefined : refuse('quantityInvalid')) ??
    (isCount(takeProfitTicks) && isCount(stopLossTicks) ? undefined : refuse('priceInvalid')) ??
    (part && takeProfitTicks === 0 && stopLossTicks === 0 ? refuse('priceInvalid') : undefined) ??
    (lots > open ? refuse('closeTooLarge', { open: lotsWords(ins, open) }) : undefined) ??
    product.checkStopPrice(s, ins) ??
    checkStopSides(ins, direction, takeProfitTicks, stopLossTicks, ins.triggerPrice) ??
    (ins.backlog ? refuse('overloaded') : undefined);
  if (refusal !== undefined) return refusal;
  const more = (takeProfitTicks > 0 ? 1 : 0) + (stopLossTicks > 0 ? 1 : 0);
  const exits = s.exits.of(command.position);
  const replaced = part || exits === undefined ? 0 : (exits.takeProfit > 0 ? 1 : 0) + (exits.stopLoss > 0 ? 1 : 0);
  const openOrders = s.accounts.store.i[owner * accountInts + Acc.orders]!;
  const full =
    (part ? checkParts(s, slot, more) : undefined) ??
    (more > replaced ? checkRoom(s, ins, openOrders - replaced + more - 1, true) : undefined);
  if (full !== undefined) return full;
  if (!part) setWhole(s, ins, slot, takeProfitTicks, stopLossTicks);
  else {
    if (takeProfitTicks > 0) protect(s, ins, slot, OrderPriceType.takeProfitMarket, takeProfitTicks, lots, false);
    if (stopLossTicks > 0) protect(s, ins, slot, OrderPriceType.stopMarket, stopLossTicks, lots, false);
  }
  return positionResult(s, slot);
}

/** Gives an opening order's take-profit and stop-loss to the position with its first fill. They replace the position's own. */
export function attachStops(s: State, ins: Instrument, slot: number, order: number): void {
  const attached = s.attached.get(order);
  if (attached === undefined) return;
  s.attached.delete(order);
  const exits = s.exits.of(s.positions.id(slot));
  if (attached.takeProfit > 0) replace(s, ins, slot, exits?.takeProfit ?? 0, OrderPriceType.takeProfitMarket, attached.takeProfit);
  if (attached.stopLoss > 0) replace(s, ins, slot, exits?.stopLoss ?? 0, OrderPriceType.stopMarket, attached.stopLoss);
  positionChanged(s, ins, slot, 'stopsChanged');
}

function setWhole(s: State, ins: Instrument, slot: number, takeProfitTicks: number, stopLossTicks: number): void {
  const exits = s.exits.of(s.positions.id(slot));
  replace(s, ins, slot, exits?.takeProfit ?? 0, OrderPriceType.takeProfitMarket, takeProfitTicks);
  replace(s, ins, slot, exits?.stopLoss ?? 0, OrderPriceType.stopMarket, stopLossTicks);
  positionChanged(s, ins, slot, 'stopsChanged');
}

function replace(s: State, ins: Instrument, slot: number, old: number, type: OrderPriceType, triggerTicks: number): void {
  if (old !== 0) cancelOpen(s, ins, s.orders.slot(old), Reason.amended);
  if (triggerTicks > 0) protect(s, ins, slot, type, triggerTicks, s.positions.store.f[slot * positionWidth + Pos.lots]!, true);
}

/** A closing market order that waits for its trigger. */
function protect(s: State, ins: Instrument, slot: number, type: OrderPriceType, triggerTicks: number, lots: number, whole: boolean): void {
  const { i } = s.positions.store;
  const flags = i[slot * positionInts + PosI.flags]!;
  const order = newOrder(s, ins, {
    owner: i[slot * positionInts + PosI.owner]!,
    direction: directionOf(flags),
    action: PositionAction.close,
    mode: modeOf(flags),
    leverage: leverageOf(flags),
    type,
    tif: TimeInForce.gtc,
    postOnly: false,
    priceTicks: 0,
    triggerTicks,
    lots,
    whole,
    forced: false,
    feePpm: 0,
    status: OrderStatus.untriggered,
  });
  letWait(s, ins, order);
}
