import {
  InstrumentKind,
  MarginMode,
  OrderPriceType,
  OrderSide,
  OrderStatus,
  PositionAction,
  PositionDirection,
  TimeInForce,
  Wallet,
} from '@bourse/protocol/enums';
import { isRising } from '../book/book.ts';
import { checkBandAround, checkFresh, checkLots, checkNotional, checkRoom, productWrong } from '../book/checks.ts';
import { isMarketType } from '../book/order-record.ts';
import { Ord, orderWidth } from '../book/orders.ts';
import { bandHigh } from '../catalogue/band.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PlaceFundedStockOrder, PlaceStockOrder } from '../commands.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { priceWords } from '../core/words.ts';
import { checkClosing, checkOpening, checkShape, feeReserve } from '../leverage/checks.ts';
import { enterOrder, letWait } from '../leverage/enter.ts';
import { newEntry } from '../leverage/entry.ts';
import { reservePerLot } from '../leverage/margin.ts';
import { newOrder, sideFor } from '../leverage/new-order.ts';
import type { PositionEntry } from '../leverage/product.ts';
import { badField, badOrder, orderResult, refuse } from '../outcomes.ts';
import { Flag, Reason } from '../record/decode.ts';
import { bringFunds, readyFunded } from '../treasury/funded.ts';
import { waitForOpen } from './enter-at-open.ts';
import { admission, checkFunds, checkNextDay, checkReach, judgeStock, nextDay } from './judge.ts';
import { nextToEnter } from './queue.ts';
import { needsPermission } from './round-trips.ts';

type StockOrder = Omit<PlaceStockOrder, 'kind'>;

const mode = MarginMode.segmented;

/** Places a new order of an account (slot) in a stock. A refusal changes nothing; an accepted order gets the next id. */
export function placeStock(s: State, owner: number, order: PlaceStockOrder) {
  const ready = readyStock(s, owner, order);
  return 'ok' in ready ? ready : enterStock(s, order, ready);
}

/** The same for an order that brings money from another wallet along. */
export function placeFundedStock(s: State, owner: number, order: PlaceFundedStockOrder) {
  const ready = readyFunded(s, owner, order, Wallet.stock, () => readyStock(s, owner, order));
  if ('ok' in ready) return ready;
  bringFunds(s, ready.funds);
  return enterStock(s, order, ready.order);
}

function enterStock(s: State, order: StockOrder, ready: ReadyStock) {
  const { ins, entry, how, limit, priceTicks } = ready;
  const slot = newOrder(s, ins, {
    ...entry,
    mode,
    type: order.type,
    priceTicks,
    triggerTicks: order.triggerTicks,
    whole: false,
    forced: false,
    waits: how === 'waits',
    upperCircuit: order.upperCircuit,
    status: how === 'enters' ? OrderStatus.open : OrderStatus.untriggered,
  });
  const id = s.orders.store.f[slot * orderWidth]!;
  if (order.takeProfitTicks !== 0 || order.stopLossTicks !== 0)
    s.attached.set(id, { takeProfit: order.takeProfitTicks, stopLoss: order.stopLossTicks });
  if (how === 'triggered') letWait(s, ins, slot);
  else if (how === 'waits') waitForOpen(s, ins, slot);
  if (how !== 'enters') return orderResult(id, OrderStatus.untriggered, 0, 0);
  const status = enterOrder(s, ins, slot, limit, false, Reason.placed);
  // The new order may be the counterparty that a waiting market order needs. The waiting order enters before the next new one.
  if (ins.stock!.waiting !== 0 && nextToEnter(s, ins) !== 0) s.stocks.entering.add(ins.slot);
  const { f } = s.orders.store;
  return orderResult(id, status, f[slot * orderWidth + Ord.filled]!, f[slot * orderWidth + Ord.filledQuote]!);
}

/** An order that may be placed, with what placing it needs. */
export interface ReadyStock {
  ins: Instrument;
  entry: PositionEntry;
  how: 'enters' | 'waits' | 'triggered';
  /** Worst price it may trade at; 0 while it waits. */
  limit: number;
  /** Price it rests or reserves at. */
  priceTicks: number;
}

