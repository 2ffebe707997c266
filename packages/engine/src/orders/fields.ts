import { OrderPriceType, OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { choice, count, flag, type ValuesOf } from '../define/field.ts';
import { instrument, order } from '../define/names.ts';

/** The fields of the order commands, alone or as items of a batch. */

export const place = {
  instrument,
  side: choice(OrderSide),
  type: choice(OrderPriceType),
  tif: choice(TimeInForce),
  /** Limit price in ticks; 0 where the type has none. */
  priceTicks: count('ownPrice'),
  /** Trigger price in ticks for the stop and take-profit types; 0 otherwise. */
  triggerTicks: count('ownPrice'),
  /** Quantity in lots; 0 when `quoteAmount` is given. */
  lots: count('ownQuantity'),
  /** Market orders by value: quote minor units to spend (buy) or to raise (sell); 0 otherwise. */
  quoteAmount: count('ownQuantity'),
  postOnly: flag(),
};
export const amend = {
  order,
  /** New total quantity in lots, 0 to keep. */
  lots: count('ownQuantity'),
  /** New limit price in ticks, 0 to keep. */
  priceTicks: count('ownPrice'),
};
export const cancel = { order };

export type BatchItem =
  | ({ kind: 'placeOrder' } & ValuesOf<typeof place>)
  | ({ kind: 'amendOrder' } & ValuesOf<typeof amend>)
  | ({ kind: 'cancelOrder' } & ValuesOf<typeof cancel>);
