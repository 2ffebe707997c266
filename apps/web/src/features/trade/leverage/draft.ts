import type { PositionOrder } from '@bourse/protocol';
import {
  PositionAction as Action,
  PositionDirection as Direction,
  MarginMode,
  type OrderPriceType,
  type PositionAction,
  type PositionDirection,
  TimeInForce,
  type OrderPriceType as Type,
} from '@bourse/protocol/enums';
import { draftStore } from '../ticket/draft-store.ts';
import { conditionsOf, kindOf, type OrderForm, priceTypeOf } from '../ticket/order-form.ts';

/** A person's input in the ticket of a contract or a stock. */
export interface PositionDraft extends OrderForm {
  action: PositionAction;
  direction: PositionDirection;
  leverage: number;
  marginMode: MarginMode;
  /** Attach take-profit and stop-loss to the order. */
  stops: boolean;
  takeProfit: string;
  stopLoss: string;
}

export const emptyContractDraft: PositionDraft = {
  action: Action.open,
  direction: Direction.long,
  form: 'limit',
  purpose: 'stop',
  execute: 'market',
  price: '',
  trigger: '',
  quantity: '',
  leverage: 10,
  marginMode: MarginMode.segmented,
  stops: false,
  takeProfit: '',
  stopLoss: '',
  timeInForce: TimeInForce.gtc,
  postOnly: false,
};
export const emptyStockDraft: PositionDraft = { ...emptyContractDraft, leverage: 1 };

export const contractDrafts = draftStore('trade.contract', emptyContractDraft);
export const stockDrafts = draftStore('trade.stock', emptyStockDraft);
/** Orders written as a sentence. */
export const contractSlips = draftStore(null, emptyContractDraft);
export const stockSlips = draftStore(null, emptyStockDraft);

export const isLong = (draft: Pick<PositionDraft, 'direction'>): boolean => draft.direction === Direction.long;
export const isOpening = (draft: Pick<PositionDraft, 'action'>): boolean => draft.action === Action.open;
/** An order that buys: opens a long or closes a short. */
export const buys = (draft: Pick<PositionDraft, 'action' | 'direction'>): boolean => isLong(draft) === isOpening(draft);

/** A body that a position ticket sent, as the ticket would have written it. A closing one names no side: that is the ticket's. */
export function draftOfInput(input: object, draft: PositionDraft): PositionDraft {
  const {
    quantity = '',
    price = '',
    triggerPrice = '',
    priceType,
  } = input as Partial<Record<'quantity' | 'price' | 'triggerPrice', string>> & {
    priceType?: OrderPriceType;
  };
  const { direction = draft.direction } = input as { direction?: PositionDirection };
  return {
    ...draft,
    ...(priceType ? kindOf(priceType) : { form: price === '' ? 'market' : 'limit' }),
    direction,
    quantity,
    price,
    trigger: triggerPrice,
  };
}

/** An order as the ticket would have written it. */
export const draftOfOrder = (order: PositionOrder): PositionDraft => ({
  ...emptyContractDraft,
  ...kindOf(order.priceType),
  ...(order.upperCircuit ? { form: 'upper' } : {}),
  action: order.action,
  direction: order.direction,
  price: order.price ?? '',
  trigger: order.triggerPrice ?? '',
  quantity: order.quantity ?? '',
  leverage: order.lever,
  marginMode: order.marginMode,
  stops: order.takeProfit !== null || order.stopLoss !== null,
  takeProfit: order.takeProfit ?? '',
  stopLoss: order.stopLoss ?? '',
  timeInForce: order.timeInForce,
  postOnly: order.postOnly,
});

/** The fields that the opening calls of both products share. */
const openingOf = (draft: PositionDraft, symbol: string) => ({
  symbol,
  direction: draft.direction,
  lever: draft.leverage,
  quantity: draft.quantity,
  ...(draft.stops && draft.takeProfit ? { takeProfit: draft.takeProfit } : {}),
  ...(draft.stops && draft.stopLoss ? { stopLoss: draft.stopLoss } : {}),
});

/** The bodies of the opening calls: a contract at market, a contract at a limit, a stock. */
export const contractInput = (draft: PositionDraft, symbol: string) => ({ ...openingOf(draft, symbol), marginMode: draft.marginMode });
export const specifiedInput = (draft: PositionDraft, symbol: string) => ({
  ...contractInput(draft, symbol),
  priceType: priceTypeOf(draft) as Exclude<OrderPriceType, typeof Type.market>,
  ...conditionsOf(draft),
});
export const stockInput = (draft: PositionDraft, symbol: string) => ({
  ...openingOf(draft, symbol),
  priceType: priceTypeOf(draft),
  ...conditionsOf(draft),
});
