import { type MarginMode, OrderPriceType, OrderSide, OrderStatus, PositionAction, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { isRising } from '../book/book.ts';
import { checkBandAround, checkNotional, checkRoom } from '../book/checks.ts';
import { isMarketType } from '../book/order-record.ts';
import { Ord, orderWidth } from '../book/orders.ts';
import { bandHigh } from '../catalogue/band.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PlaceContractOrder, PlaceFundedContractOrder } from '../commands.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import { priceWords } from '../core/words.ts';
import { checkClosing, checkMode, checkOpening, checkShape, feeReserve } from '../leverage/checks.ts';
import { enterOrder, letWait } from '../leverage/enter.ts';
import { newEntry, reachOf } from '../leverage/entry.ts';
import { reservePerLot } from '../leverage/margin.ts';
import { newOrder, sideFor } from '../leverage/new-order.ts';
import { modeOf, PosI, positionInts } from '../leverage/positions.ts';
import type { PositionEntry } from '../leverage/product.ts';
import { orderResult, refuse } from '../outcomes.ts';
import { Flag, Reason } from '../record/decode.ts';
import { bringFunds, readyFunded } from '../treasury/funded.ts';
import { checkMark, checkTrading } from './check.ts';
import { checkFree, checkTiers, judgeContract } from './judge.ts';

type ContractOrder = Omit<PlaceContractOrder, 'kind'>;

/** Places a new order of an account (slot) for a position. A refusal changes nothing; an accepted order gets the next id. */
export function placeContract(s: State, owner: number, order: PlaceContractOrder) {
  const ready = readyContract(s, owner, order);
  return 'ok' in ready ? ready : enterContract(s, order, ready);
}

/** The same for an order that brings money from another wallet along. */
export function placeFundedContract(s: State, owner: number, order: PlaceFundedContractOrder) {
  const ready = readyFunded(s, owner, order, Wallet.contract, () => readyContract(s, owner, order));
  if ('ok' in ready) return ready;
  bringFunds(s, ready.funds);
  return enterContract(s, order, ready.order);
}

function enterContract(s: State, order: ContractOrder, ready: ReadyOrder) {
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
  const status = enterOrder(s, ins, slot, limit, false, Reason.placed);
  const { f } = s.orders.store;
  return orderResult(id, status, f[slot * orderWidth + Ord.filled]!, f[slot * orderWidth + Ord.filledQuote]!);
}

/** An order that may be placed, with what placing it needs. */
export interface ReadyOrder {
  ins: Instrument;
  entry: PositionEntry;
  mode: MarginMode;
  /** Worst price it may trade at; 0 while it waits. */
  limit: number;
  /** Price it rests or reserves at. */
  reserveTicks: number;
}

/** Makes every check before an order is placed. Changes nothing. */
export function readyContract(s: State, owner: number, order: ContractOrder) {
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
  const verdict = judgeContract(s, ins, entry);
  if (verdict.refusal !== undefined) return verdict.refusal;
  return { ins, entry, mode, limit: verdict.limit, reserveTicks: order.priceTicks };
}

/**
 * A stop or take-profit order waits for the mark price. An opening one reserves at its limit or, for a market buy, at the upper band around its trigger.
 */
function readyToWait(s: State, ins: Instrument, order: ContractOrder, entry: PositionEntry, mode: MarginMode) {
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
