import { InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { isCount } from '../base/exact.ts';
import { productWrong } from '../book/checks.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PlaceOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { badOrder, refuse } from '../outcomes.ts';

/** An order of an account that is known. */
export type SpotOrder = Omit<PlaceOrder, 'account' | 'kind'>;

/** Checks that several order commands share. Each returns undefined when the check passes, and changes nothing. */

/** Whether the instrument accepts anything other than cancellations now. */
export function checkOpen(s: State, ins: Instrument) {
  if (s.mode !== 'normal') return refuse(s.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly');
  if (ins.rules.instrumentKind !== InstrumentKind.coin) return productWrong(ins);
  if (ins.status === InstrumentStatus.trading) return undefined;
  return refuse(ins.status === InstrumentStatus.cancelOnly ? 'instrumentCancelOnly' : 'instrumentClosed', { symbol: ins.rules.symbol });
}

/** Checks which fields go together. Afterwards every number of the order is a non-negative safe integer. */
export function checkShape(order: SpotOrder) {
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

export function checkFunds(s: State, ins: Instrument, side: OrderSide, balance: number, needed: number) {
  if (s.ledger.covers(balance, needed)) return undefined;
  const asset = side === OrderSide.buy ? ins.quote : ins.base;
  return refuse('insufficientBalance', {
    asset: asset.code,
    available: amountWords(asset, s.ledger.available(balance)),
    needed: amountWords(asset, BigInt(needed)),
  });
}

/** The highest price at which an order can trade: its own or, for a sell, a better bid. */
export function dearest(ins: Instrument, side: OrderSide, priceTicks: number): number {
  return side === OrderSide.sell ? Math.max(priceTicks, ins.book.bestBid()) : priceTicks;
}
