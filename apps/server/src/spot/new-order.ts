import type { BatchItem, PlaceOrder } from '@bourse/engine';
import type { CallArguments } from '@bourse/protocol';
import { OrderPriceType, TimeInForce } from '@bourse/protocol/enums';
import { type OrderProblem, problemDetail, Refusal } from '@bourse/protocol/errors';
import { toLots, toQuoteUnits, toTicks } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';

export type NewOrder = CallArguments<'POST pay/order-coin/purchase-actual-commodities'>;

export const marketTypes: readonly number[] = [OrderPriceType.market, OrderPriceType.stopMarket, OrderPriceType.takeProfitMarket];
export const triggeredTypes: readonly number[] = [
  OrderPriceType.stopLimit,
  OrderPriceType.stopMarket,
  OrderPriceType.takeProfitLimit,
  OrderPriceType.takeProfitMarket,
];

export const unfit = (problem: OrderProblem) => new Refusal('orderTypeInvalid', problemDetail(problem));

/**
 * The customer's order in the engine's units. Only values that a command cannot express are refused here (a price between two ticks, a field that its
 * type does not have). The engine decides everything that depends on the state of the exchange.
 */
export function toOrder(instrument: InstrumentInfo, order: NewOrder): Extract<BatchItem, { kind: 'placeOrder' }> {
  const market = marketTypes.includes(order.priceType);
  const triggered = triggeredTypes.includes(order.priceType);
  if (market && order.price !== undefined) throw unfit('marketHasNoPrice');
  if (!market && order.price === undefined) throw unfit('limitNeedsPrice');
  if (triggered && order.triggerPrice === undefined) throw unfit('triggerNeeded');
  if (!triggered && order.triggerPrice !== undefined) throw unfit('triggerUnneeded');
  if (order.quantity !== undefined && order.amount !== undefined) throw unfit('quantityOrAmount');
  if (order.quantity === undefined && order.amount === undefined) throw unfit('quantityOrAmountMissing');
  if (!market && order.amount !== undefined) throw unfit('amountIsMarket');
  return {
    kind: 'placeOrder',
    instrument: instrument.id,
    side: order.side,
    type: order.priceType,
    // A market order never rests. Whatever cannot be filled at once is cancelled, even if another time in force was requested.
    tif: market && order.timeInForce === TimeInForce.gtc ? TimeInForce.ioc : order.timeInForce,
    priceTicks: order.price === undefined ? 0 : toTicks(instrument, order.price),
    triggerTicks: order.triggerPrice === undefined ? 0 : toTicks(instrument, order.triggerPrice),
    lots: order.quantity === undefined ? 0 : toLots(instrument, order.quantity),
    quoteAmount: order.amount === undefined ? 0 : toQuoteUnits(instrument, order.amount),
    postOnly: order.postOnly,
  };
}

export function toPlaceOrder(instrument: InstrumentInfo, account: number, order: NewOrder): PlaceOrder {
  const { kind, instrument: id, side, type, tif, priceTicks, triggerTicks, lots, quoteAmount, postOnly } = toOrder(instrument, order);
  // Assign field by field: spreading a fresh object costs as much as reading the order.
  return { kind, account, instrument: id, side, type, tif, priceTicks, triggerTicks, lots, quoteAmount, postOnly };
}
