import { openSlots } from '../book/order-record.ts';
import { orderWidth } from '../book/orders.ts';
import { survivesDeadMansSwitch } from '../book/protection.ts';
import type { State } from '../core/state.ts';
import type { CommandOf } from '../define/declare.ts';
import { cancelOpen } from '../leverage/order-life.ts';
import { cancelledResult, refuse } from '../outcomes.ts';
import { Reason } from '../record/decode.ts';
import { cancelOpen as cancelSpot } from '../spot/order-life.ts';
import type { orders } from './declare.ts';
import { instrumentOf, isSpot, ownOrder } from './own-order.ts';

/** Cancels an order. Allowed unless the venue is read-only, even on closed and halted instruments and at a stale price. */
export function cancel(s: State, owner: number, command: Omit<CommandOf<typeof orders, 'cancelOrder'>, 'account'>) {
  if (s.mode === 'readOnly') return refuse('readOnly');
  const slot = ownOrder(s, owner, command.order);
  if (typeof slot !== 'number') return slot;
  cancelAny(s, slot, Reason.cancelledByCustomer);
  return cancelledResult([command.order]);
}

/** Cancels an account's open orders by id, optionally of one instrument. */
export function cancelAll(s: State, owner: number, command: CommandOf<typeof orders, 'cancelAllOrders'>) {
  if (s.mode === 'readOnly') return refuse('readOnly');
  const ins = command.instrument === 0 ? undefined : s.instruments.get(command.instrument);
  if (command.instrument !== 0 && ins === undefined) return refuse('instrumentUnknown');
  const slots = openSlots(s, owner, ins?.slot ?? 0);
  const ids = slots.map((slot) => s.orders.store.f[slot * orderWidth]!);
  for (const slot of slots) cancelAny(s, slot, Reason.cancelledByCustomer);
  return cancelledResult(ids);
}

/** A dead-man's switch fires: it cancels the account's orders, except waiting protection on instruments that keep it. */
export function cancelUnattended(s: State, owner: number): void {
  for (const slot of openSlots(s, owner, 0))
    if (!survivesDeadMansSwitch(s, instrumentOf(s, slot), slot)) cancelAny(s, slot, Reason.cancelledByDeadMansSwitch);
}

function cancelAny(s: State, slot: number, reason: number): void {
  if (isSpot(s, slot)) cancelSpot(s, instrumentOf(s, slot), slot, reason);
  else cancelOpen(s, instrumentOf(s, slot), slot, reason);
}
