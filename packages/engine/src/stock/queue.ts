import { OrdI, orderWidth } from '../book/orders.ts';
import { waitsBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../state.ts';

/** Orders that wait for the open, in the order they were sent: a list through the fields that link a resting order into its level. */

export const waitsForOpen = (s: State, slot: number) => (s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]! & waitsBit) !== 0;

export function joinQueue(s: State, ins: Instrument, slot: number): void {
  const stock = ins.stock!;
  const { i } = s.orders.store;
  i[slot * orderWidth * 2 + OrdI.next] = 0;
  i[slot * orderWidth * 2 + OrdI.previous] = stock.last;
  if (stock.last === 0) stock.first = slot;
  else i[stock.last * orderWidth * 2 + OrdI.next] = slot;
  stock.last = slot;
  stock.waiting += 1;
}

export function leaveQueue(s: State, ins: Instrument, slot: number): void {
  const stock = ins.stock!;
  const { i } = s.orders.store;
  const next = i[slot * orderWidth * 2 + OrdI.next]!;
  const previous = i[slot * orderWidth * 2 + OrdI.previous]!;
  if (previous === 0) stock.first = next;
  else i[previous * orderWidth * 2 + OrdI.next] = next;
  if (next === 0) stock.last = previous;
  else i[next * orderWidth * 2 + OrdI.previous] = previous;
  stock.waiting -= 1;
}

/** Slots of the orders that wait, first to last. */
export function queued(s: State, ins: Instrument): number[] {
  const slots: number[] = [];
  const { i } = s.orders.store;
  for (let slot = ins.stock!.first; slot !== 0; slot = i[slot * orderWidth * 2 + OrdI.next]!) slots.push(slot);
  return slots;
}