/** Makes every check before an order is placed. Changes nothing. */
export function readyStock(s: State, owner: number, given: StockOrder) {
  const ins = s.instruments.get(given.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (ins.rules.instrumentKind !== InstrumentKind.stock) return productWrong(ins);
  if (ins.stock === undefined) return refuse('instrumentClosed', { symbol: ins.rules.symbol });
  if (typeof given.upperCircuit !== 'boolean') return badField('upperCircuit', 'boolean');
  const admitted = admission(s, ins, given.tif);
  const order = given.upperCircuit ? atUpperLimit(ins, given, admitted === 'waits') : given;
  if ('ok' in order) return order;
  const shape = checkShape(order);
  if (shape !== undefined) return shape;
  if (typeof admitted !== 'string') return admitted;
  const how: ReadyStock['how'] = order.triggerTicks > 0 ? 'triggered' : admitted;
  const priced = admitted === 'enters' ? checkFresh(s, ins) : ins.reference === 0 ? stale(ins) : undefined;
  if (priced !== undefined) return priced;
  const position = s.positions.find(owner, ins.slot, order.direction);
  const opening = order.action === PositionAction.open;
  const fit =
    (opening
      ? (checkTerms(ins, order) ?? checkOpening(s, ins, owner, position, { ...order, mode }))
      : checkClosing(s, ins, position, order)) ?? checkRests(s, ins, owner, order, how);
  if (fit !== undefined) return fit;
  const entry = newEntry(s, owner, position, order, opening ? feeReserve(s, ins, owner) : 0);
  if (how !== 'enters') return readyToWait(s, ins, order, entry, how);
  if (!opening && needsPermission(s, ins, position)) return refuse('dayTradeNeeded');
  const verdict = judgeStock(s, ins, entry);
  if (verdict.refusal !== undefined) return verdict.refusal;
  return { ins, entry, how, limit: verdict.limit, priceTicks: order.priceTicks };
}

const stale = (ins: Instrument) => refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });

/** An upper-circuit order is a limit order at the day's high, or at the next day's high when sent between sessions. */
function atUpperLimit(ins: Instrument, order: StockOrder, waits: boolean) {
  const { action, direction, type, tif, priceTicks } = order;
  const opens = action === PositionAction.open && direction === PositionDirection.long;
  if (!opens || type !== OrderPriceType.limit || tif !== TimeInForce.gtc || priceTicks !== 0) return badOrder('upperCircuitTerms');
  const high = waits ? nextDay(ins).high : ins.stock!.highTicks;
  return high === 0 ? refuse('upperCircuitUnavailable', { symbol: ins.rules.symbol }) : { ...order, priceTicks: high };
}

function checkTerms(ins: Instrument, order: StockOrder) {
  const { maxLeverage, shortable } = ins.stock!.rules;
  if (order.leverage > maxLeverage) return refuse('leverageTooHigh', { max: maxLeverage });
  if (order.direction === PositionDirection.short && !shortable) return refuse('shortNotAllowed', { symbol: ins.rules.symbol });
  return undefined;
}

function checkRests(s: State, ins: Instrument, owner: number, order: StockOrder, how: ReadyStock['how']) {
  const rests = how !== 'enters' || (order.type === OrderPriceType.limit && order.tif === TimeInForce.gtc);
  if (!rests) return undefined;
  if (how === 'waits' && ins.stock!.waiting >= s.limits.triggersPerBook) return refuse('bookFull');
  return checkRoom(s, ins, s.accounts.store.i[owner * accountInts + Acc.orders]!, how === 'triggered');
}

/**
 * An order that waits for the open or its trigger reserves at its limit. At market, a buyer reserves at the upper band and a seller at the price it waits
 * for.
 */
function readyToWait(s: State, ins: Instrument, order: StockOrder, entry: PositionEntry, how: 'waits' | 'triggered') {
  const side = sideFor(order.direction, order.action);
  const market = isMarketType(order.type);
  const opening = order.action === PositionAction.open;
  const around = how === 'triggered' ? order.triggerTicks : ins.triggerPrice;
  const unlimited = side === OrderSide.buy ? bandHigh(around, ins.rules.bandBps) : around;
  const priceTicks = market ? unlimited : order.priceTicks;
  const worth = entry.lots * priceTicks * ins.unit;
  const refusal =
    (how === 'triggered' ? checkTrigger(ins, order, side) : undefined) ??
    (market ? undefined : how === 'triggered' ? checkBandAround(ins, priceTicks, around) : checkNextDay(ins, priceTicks)) ??
    (opening ? checkLots(ins, entry.lots) : undefined) ??
    checkNotional(ins, opening ? worth : ins.rules.minNotional, entry.lots * Math.max(around, priceTicks) * ins.unit * 2) ??
    (opening ? checkReach(s, ins, entry, worth) : undefined) ??
    (opening ? checkFunds(s, ins, entry.owner, entry.lots * reservePerLot(priceTicks, ins.unit, entry.leverage, entry.feePpm)) : undefined);
  return refusal ?? { ins, entry, how, limit: 0, priceTicks };
}

function checkTrigger(ins: Instrument, order: StockOrder, side: OrderSide) {
  if (ins.backlog) return refuse('overloaded');
  const rising = isRising(side | (order.type << Flag.type));
  const price = ins.triggerPrice;
  if (rising ? order.triggerTicks > price : order.triggerTicks < price) return undefined;
  return refuse('triggerWrongSide', { price: priceWords(ins, price) });
}
