import type { FillEvent, FillSide, OrderEvent } from '@bourse/engine';
import type { Fill, Order } from '@bourse/protocol';
import { OrderSide, type OrderStatus, type Venue } from '@bourse/protocol/enums';
import { amountText, averageText, lotsText, priceText, quoteText } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { factsOf, receiptOf } from '../receipts/fill-receipt.ts';

/** An order from the engine or from the histories. */
export type OrderFacts = Omit<OrderEvent, 'kind' | 'seq' | 'index'>;

export function orderView(order: OrderFacts, instrument: InstrumentInfo): Order {
  return {
    id: String(order.order),
    symbol: instrument.symbol,
    instrumentId: instrument.id,
    side: order.side,
    priceType: order.type,
    timeInForce: order.tif,
    postOnly: order.postOnly,
    price: order.priceTicks === 0 ? null : priceText(instrument, order.priceTicks),
    triggerPrice: order.triggerTicks === 0 ? null : priceText(instrument, order.triggerTicks),
    quantity: order.lots === 0 ? null : lotsText(instrument, order.lots),
    amount: order.quoteAmount === 0 ? null : quoteText(instrument, order.quoteAmount),
    ...orderProgress(order, instrument),
  };
}

/** What became of an order so far, alike for every product. */
export function orderProgress(order: OrderFacts, instrument: InstrumentInfo) {
  const reservedAsset = order.reservedAsset === instrument.base.id ? instrument.base : instrument.quote;
  return {
    filledQuantity: lotsText(instrument, order.filledLots),
    filledAmount: quoteText(instrument, order.filledQuote),
    averagePrice: averageText(instrument, order.filledLots, order.filledQuote),
    reserved: amountText(reservedAsset, order.reserved),
    reservedAsset: reservedAsset.code,
    status: order.status,
    reason: order.reason,
    createdAt: order.placedAt,
    updatedAt: order.time,
  };
}

/** One side's view of a trade. The other side is never named. `symbol`: the name that the instrument had when it traded. */
export function fillView(
  fill: FillEvent,
  role: 'taker' | 'maker',
  instrument: InstrumentInfo,
  venue: Venue,
  symbol = instrument.symbol,
): Fill {
  const side: FillSide = fill[role];
  const takerBuys = fill.takerSide === OrderSide.buy;
  const feeAsset = side.feeAsset === instrument.base.id ? instrument.base : instrument.quote;
  return {
    id: String(fill.fill),
    orderId: String(side.order),
    symbol: instrument.symbol,
    side: takerBuys === (role === 'taker') ? OrderSide.buy : OrderSide.sell,
    role,
    price: priceText(instrument, fill.priceTicks),
    quantity: lotsText(instrument, fill.lots),
    amount: quoteText(instrument, fill.quoteUnits),
    fee: amountText(feeAsset, BigInt(side.feeUnits)),
    feeAsset: feeAsset.code,
    time: fill.time,
    seq: String(fill.seq),
    receiptHash: receiptOf(fill, role, { ...factsOf(instrument), symbol }, venue).hash,
  };
}

/** What a placement or amendment answers. */
export function placedView(
  instrument: InstrumentInfo,
  applied: { seq: number; repeated: boolean },
  commandId: string,
  result: { order: number; status: OrderStatus; filledLots: number; filledQuote: number },
) {
  return {
    commandId,
    seq: String(applied.seq),
    orderId: String(result.order),
    status: result.status,
    filledQuantity: lotsText(instrument, result.filledLots),
    filledAmount: quoteText(instrument, result.filledQuote),
    repeated: applied.repeated,
  };
}
