import type { Order } from '@bourse/protocol';
import { OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { conditionsOf, hasLimitPrice, kindOf, type OrderForm, priceTypeOf } from '../ticket/order-form.ts';

/** A person's input in the ticket of a coin. */
export interface Draft extends OrderForm {
  side: OrderSide;
  form: 'limit' | 'market' | 'stop';
  amount: string;
  /** A market order names either the quantity it trades or the amount it spends. */
  by: 'quantity' | 'amount';
}

export const emptyDraft: Draft = {
  side: OrderSide.buy,
  form: 'limit',
  purpose: 'stop',
  execute: 'limit',
  price: '',
  trigger: '',
  quantity: '',
  amount: '',
  by: 'quantity',
  timeInForce: TimeInForce.gtc,
  postOnly: false,
};

/** A triggered sell order names a quantity: the base quantity behind an amount is unknown until it triggers, so it cannot be reserved. */
export const mayAmount = (draft: Draft): boolean => !hasLimitPrice(draft) && !(draft.form === 'stop' && draft.side === OrderSide.sell);
export const byAmount = (draft: Draft): boolean => mayAmount(draft) && draft.by === 'amount';

/** An order as the ticket would have written it. */
export const draftOf = (order: Pick<Order, 'side' | 'priceType'> & Partial<Order>): Draft => ({
  ...emptyDraft,
  ...kindOf(order.priceType),
  side: order.side,
  price: order.price ?? '',
  trigger: order.triggerPrice ?? '',
  quantity: order.quantity ?? '',
  amount: order.amount ?? '',
  by: order.quantity == null ? 'amount' : 'quantity',
  timeInForce: order.timeInForce ?? TimeInForce.gtc,
  postOnly: order.postOnly ?? false,
});

/** The body of the placing call. */
export const orderInput = (draft: Draft, symbol: string) => ({
  symbol,
  side: draft.side,
  priceType: priceTypeOf(draft),
  ...(byAmount(draft) ? { amount: draft.amount } : { quantity: draft.quantity }),
  ...conditionsOf(draft),
});
