import { type OrderPriceType, OrderSide, TimeInForce, OrderPriceType as Type } from '@bourse/protocol/enums';

/** What a person has typed: plain decimal strings, '' for empty. It is kept across reloads, so it holds nothing that ages. */
export interface Draft {
  side: OrderSide;
  form: 'limit' | 'market' | 'stop';
  /** What the trigger is for. */
  purpose: 'stop' | 'takeProfit';
  /** How a triggered order then trades. */
  execute: 'limit' | 'market';
  price: string;
  trigger: string;
  quantity: string;
  amount: string;
  /** A market order names either what it trades or what it spends. */
  by: 'quantity' | 'amount';
  timeInForce: TimeInForce;
  postOnly: boolean;
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

export function priceTypeOf(draft: Draft): OrderPriceType {
  if (draft.form === 'limit') return Type.limit;
  if (draft.form === 'market') return Type.market;
  if (draft.purpose === 'stop') return draft.execute === 'limit' ? Type.stopLimit : Type.stopMarket;
  return draft.execute === 'limit' ? Type.takeProfitLimit : Type.takeProfitMarket;
}

export const hasLimitPrice = (draft: Draft): boolean => draft.form === 'limit' || (draft.form === 'stop' && draft.execute === 'limit');
/** A waiting sale names a quantity: what an amount would come to then cannot be set aside now. */
export const mayAmount = (draft: Draft): boolean => !hasLimitPrice(draft) && !(draft.form === 'stop' && draft.side === OrderSide.sell);
export const byAmount = (draft: Draft): boolean => mayAmount(draft) && draft.by === 'amount';
/** Only an order that may rest can promise not to take; only one that reaches the book at once has a choice of how long it stays. */
export const mayPostOnly = (draft: Draft): boolean => draft.form === 'limit' && draft.timeInForce === TimeInForce.gtc;

/** The body of the placing call. Only fields that the type of order has: the server refuses others. */
export function orderInput(draft: Draft, symbol: string) {
  return {
    symbol,
    side: draft.side,
    priceType: priceTypeOf(draft),
    ...(hasLimitPrice(draft) ? { price: draft.price } : {}),
    ...(draft.form === 'stop' ? { triggerPrice: draft.trigger } : {}),
    ...(byAmount(draft) ? { amount: draft.amount } : { quantity: draft.quantity }),
    timeInForce: hasLimitPrice(draft) ? draft.timeInForce : TimeInForce.gtc,
    postOnly: mayPostOnly(draft) && draft.postOnly,
  };
}
