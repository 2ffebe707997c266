import { OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { isRising } from '../book/book.ts';
import { checkBandAround, checkFresh, checkLots, checkNotional, checkRoom } from '../book/checks.ts';
import { enlist, isMarketType, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { bandHigh } from '../catalogue/band.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import { priceWords } from '../core/words.ts';
import { orderResult, refuse } from '../outcomes.ts';
import { Flag, Reason } from '../record/decode.ts';
import { checkFunds, checkOpen, checkShape, type SpotOrder } from './check.ts';
import { enter } from './enter.ts';
import { checkEntry } from './entry.ts';
import { reservedUnits } from './order-life.ts';

const freezeFlow = flows.spotOrderFreeze.code;

/** A purchase of lots at once and whole, at most at a price. */
const wholePurchase = (instrument: number, lots: number, priceTicks: number): SpotOrder => ({
  instrument,
  side: OrderSide.buy,
  type: OrderPriceType.limit,
  tif: TimeInForce.fok,
  priceTicks,
  triggerTicks: 0,
  lots,
  quoteAmount: 0,
  postOnly: false,
});

/** Whether lots can be bought at once and whole. Changes nothing. */
export function checkWholePurchase(s: State, ins: Instrument, owner: number, lots: number, priceTicks: number) {
  const order = wholePurchase(ins.id, lots, priceTicks);
  return checkOpen(s, ins) ?? checkShape(order) ?? checkFresh(s, ins) ?? checkNow(s, ins, owner, order);
}

/** Buys what `checkWholePurchase` let pass. */
export function buyWhole(s: State, ins: Instrument, owner: number, lots: number, priceTicks: number): void {
  enterNow(s, ins, owner, wholePurchase(ins.id, lots, priceTicks));
}

/** Places a new order of an account (slot). A refusal changes nothing; an accepted order gets the next id. */
export function place(s: State, owner: number, order: SpotOrder) {
  const ins = s.instruments.get(order.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  const refusal = checkOpen(s, ins) ?? checkShape(order) ?? checkFresh(s, ins);
  if (refusal !== undefined) return refusal;
  return order.triggerTicks === 0 ? placeNow(s, ins, owner, order) : placeWaiting(s, ins, owner, order);
}

function placeNow(s: State, ins: Instrument, owner: number, order: SpotOrder) {
  return checkNow(s, ins, owner, order) ?? enterNow(s, ins, owner, order);
}

const payingBalance = (s: State, ins: Instrument, owner: number, order: SpotOrder) =>
  s.ledger.find(owner, Wallet.coin, (order.side === OrderSide.buy ? ins.quote : ins.base).index);

function checkNow(s: State, ins: Instrument, owner: number, order: SpotOrder) {
  const market = order.type === OrderPriceType.market;
  const byValue = order.quoteAmount > 0;
  const rests = !market && order.tif === TimeInForce.gtc;
  return (
    (byValue ? undefined : checkLots(ins, order.lots)) ??
    (rests ? checkRoom(s, ins, s.accounts.store.i[owner * accountInts + Acc.orders]!, false) : undefined) ??
    checkEntry(s, ins, {
      owner,
      side: order.side,
      market,
      tif: order.tif,
      postOnly: order.postOnly,
      priceTicks: order.priceTicks,
      lots: order.lots,
      quoteAmount: order.quoteAmount,
      filledQuote: 0,
      balance: payingBalance(s, ins, owner, order),
      frozen: 0,
    })
  );
}

function enterNow(s: State, ins: Instrument, owner: number, order: SpotOrder) {
  const slot = record(s, ins, owner, order, order.priceTicks, OrderStatus.open, payingBalance(s, ins, owner, order));
  const status = enter(s, ins, slot, false, Reason.placed);
  const { f } = s.orders.store;
  return orderResult(f[slot * orderWidth]!, status, f[slot * orderWidth + Ord.filled]!, f[slot * orderWidth + Ord.filledQuote]!);
}

/**
 * Places a stop or take-profit order. It waits outside the book with its reserve frozen until the reference price reaches its trigger. A market buy by
 * quantity reserves at the upper band around its trigger; one by value reserves its value.
 */
function placeWaiting(s: State, ins: Instrument, owner: number, order: SpotOrder) {
  if (ins.backlog) return refuse('overloaded');
  const buying = order.side === OrderSide.buy;
  const market = isMarketType(order.type);
  const rising = isRising(order.side | (order.type << Flag.type));
  if (rising ? order.triggerTicks <= ins.reference : order.triggerTicks >= ins.reference) {
    return refuse('triggerWrongSide', { price: priceWords(ins, ins.reference) });
  }
  const byValue = order.quoteAmount > 0;
  const price = market ? (buying && !byValue ? bandHigh(order.triggerTicks, ins.rules.bandBps) : 0) : order.priceTicks;
  const worth = byValue ? order.quoteAmount : order.lots * (market ? order.triggerTicks : price) * ins.unit;
  const dearest = byValue ? order.quoteAmount : order.lots * Math.max(order.triggerTicks, price) * ins.unit;
  const paid = buying ? ins.quote : ins.base;
  const balance = s.ledger.find(owner, Wallet.coin, paid.index);
  const refusal =
    (byValue ? undefined : checkLots(ins, order.lots)) ??
    checkRoom(s, ins, s.accounts.store.i[owner * accountInts + Acc.orders]!, true) ??
    (market ? undefined : checkBandAround(ins, price, order.triggerTicks)) ??
    checkNotional(ins, worth, dearest) ??
    checkFunds(
      s,
      ins,
      order.side,
      balance,
      byValue ? order.quoteAmount : buying ? order.lots * price * ins.unit : order.lots * ins.lotUnits,
    );
  if (refusal !== undefined) return refusal;
  const slot = record(s, ins, owner, order, price, OrderStatus.untriggered, balance);
  const id = s.orders.store.f[slot * orderWidth]!;
  const reserved = reservedUnits(s, ins, slot);
  s.ledger.freeze(balance, reserved, freezeFlow, id, 0);
  enlist(s, slot);
  ins.book.heapFor(slot).push(slot);
  writeOrder(s, ins, slot, Reason.placed, reserved);
  return orderResult(id, OrderStatus.untriggered, 0, 0);
}

/** Writes a new order's record under the next id. `reserve` is the balance that it pays from. */
function record(s: State, ins: Instrument, owner: number, order: SpotOrder, price: number, status: OrderStatus, reserve: number): number {
  const slot = s.orders.store.take();
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const byValue = order.quoteAmount > 0;
  f[at + Ord.id] = s.nextOrder++;
  f[at + Ord.price] = price;
  f[at + Ord.trigger] = order.triggerTicks;
  f[at + Ord.lots] = byValue ? order.quoteAmount : order.lots;
  f[at + Ord.filled] = 0;
  f[at + Ord.filledQuote] = 0;
  f[at + Ord.placedAt] = s.time;
  i[at * 2 + OrdI.owner] = owner;
  i[at * 2 + OrdI.instrument] = ins.slot;
  i[at * 2 + OrdI.flags] =
    order.side |
    (order.type << Flag.type) |
    (order.tif << Flag.tif) |
    (order.postOnly ? 1 << Flag.postOnly : 0) |
    (byValue ? 1 << Flag.byValue : 0) |
    (status << Flag.status);
  i[at * 2 + OrdI.next] = 0;
  i[at * 2 + OrdI.previous] = 0;
  i[at * 2 + OrdI.ownerNext] = 0;
  i[at * 2 + OrdI.ownerPrevious] = 0;
  i[at * 2 + OrdI.place] = 0;
  i[at * 2 + OrdI.reserve] = reserve;
  i[at * 2 + OrdI.terms] = 0;
  return slot;
}
