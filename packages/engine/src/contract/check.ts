import {
  InstrumentKind,
  InstrumentStatus,
  MarginMode,
  OrderPriceType,
  PositionAction,
  PositionDirection,
  TimeInForce,
} from '@bourse/protocol/enums';
import { isCount, isPositive } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PositionOrder } from '../commands.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { priceWords } from '../core/words.ts';
import type { Outcome } from '../events.ts';
import { badField, badOrder, refuse } from '../outcomes.ts';
import { isFresh } from '../spot/check.ts';
import { isMarketType } from '../spot/order-life.ts';

/** Checks that more than one command of contracts makes. Each answers undefined when all is well, and changes nothing. */

const productNames: Record<InstrumentKind, string> = {
  [InstrumentKind.coin]: 'spot',
  [InstrumentKind.contract]: 'contract',
  [InstrumentKind.stock]: 'stock',
};

export const productWrong = (ins: Instrument): Outcome =>
  refuse('orderProductWrong', { symbol: ins.rules.symbol, product: productNames[ins.rules.instrumentKind] });

/** Whether the contract trades now, at a mark price that is fresh. */
export function checkTrading(s: State, ins: Instrument): Outcome | undefined {
  if (s.mode !== 'normal') return refuse(s.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly');
  if (ins.rules.instrumentKind !== InstrumentKind.contract) return productWrong(ins);
  const { symbol } = ins.rules;
  if (ins.status === InstrumentStatus.cancelOnly) return refuse('instrumentCancelOnly', { symbol });
  if (ins.status === InstrumentStatus.halted) return refuse('instrumentHalted', { symbol });
  if (ins.status !== InstrumentStatus.trading || ins.contract === undefined) return refuse('instrumentClosed', { symbol });
  return undefined;
}

export function checkMark(s: State, ins: Instrument): Outcome | undefined {
  if (ins.contract!.markTicks > 0 && isFresh(s, ins)) return undefined;
  return refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });
}

export const checkMode = (mode: MarginMode): Outcome | undefined =>
  mode === MarginMode.full || mode === MarginMode.segmented ? undefined : badOrder({ problem: 'partUnknown', part: 'marginMode' });

/** Which fields go together. After this every number of the order is a non-negative safe integer. */
export function checkShape(order: PositionOrder): Outcome | undefined {
  const { direction, action, type, tif } = order;
  if (direction !== PositionDirection.long && direction !== PositionDirection.short)
    return badOrder({ problem: 'partUnknown', part: 'direction' });
  if (action !== PositionAction.open && action !== PositionAction.close) return badOrder({ problem: 'partUnknown', part: 'action' });
  if (!isCount(type) || type < OrderPriceType.market || type > OrderPriceType.takeProfitMarket)
    return badOrder({ problem: 'partUnknown', part: 'type' });
  if (tif !== TimeInForce.gtc && tif !== TimeInForce.ioc && tif !== TimeInForce.fok)
    return badOrder({ problem: 'partUnknown', part: 'timeInForce' });
  if (typeof order.postOnly !== 'boolean') return badOrder({ problem: 'partUnknown', part: 'postOnly' });
  const market = isMarketType(type);
  const triggered = type >= OrderPriceType.stopLimit;
  if (!isCount(order.priceTicks) || (market ? order.priceTicks !== 0 : order.priceTicks === 0)) return refuse('priceInvalid');
  if (!isCount(order.triggerTicks) || (triggered ? order.triggerTicks === 0 : order.triggerTicks !== 0)) return refuse('priceInvalid');
  if (!isCount(order.takeProfitTicks) || !isCount(order.stopLossTicks)) return refuse('priceInvalid');
  if (order.postOnly && (market || tif !== TimeInForce.gtc)) return badOrder('postOnlyRests');
  if (action === PositionAction.open) {
    if (!isPositive(order.lots)) return refuse('quantityInvalid');
    if (!isPositive(order.leverage) || order.leverage > 255) return badField('leverage', { problem: 'between', min: 1, max: 255 });
    return undefined;
  }
  if (!isCount(order.lots)) return refuse('quantityInvalid');
  if (!isCount(order.leverage) || order.leverage > 255) return badField('leverage', { problem: 'between', min: 0, max: 255 });
  if (order.takeProfitTicks !== 0 || order.stopLossTicks !== 0) return badOrder('stopsOnOpening');
  return undefined;
}

/** Take-profit and stop-loss lie on their sides of `atTicks`, the price the position stands or opens at; 0 is none. */
export function checkStopSides(
  ins: Instrument,
  direction: PositionDirection,
  takeProfitTicks: number,
  stopLossTicks: number,
  atTicks: number,
): Outcome | undefined {
  const long = direction === PositionDirection.long;
  if (isWrongSide(takeProfitTicks, long, atTicks)) return refuse('takeProfitWrongSide', { price: priceWords(ins, atTicks) });
  if (isWrongSide(stopLossTicks, !long, atTicks)) return refuse('stopLossWrongSide', { price: priceWords(ins, atTicks) });
  return undefined;
}

const isWrongSide = (ticks: number, above: boolean, atTicks: number) => ticks !== 0 && (above ? ticks <= atTicks : ticks >= atTicks);
