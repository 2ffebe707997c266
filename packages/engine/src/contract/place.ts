import {
  type MarginMode,
  OrderPriceType,
  OrderSide,
  OrderStatus,
  PositionAction,
  PositionDirection,
  TimeInForce,
} from '@bourse/protocol/enums';
import { isRising } from '../book/book.ts';
import { Ord, orderWidth } from '../book/orders.ts';
import { bandHigh, type Instrument } from '../catalogue/instruments.ts';
import type { PlaceContractOrder } from '../commands.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import { lotsWords, priceWords } from '../core/words.ts';
import type { Outcome } from '../events.ts';
import { enterContract, letWait } from '../leverage/enter.ts';
import { reservePerLot } from '../leverage/margin.ts';
import { newOrder, sideFor } from '../leverage/new-order.ts';
import { placeKey } from '../leverage/place-key.ts';
import { modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { orderResult, refuse } from '../outcomes.ts';
import { Flag, Reason } from '../record/decode.ts';
import { checkBandAround, checkLots, checkNotional, checkRoom } from '../spot/check.ts';
import { isMarketType } from '../spot/order-life.ts';
import { checkMark, checkMode, checkShape, checkStopSides, checkTrading } from './check.ts';
import { type ContractEntry, checkFree, checkTiers, judge, newEntry, reachOf } from './judge.ts';

/** A new order of an account (slot) for a position. Refusals change nothing; an accepted order gets the next id. */
export function placeContract(s: State, owner: number, order: PlaceContractOrder): Outcome {
  const ready = readyContract(s, owner, order);
  if ('ok' in ready) return ready;
  const { ins, entry, limit, mode } = ready;
  const slot = newOrder(s, ins, {
    owner: entry.owner,
    direction: entry.direction,
    action: entry.action,
    mode,
    leverage: entry.leverage,
    type: order.type,
    tif: entry.tif,
    postOnly: entry.postOnly,
    lots: entry.lots,
    feePpm: entry.feePpm,
    priceTicks: ready.reserveTicks,
    triggerTicks: order.triggerTicks,
    whole: false,
    forced: false,
    status: order.triggerTicks === 0 ? OrderStatus.open : OrderStatus.untriggered,
  });
  const id = s.orders.store.f[slot * orderWidth]!;
  if (order.takeProfitTicks !== 0 || order.stopLossTicks !== 0)
    s.attached.set(id, { takeProfit: order.takeProfitTicks, stopLoss: order.stopLossTicks });
  if (order.triggerTicks !== 0) {
    letWait(s, ins, slot);
    return orderResult(id, OrderStatus.untriggered, 0, 0);
  }
  const status = enterContract(s, ins, slot, limit, false, Reason.placed);
  const { f } = s.orders.store;
  return orderResult(id, status, f[slot * orderWidth + Ord.filled]!, f[slot * orderWidth + Ord.filledQuote]!);
}

/** An order that may be placed, with what placing it needs. */
export interface ReadyOrder {
  ins: Instrument;
  entry: ContractEntry;
  mode: MarginMode;
  /** Worst price it may trade at; 0 while it waits. */
  limit: number;
  /** Price it rests or reserves at. */
  reserveTicks: number;
}

/** Everything that is checked before an order is placed; changes nothing. */
export function readyContract(s: State, owner: number, order: PlaceContractOrder): ReadyOrder | Outcome {
  const ins = s.instruments.get(order.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  const refusal = checkTrading(s, ins) ?? checkShape(order) ?? checkMode(order.mode) ?? checkMark(s, ins);
  if (refusal !== undefined) return refusal;
  const position = s.positions.find(owner, ins.slot, order.direction);
  const opening = order.action === PositionAction.open;
  const fit = opening ? checkOpening(s, ins, owner, position, order) : checkClosing(s, ins, position, order);
  if (fit !== undefined) return fit;
  const entry = newEntry(s, owner, position, order, opening ? feeReserve(s, ins, owner) : 0);
  const mode = opening ? order.mode : modeOf(s.positions.store.i[position * positionInts + PosI.flags]!);
  const rests = order.triggerTicks !== 0 || (order.type === OrderPriceType.limit && order.tif === TimeInForce.gtc);
  const room = rests ? checkRoom(s, ins, s.accounts.store.i[owner * accountInts + Acc.orders]!, order.triggerTicks !== 0) : undefined;
  if (room !== undefined) return room;
  if (order.triggerTicks !== 0) return readyToWait(s, ins, order, entry, mode);
  const verdict = judge(s, ins, entry);
  if (verdict.refusal !== undefined) return verdict.refusal;
  return { ins, entry, mode, limit: verdict.limit, reserveTicks: order.priceTicks };
}

/** An opening order may fill now as a taker or later as a maker: it reserves at the higher of the two rates. */
export function feeReserve(s: State, ins: Instrument, owner: number): number {
  const feeClass = s.accounts.feeClass(owner);
  return Math.max(ins.takerPpm(feeClass), ins.makerPpm(feeClass));
}

/** What an opening order says of the position it wants. */
type Opens = Omit<PlaceContractOrder, 'kind' | 'account' | 'instrument' | 'action' | 'type' | 'tif' | 'postOnly'>;

export function checkOpening(s: State, ins: Instrument, owner: number, position: number, order: Opens): Outcome | undefined {
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

/** The price a position is expected to begin at: a crossing limit trades near the mark, a resting or waiting one at its own price. */
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

export function checkClosing(
  s: State,
  ins: Instrument,
  position: number,
  order: Pick<PlaceContractOrder, 'lots' | 'triggerTicks'>,
): Outcome | undefined {
  if (position === 0) return refuse('positionUnknown');
  const open = s.positions.store.f[position * positionWidth + Pos.lots]!;
  if (order.lots > open) return refuse('closeTooLarge', { open: lotsWords(ins, open) });
  if (order.triggerTicks !== 0) return checkParts(s, position, 1);
  return undefined;
}

/** Whether `more` orders may be added to those that protect parts of a position. */
export function checkParts(s: State, position: number, more: number): Outcome | undefined {
  const limit = s.limits.partStopsPerPosition;
  const parts = s.exits.of(s.positions.id(position))?.parts.size ?? 0;
  return parts + more > limit * 2 ? refuse('stopsTooMany', { limit }) : undefined;
}

/** A stop or take-profit order waits for the mark price; one that opens reserves at its limit, at market for a buyer at the upper band around its trigger. */
function readyToWait(s: State, ins: Instrument, order: PlaceContractOrder, entry: ContractEntry, mode: MarginMode): ReadyOrder | Outcome {
  if (ins.backlog) return refuse('overloaded');
  const side = sideFor(order.direction, order.action);
  const market = isMarketType(order.type);
  const mark = ins.contract!.markTicks;
  const rising = isRising(side | (order.type << Flag.type));
  if (rising ? order.triggerTicks <= mark : order.triggerTicks >= mark) return refuse('triggerWrongSide', { price: priceWords(ins, mark) });
  const unlimited = side === OrderSide.buy ? bandHigh(order.triggerTicks, ins.rules.bandBps) : order.triggerTicks;
  const reserveTicks = market ? unlimited : order.priceTicks;
  const opening = order.action === PositionAction.open;
  const worth = entry.lots * reserveTicks * ins.unit;
  const refusal =
    (market ? undefined : checkBandAround(ins, order.priceTicks, order.triggerTicks)) ??
    checkNotional(ins, opening ? worth : ins.rules.minNotional, entry.lots * Math.max(order.triggerTicks, reserveTicks) * ins.unit * 2) ??
    (opening ? checkTiers(ins, reachOf(s, ins, entry) + worth, entry.leverage) : undefined) ??
    (opening
      ? checkFree(s, ins, entry.owner, entry.lots * reservePerLot(reserveTicks, ins.unit, entry.leverage, entry.feePpm), 0)
      : undefined);
  return refusal ?? { ins, entry, mode, limit: 0, reserveTicks };
}
