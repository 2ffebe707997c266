import { OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { conditionsOf, hasLimitPrice, type OrderForm, priceTypeOf } from '../ticket/order-form.ts';

/** What a person has typed into the ticket of a coin. */
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

/** A waiting sale names a quantity: what an amount would come to then cannot be set aside now. */
export const mayAmount = (draft: Draft): boolean => !hasLimitPrice(draft) && !(draft.form === 'stop' && draft.side === OrderSide.sell);
export const byAmount = (draft: Draft): boolean => mayAmount(draft) && draft.by === 'amount';

/** The body of the placing call. */
export const orderInput = (draft: Draft, symbol: string) => ({
  symbol,
  side: draft.side,
  priceType: priceTypeOf(draft),
  ...(byAmount(draft) ? { amount: draft.amount } : { quantity: draft.quantity }),
  ...conditionsOf(draft),
});
