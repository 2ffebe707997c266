import { writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { OrderEvent } from '../events.ts';
import { lotsOf, writeMarginedOrder } from '../leverage/order-life.ts';
import { orderReserve } from '../leverage/reserve.ts';
import { decodeOrder, Reason } from '../record/decode.ts';
import { reservedUnits } from '../spot/order-life.ts';

/** What an open order of any product has frozen, in minor units of the asset it pays with. */
export const reservedBy = (s: State, ins: Instrument, slot: number) =>
  s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] === 0 ? reservedUnits(s, ins, slot) : orderReserve(s, ins, slot);

/** An open order as a view. */
export function orderView(s: State, slot: number): OrderEvent {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const ins = s.instruments.at(i[at * 2 + OrdI.instrument]!);
  const margined = i[at * 2 + OrdI.terms] !== 0;
  const write = margined ? writeMarginedOrder : writeOrder;
  const reason = f[at + Ord.filled]! > 0 ? Reason.filled : Reason.placed;
  const view = s.log.takeBack(write(s, ins, slot, reason, reservedBy(s, ins, slot)), decodeOrder, s);
  return margined && view.quoteAmount === 0 ? { ...view, lots: lotsOf(s, slot) } : view;
}
