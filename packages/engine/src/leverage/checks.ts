import { MarginMode, OrderPriceType, OrderSide, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { isCount, isPositive } from '../base/exact.ts';
import { checkLots } from '../book/checks.ts';
import { isMarketType } from '../book/order-record.ts';
import { Stop } from '../book/sweep.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PlaceContractOrder, PositionOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { lotsWords, priceWords } from '../core/words.ts';
import { feeClassOf } from '../membership/class.ts';
import { badField, badOrder, refuse } from '../outcomes.ts';
import { dryRun } from './dry-run.ts';
import { placeKey } from './place-index.ts';
import { Pos, PosI, positionInts, positionWidth } from './positions.ts';
import type { PositionEntry } from './product.ts';

/** Checks that orders of both leveraged products share. Each returns undefined when the check passes, and changes nothing. */

export const checkMode = (mode: MarginMode) =>
  mode === MarginMode.full || mode === MarginMode.segmented ? undefined : badOrder({ problem: 'partUnknown', part: 'marginMode' });

/** Checks which fields go together. Afterwards every number of the order is a non-negative safe integer. */
export function checkShape(order: PositionOrder) {
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

/** A take-profit and a stop-loss must be on their own sides of `atTicks`, the price that the position has or opens at. 0 means none. */
export function checkStopSides(
  ins: Instrument,
  direction: PositionDirection,
  takeProfitTicks: number,
  stopLossTicks: number,
  atTicks: number,
) {
  const long = direction === PositionDirection.long;
  if (isWrongSide(takeProfitTicks, long, atTicks)) return refuse('takeProfitWrongSide', { price: priceWords(ins, atTicks) });
  if (isWrongSide(stopLossTicks, !long, atTicks)) return refuse('stopLossWrongSide', { price: priceWords(ins, atTicks) });
  return undefined;
}

const isWrongSide = (ticks: number, above: boolean, atTicks: number) => ticks !== 0 && (above ? ticks <= atTicks : ticks >= atTicks);

/** The fee rate that an opening order reserves: it may fill now as a taker or later as a maker, so the higher of the two, and the stamp duty of a stock. */
export function feeReserve(s: State, ins: Instrument, owner: number): number {
  const feeClass = feeClassOf(s, owner);
  return Math.max(ins.takerPpm(feeClass), ins.makerPpm(feeClass)) + (ins.stock?.rules.stampDutyPpm ?? 0);
}

/** The part of an opening order that describes its position. */
type Opens = Omit<PlaceContractOrder, 'kind' | 'account' | 'instrument' | 'action' | 'type' | 'tif' | 'postOnly'>;

export function checkOpening(s: State, ins: Instrument, owner: number, position: number, order: Opens) {
  const lots = checkLots(ins, order.lots);
  if (lots !== undefined) return lots;
  const same =
    position !== 0
      ? s.positions.store.i[position * positionInts + PosI.flags]! >> 1
      : s.pending.terms(placeKey(owner, ins.slot, order.direction));
  if (same !== undefined) {
    if ((same & 1) + 1 !== order.mode) return refuse('marginModeDiffers');
    const leverage = (same >> 1) & 255;
    if (leverage !== order.leverage) return refuse('leverageDiffers', { leverage });
  } else if (positionsOf(s, owner) >= s.limits.positionsPerAccount)
    return refuse('positionsTooMany', { limit: s.limits.positionsPerAccount });
  return checkStopSides(ins, order.direction, order.takeProfitTicks, order.stopLossTicks, opensAt(ins, order));
}

/** The price at which a position is expected to open: a crossing limit order trades near the mark, a resting or waiting one at its own price. */
function opensAt(ins: Instrument, order: Opens): number {
  const mark = order.triggerTicks !== 0 ? order.triggerTicks : ins.triggerPrice;
  if (order.priceTicks === 0) return mark;
  return order.direction === PositionDirection.long ? Math.min(order.priceTicks, mark) : Math.max(order.priceTicks, mark);
}

function positionsOf(s: State, owner: number): number {
  let count = 0;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) count += 1;
  return count;
}

export function checkClosing(s: State, ins: Instrument, position: number, order: Pick<PlaceContractOrder, 'lots' | 'triggerTicks'>) {
  if (position === 0) return refuse('positionUnknown');
  const open = s.positions.store.f[position * positionWidth + Pos.lots]!;
  if (order.lots > open) return refuse('closeTooLarge', { open: lotsWords(ins, open) });
  if (order.triggerTicks !== 0) return checkParts(s, position, 1);
  return undefined;
}

/** Whether `more` orders may be added to those that protect parts of a position. */
export function checkParts(s: State, position: number, more: number) {
  const limit = s.limits.partStopsPerPosition;
  const parts = s.exits.of(s.positions.id(position))?.parts.size ?? 0;
  return parts + more > limit * 2 ? refuse('stopsTooMany', { limit }) : undefined;
}

/** Checks what the book must hold for post-only, fill-or-kill and market orders. */
export function checkBook(s: State, ins: Instrument, entry: PositionEntry, side: OrderSide, limit: number) {
  const { book } = ins;
  const crosses = side === OrderSide.buy ? book.bestAsk() <= limit : book.bids.best !== 0 && book.bestBid() >= limit;
  if (entry.postOnly && crosses) return refuse('wouldTake');
  const whole = entry.tif === TimeInForce.fok;
  if (!whole && (!entry.market || crosses)) return undefined;
  const { lots, stop } = dryRun(s, ins, entry.owner, side, limit, entry.lots, entry.leverage, entry.feePpm);
  if (entry.market && lots === 0 && stop !== Stop.ownOrder) return refuse('noLiquidity');
  return whole && lots < entry.lots ? refuse('cannotFillWhole') : undefined;
}
