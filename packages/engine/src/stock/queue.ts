import { OrderSide } from '@bourse/protocol/enums';
import { isFresh } from '../book/checks.ts';
import { isMarketType } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { waitsBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { sideOf, typeOf } from '../record/decode.ts';
import type { QueueName } from './stock.ts';

/** Orders that wait for the open, in the order they were sent. The lists use the fields that link a resting order into its price level. */

export const waitsForOpen = (s: State, slot: number) => (s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]! & waitsBit) !== 0;

function queueOf(s: State, slot: number): QueueName {
  const flags = s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]!;
  if (!isMarketType(typeOf(flags))) return 'priced';
  return sideOf(flags) === OrderSide.buy ? 'buys' : 'sells';
}

/** Adds an order in order of id. A stop that fires is older than orders sent since it was placed, so it joins ahead of them. */
export function joinQueue(s: State, ins: Instrument, slot: number): void {
  const stock = ins.stock!;
  const queue = stock.queues[queueOf(s, slot)];
  const { f, i } = s.orders.store;
  let before = queue.last;
  while (before !== 0 && f[before * orderWidth + Ord.id]! > f[slot * orderWidth + Ord.id]!)
    before = i[before * orderWidth * 2 + OrdI.previous]!;
  const after = before === 0 ? queue.first : i[before * orderWidth * 2 + OrdI.next]!;
  i[slot * orderWidth * 2 + OrdI.previous] = before;
  i[slot * orderWidth * 2 + OrdI.next] = after;
  if (before === 0) queue.first = slot;
  else i[before * orderWidth * 2 + OrdI.next] = slot;
  if (after === 0) queue.last = slot;
  else i[after * orderWidth * 2 + OrdI.previous] = slot;
  stock.waiting += 1;
}

/** Whether the other side of the book is empty. */
export const facesNobody = (ins: Instrument, side: OrderSide): boolean =>
  (side === OrderSide.buy ? ins.book.asks : ins.book.bids).best === 0;

export function leaveQueue(s: State, ins: Instrument, slot: number): void {
  const stock = ins.stock!;
  const queue = stock.queues[queueOf(s, slot)];
  const { i } = s.orders.store;
  const next = i[slot * orderWidth * 2 + OrdI.next]!;
  const previous = i[slot * orderWidth * 2 + OrdI.previous]!;
  if (previous === 0) queue.first = next;
  else i[previous * orderWidth * 2 + OrdI.next] = next;
  if (next === 0) queue.last = previous;
  else i[next * orderWidth * 2 + OrdI.previous] = previous;
  stock.waiting -= 1;
}

/** The order that may enter next: the oldest, except that a market order waits until the other side has an order. 0 if there is none. */
export function nextToEnter(s: State, ins: Instrument): number {
  const { priced, buys, sells } = ins.stock!.queues;
  let oldest = priced.first;
  if (!facesNobody(ins, OrderSide.buy)) oldest = older(s, oldest, buys.first);
  if (!facesNobody(ins, OrderSide.sell)) oldest = older(s, oldest, sells.first);
  return oldest;
}

function older(s: State, slot: number, other: number): number {
  if (slot === 0 || other === 0) return slot + other;
  const { f } = s.orders.store;
  return f[slot * orderWidth + Ord.id]! < f[other * orderWidth + Ord.id]! ? slot : other;
}

/**
 * Whether a new order would overtake a waiting one. Before the first fresh price that means any waiting order; afterwards, those that an earlier command's
 * limit left over.
 */
export const isBehind = (s: State, ins: Instrument): boolean =>
  ins.stock!.queues.priced.first !== 0 || (ins.stock!.waiting > 0 && !isFresh(s, ins));

/** Slots of the waiting orders, in the order they were sent. */
export function queued(s: State, ins: Instrument): number[] {
  const slots: number[] = [];
  const { f, i } = s.orders.store;
  for (const { first } of Object.values(ins.stock!.queues))
    for (let slot = first; slot !== 0; slot = i[slot * orderWidth * 2 + OrdI.next]!) slots.push(slot);
  return slots.sort((a, b) => f[a * orderWidth + Ord.id]! - f[b * orderWidth + Ord.id]!);
}
