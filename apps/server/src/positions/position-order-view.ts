import type { PositionOrder } from '@bourse/protocol';
import { lotsText, priceText } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { type OrderFacts, orderProgress } from '../orders/order-view.ts';
import type { Terms } from '../projections/position-tables.ts';

const priceOrNull = (instrument: InstrumentInfo, ticks: number) => (ticks === 0 ? null : priceText(instrument, ticks));

export function positionOrderView(order: OrderFacts, terms: Terms, instrument: InstrumentInfo): PositionOrder {
  return {
    id: String(order.order),
    kind: instrument.kind === 3 ? 3 : 2,
    symbol: instrument.symbol,
    instrumentId: instrument.id,
    direction: terms.direction,
    action: terms.action,
    marginMode: terms.mode,
    lever: terms.leverage,
    positionId: terms.position === 0 ? null : String(terms.position),
    priceType: order.type,
    timeInForce: order.tif,
    postOnly: order.postOnly,
    price: priceOrNull(instrument, order.priceTicks),
    triggerPrice: priceOrNull(instrument, order.triggerTicks),
    // A stop for the whole position covers its size at the moment the stop triggers.
    quantity: terms.whole || order.lots === 0 ? null : lotsText(instrument, order.lots),
    takeProfit: priceOrNull(instrument, terms.takeProfitTicks),
    stopLoss: priceOrNull(instrument, terms.stopLossTicks),
    upperCircuit: terms.upperCircuit,
    waits: terms.waits,
    ...orderProgress(order, instrument),
  };
}
