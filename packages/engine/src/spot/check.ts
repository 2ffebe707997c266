import { InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { isCount, isPositive, maxSafe } from '../base/exact.ts';
import { bandHigh, bandLow, type Instrument } from '../catalogue/instruments.ts';
import type { PlaceOrder } from '../commands.ts';
import { productWrong } from '../contract/check.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords, lotsWords, priceWords } from '../core/words.ts';
import type { Outcome } from '../events.ts';
import { badOrder, refuse } from '../outcomes.ts';

/** Checks that more than one order command makes. Each answers undefined when all is well, and changes nothing. */

/** Whether anything but a cancellation may happen on this instrument now. */
export function checkOpen(s: State, ins: Instrument): Outcome | undefined {
  if (s.mode !== 'normal') return refuse(s.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly');
  if (ins.rules.instrumentKind !== InstrumentKind.coin) return productWrong(ins);
  if (ins.status === InstrumentStatus.trading) return undefined;
  return refuse(ins.status === InstrumentStatus.cancelOnly ? 'instrumentCancelOnly' : 'instrumentClosed', { symbol: ins.rules.symbol });
}

/** A stock that was split has no fresh price until a tick brings one. */
export const isFresh = (s: State, ins: Instrument) =>
  ins.reference > 0 && s.time - ins.referenceTime <= staleAfterMs && (ins.stock === undefined || ins.stock.standIn === 0);

export function checkFresh(s: State, ins: Instrument): Outcome | undefined {
  return isFresh(s, ins) ? undefined : refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });
}

/** Which fields go together. After this every number of the order is a non-negative safe integer. */
export function checkShape(order: Omit<PlaceOrder, 'account'>): Outcome | undefined {
  const { side, type, tif } = order;
  if (side !== OrderSide.buy && side !== OrderSide.sell) return badOrder({ problem: 'partUnknown', part: 'side' });
  if (!isCount(type) || type < OrderPriceType.market || type > OrderPriceType.takeProfitMarket)
    return badOrder({ problem: 'partUnknown', part: 'type' });
  if (tif !== TimeInForce.gtc && tif !== TimeInForce.ioc && tif !== TimeInForce.fok)
    return badOrder({ problem: 'partUnknown', part: 'timeInForce' });
  if (typeof order.postOnly !== 'boolean') return badOrder({ problem: 'partUnknown', part: 'postOnly' });
  const market = type === OrderPriceType.market || type === OrderPriceType.stopMarket || type === OrderPriceType.takeProfitMarket;
  const triggered = type >= OrderPriceType.stopLimit;
  if (!isCount(order.priceTicks) || (market ? order.priceTicks !== 0 : order.priceTicks === 0)) return refuse('priceInvalid');
  if (!isCount(order.triggerTicks) || (triggered ? order.triggerTicks === 0 : order.triggerTicks !== 0)) return refuse('priceInvalid');
  if (!isCount(order.quoteAmount) || !isCount(order.lots)) return refuse('quantityInvalid');
  if (order.postOnly && (market || tif !== TimeInForce.gtc)) return badOrder('postOnlyRests');
  if (order.quoteAmount === 0) return order.lots === 0 ? refuse('quantityInvalid') : undefined;
  if (order.lots !== 0) return badOrder('quantityOrAmount');
  if (!market) return badOrder('amountIsMarket');
  if (tif === TimeInForce.fok) return badOrder('amountNotFok');
  if (triggered && side === OrderSide.sell) return badOrder('waitingSellByQuantity');
  return undefined;
}

export function checkLots(ins: Instrument, lots: number): Outcome | undefined {
  if (!isPositive(lots)) return refuse('quantityInvalid');
  if (lots < ins.rules.minLots) return refuse('quantityTooSmall', { min: lotsWords(ins, ins.rules.minLots) });
  if (lots > ins.maxLots) return refuse('quantityTooLarge', { max: lotsWords(ins, ins.maxLots) });
  return undefined;
}

/** `low` and `high` bound the value of an order in quote units; doubles beyond the safe range are beyond it exactly when the integers are. */
export function checkNotional(ins: Instrument, low: number, high: number): Outcome | undefined {
  if (low < ins.rules.minNotional) return refuse('notionalTooSmall', { min: amountWords(ins.quote, BigInt(ins.rules.minNotional)) });
  if (high > maxSafe) return refuse('notionalTooLarge', { max: amountWords(ins.quote, BigInt(maxSafe)) });
  return undefined;
}

/** The limit of an order that trades now must lie in the band around the reference. */
export function checkBand(ins: Instrument, priceTicks: number): Outcome | undefined {
  return priceTicks >= ins.bandLow && priceTicks <= ins.bandHigh ? undefined : outside(ins, ins.bandLow, ins.bandHigh);
}

/** The limit of an order that waits must lie in the band around its trigger. */
export function checkBandAround(ins: Instrument, priceTicks: number, triggerTicks: number): Outcome | undefined {
  const low = bandLow(triggerTicks, ins.rules.bandBps);
  const high = bandHigh(triggerTicks, ins.rules.bandBps);
  return priceTicks >= low && priceTicks <= high ? undefined : outside(ins, low, high);
}

const outside = (ins: Instrument, low: number, high: number) =>
  refuse('priceOutsideBand', { low: priceWords(ins, low), high: priceWords(ins, high) });

/** Whether an order may be added to those that stay. */
export function checkRoom(s: State, ins: Instrument, openOrders: number, waits: boolean): Outcome | undefined {
  if (openOrders >= s.limits.openOrdersPerAccount) return refuse('tooManyOpenOrders', { limit: s.limits.openOrdersPerAccount });
  if (waits ? ins.book.triggers >= s.limits.triggersPerBook : ins.book.orders >= s.limits.ordersPerBook) return refuse('bookFull');
  return undefined;
}

export function checkFunds(s: State, ins: Instrument, side: OrderSide, balance: number, needed: number): Outcome | undefined {
  if (s.ledger.covers(balance, needed)) return undefined;
  const asset = side === OrderSide.buy ? ins.quote : ins.base;
  return refuse('insufficientBalance', {
    asset: asset.code,
    available: amountWords(asset, s.ledger.available(balance)),
    needed: amountWords(asset, BigInt(needed)),
  });
}

/** The most an order can exchange per lot: its own price, or for a sell a better bid. */
export function dearest(ins: Instrument, side: OrderSide, priceTicks: number): number {
  return side === OrderSide.sell ? Math.max(priceTicks, ins.book.bestBid()) : priceTicks;
}
