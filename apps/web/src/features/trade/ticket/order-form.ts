import { type OrderPriceType, TimeInForce, OrderPriceType as Type } from '@bourse/protocol/enums';

/** The input of every order for a book: plain decimal strings, '' for empty. It is kept across reloads, so it holds nothing that ages. */
export interface OrderForm {
  /** `upper`: stocks only, a day order at the upper price limit. */
  form: 'limit' | 'market' | 'stop' | 'upper';
  /** The purpose of the trigger. */
  purpose: 'stop' | 'takeProfit';
  /** The type of the triggered order. */
  execute: 'limit' | 'market';
  price: string;
  trigger: string;
  quantity: string;
  timeInForce: TimeInForce;
  postOnly: boolean;
}

type Kind = Pick<OrderForm, 'form' | 'purpose' | 'execute'>;

export function priceTypeOf(draft: Kind): OrderPriceType {
  if (draft.form === 'market') return Type.market;
  if (draft.form !== 'stop') return Type.limit;
  if (draft.purpose === 'stop') return draft.execute === 'limit' ? Type.stopLimit : Type.stopMarket;
  return draft.execute === 'limit' ? Type.takeProfitLimit : Type.takeProfitMarket;
}
/** The inverse: the form of an order of this type. */
export const kindOf = (type: OrderPriceType): Kind & { form: 'limit' | 'market' | 'stop' } => ({
  form: type === Type.market ? 'market' : type === Type.limit ? 'limit' : 'stop',
  purpose: type === Type.takeProfitLimit || type === Type.takeProfitMarket ? 'takeProfit' : 'stop',
  execute: type === Type.stopMarket || type === Type.takeProfitMarket ? 'market' : 'limit',
});
export const hasLimitPrice = (draft: Pick<OrderForm, 'form' | 'execute'>): boolean =>
  draft.form === 'limit' || (draft.form === 'stop' && draft.execute === 'limit');
/** Only an order that may rest can be post-only. */
export const mayPostOnly = (draft: Pick<OrderForm, 'form' | 'timeInForce'>): boolean =>
  draft.form === 'limit' && draft.timeInForce === TimeInForce.gtc;

/** Prices and conditions of a placing call. Only the fields of the order's type: the server refuses others. */
export const conditionsOf = (draft: OrderForm) => ({
  ...(hasLimitPrice(draft) ? { price: draft.price } : {}),
  ...(draft.form === 'stop' ? { triggerPrice: draft.trigger } : {}),
  timeInForce: hasLimitPrice(draft) ? draft.timeInForce : TimeInForce.gtc,
  postOnly: mayPostOnly(draft) && draft.postOnly,
});
