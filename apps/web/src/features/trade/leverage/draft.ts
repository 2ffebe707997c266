import {
  PositionAction as Action,
  PositionDirection as Direction,
  MarginMode,
  type OrderPriceType,
  type PositionAction,
  type PositionDirection,
  TimeInForce,
  OrderPriceType as Type,
} from '@bourse/protocol/enums';
import { draftStore } from '../ticket/draft-store.ts';

/** What a person has typed into the ticket of a contract or a stock: plain decimal strings, '' for empty. */
export interface PositionDraft {
  action: PositionAction;
  direction: PositionDirection;
  /** `upper`: stocks, a day order at the upper price limit. */
  form: 'limit' | 'market' | 'stop' | 'upper';
  /** What the trigger is for. */
  purpose: 'stop' | 'takeProfit';
  /** How a triggered order then trades. */
  execute: 'limit' | 'market';
  price: string;
  trigger: string;
  quantity: string;
  lever: number;
  marginMode: MarginMode;
  /** Take-profit and stop-loss go with the order. */
  stops: boolean;
  takeProfit: string;
  stopLoss: string;
  timeInForce: TimeInForce;
  postOnly: boolean;
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
  lever: 10,
  marginMode: MarginMode.segmented,
  stops: false,
  takeProfit: '',
  stopLoss: '',
  timeInForce: TimeInForce.gtc,
  postOnly: false,
};
export const emptyStockDraft: PositionDraft = { ...emptyContractDraft, lever: 1 };

export const contractDrafts = draftStore('trade.contract', emptyContractDraft);
export const stockDrafts = draftStore('trade.stock', emptyStockDraft);

export function priceTypeOf(draft: PositionDraft): OrderPriceType {
  if (draft.form === 'market') return Type.market;
  if (draft.form !== 'stop') return Type.limit;
  if (draft.purpose === 'stop') return draft.execute === 'limit' ? Type.stopLimit : Type.stopMarket;
  return draft.execute === 'limit' ? Type.takeProfitLimit : Type.takeProfitMarket;
}
export const hasLimitPrice = (draft: PositionDraft): boolean =>
  draft.form === 'limit' || (draft.form === 'stop' && draft.execute === 'limit');
/** Only an order that may rest can promise not to take. */
export const mayPostOnly = (draft: PositionDraft): boolean => draft.form === 'limit' && draft.timeInForce === TimeInForce.gtc;
export const isLong = (draft: Pick<PositionDraft, 'direction'>): boolean => draft.direction === Direction.long;
export const isOpening = (draft: Pick<PositionDraft, 'action'>): boolean => draft.action === Action.open;
/** An order that buys: opens a long or closes a short. */
export const buys = (draft: Pick<PositionDraft, 'action' | 'direction'>): boolean => isLong(draft) === isOpening(draft);

const stopsOf = (draft: PositionDraft) =>
  draft.stops
    ? { ...(draft.takeProfit ? { takeProfit: draft.takeProfit } : {}), ...(draft.stopLoss ? { stopLoss: draft.stopLoss } : {}) }
    : {};

/** The opening calls' bodies. Only fields that the type of order has: the server refuses others. */
export const contractInput = (draft: PositionDraft, symbol: string) => ({
  symbol,
  direction: draft.direction,
  lever: draft.lever,
  marginMode: draft.marginMode,
  quantity: draft.quantity,
  ...stopsOf(draft),
});
const resting = (draft: PositionDraft) => ({
  ...(hasLimitPrice(draft) ? { price: draft.price } : {}),
  ...(draft.form === 'stop' ? { triggerPrice: draft.trigger } : {}),
  timeInForce: hasLimitPrice(draft) ? draft.timeInForce : TimeInForce.gtc,
  postOnly: mayPostOnly(draft) && draft.postOnly,
});
export const specifiedInput = (draft: PositionDraft, symbol: string) => ({
  ...contractInput(draft, symbol),
  priceType: priceTypeOf(draft) as Exclude<OrderPriceType, typeof Type.market>,
  ...resting(draft),
});
export const stockInput = (draft: PositionDraft, symbol: string) => ({
  symbol,
  direction: draft.direction,
  lever: draft.lever,
  priceType: priceTypeOf(draft),
  quantity: draft.quantity,
  ...stopsOf(draft),
  ...resting(draft),
});
