import type { PlaceContractOrder } from '@bourse/engine';
import { OrderPriceType, TimeInForce } from '@bourse/protocol/enums';
import { toLots, toTicks } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { marketTypes, triggeredTypes, unfit } from '../spot/new-order.ts';

/** Price and quantity as the customer sends them, for contracts and stocks alike. */
export interface Asked {
  priceType: OrderPriceType;
  price?: string | undefined;
  triggerPrice?: string | undefined;
  quantity?: string | undefined;
  timeInForce: TimeInForce;
  postOnly: boolean;
  takeProfit?: string | undefined;
  stopLoss?: string | undefined;
}

type Priced = Pick<
  PlaceContractOrder,
  'type' | 'tif' | 'priceTicks' | 'triggerTicks' | 'lots' | 'postOnly' | 'takeProfitTicks' | 'stopLossTicks'
>;

/**
 * Prices and quantity in the engine's units. Only values that a command cannot express are refused here. A missing quantity means the whole open
 * position.
 */
export function toPriced(instrument: InstrumentInfo, asked: Asked): Priced {
  const market = marketTypes.includes(asked.priceType);
  const triggered = triggeredTypes.includes(asked.priceType);
  if (market && asked.price !== undefined) throw unfit('marketHasNoPrice');
  if (!market && asked.price === undefined) throw unfit('limitNeedsPrice');
  if (triggered && asked.triggerPrice === undefined) throw unfit('triggerNeeded');
  if (!triggered && asked.triggerPrice !== undefined) throw unfit('triggerUnneeded');
  const ticks = (text: string | undefined) => (text === undefined ? 0 : toTicks(instrument, text));
  return {
    type: asked.priceType,
    tif: asked.timeInForce,
    priceTicks: ticks(asked.price),
    triggerTicks: ticks(asked.triggerPrice),
    lots: asked.quantity === undefined ? 0 : toLots(instrument, asked.quantity),
    postOnly: asked.postOnly,
    takeProfitTicks: ticks(asked.takeProfit),
    stopLossTicks: ticks(asked.stopLoss),
  };
}

/** A market order executes at once. Whatever the book cannot fill within the allowed prices is cancelled. */
export const atMarket = { priceType: OrderPriceType.market, timeInForce: TimeInForce.ioc, postOnly: false } as const;
