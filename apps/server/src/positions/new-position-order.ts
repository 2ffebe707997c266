import type { PlaceContractOrder } from '@bourse/engine';
import { OrderPriceType, TimeInForce } from '@bourse/protocol/enums';
import { toLots, toTicks } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { marketTypes, triggeredTypes, unfit } from '../spot/new-order.ts';

/** What a customer says of price and quantity, for contracts and stocks alike. */
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
 * Prices and quantity in the engine's units. Only what a command could not express is refused here; a quantity left out means all that is open.
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

/** At market, at once: what the book does not hold within the prices that are allowed is not waited for. */
export const atMarket = { priceType: OrderPriceType.market, timeInForce: TimeInForce.ioc, postOnly: false } as const;
