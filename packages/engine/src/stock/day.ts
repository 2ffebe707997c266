import { InstrumentStatus, OrderStatus } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { openSlots } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { BookSide } from '../book/side.ts';
import { upperCircuitBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { cancelOpen } from '../leverage/order-life.ts';
import { Reason } from '../record/decode.ts';
import type { Calendar } from './calendar.ts';
import { stock as declared } from './declare.ts';
import { enterWaiting } from './enter-at-open.ts';
import { dayLimits } from './margin.ts';
import { queued } from './queue.ts';
import { continueAction } from './series.ts';

/** Whether work of the day before is left over. Until it is done the stock may not open and its positions may not change. */
export function isBusy(s: State, ins: Instrument): boolean {
  const stock = ins.stock!;
  const calendar = s.calendars.get(stock.rules.calendar);
  return stock.action !== undefined || stock.expiring.length > 0 || (calendar !== undefined && calendar.chargeAt !== 0);
}

/** Starts a session for the stock. It opens now or, when work of the day before is left over, with a later command. */
export function beginSession(s: State, ins: Instrument, newDay: boolean): void {
  const stock = ins.stock!;
  stock.opening = newDay || stock.opening === 'day' ? 'day' : 'session';
  s.stocks.opening.add(ins.slot);
  continueOpening(s, ins);
}

/** Ends a session during which the stock may never have opened. The day's limits still have to be set if the day has another session. */
export function endSession(s: State, ins: Instrument): void {
  if (ins.stock!.opening === 'session') ins.stock!.opening = undefined;
  s.stocks.opening.delete(ins.slot);
}

/** Opens the stock once the work of the day before is done and no resting order is outside the new day's limits. */
export function continueOpening(s: State, ins: Instrument): void {
  const stock = ins.stock!;
  if (isBusy(s, ins) || (stock.opening === 'day' && !openDay(s, ins))) return;
  stock.opening = undefined;
  s.stocks.opening.delete(ins.slot);
  reopen(s, ins, s.calendars.get(stock.rules.calendar)!);
}

/**
 * Sets the trading day's limits around the last close. Resting orders outside them could trade outside the limits, so they are cancelled, a bounded number
 * with each command. Returns whether all of them are gone.
 */
function openDay(s: State, ins: Instrument): boolean {
  const stock = ins.stock!;
  if (stock.lastClose === 0) stock.lastClose = ins.triggerPrice;
  const { low, high } = dayLimits(stock.lastClose, stock.rules.limitBps);
  stock.lowTicks = low;
  stock.highTicks = high;
  if (high === 0) return true;
  return clearBeyond(s, ins, ins.book.bids, (price) => price > high) && clearBeyond(s, ins, ins.book.asks, (price) => price < low);
}

/** Opens the session. The stock trades unless the operator keeps it closed, and waiting orders enter as soon as there is a fresh price. */
function reopen(s: State, ins: Instrument, calendar: Calendar): void {
  const stock = ins.stock!;
  const { open, close } = calendar.current!;
  if (ins.status === InstrumentStatus.closed) ins.setStatus(s.log, InstrumentStatus.trading);
  s.log.tell(declared.events.dayLimits, {
    instrument: ins.id,
    session: calendar.day,
    open,
    close,
    lowTicks: stock.lowTicks,
    highTicks: stock.highTicks,
    previousCloseTicks: stock.lastClose,
  });
  enterWaiting(s, ins);
}

/** Ends the trading day: its last reference price becomes the close, and day orders begin to expire. */
export function closeDay(s: State, ins: Instrument): void {
  const stock = ins.stock!;
  // Work of the day before is left over only when the host was down at the close.
  continueExpiry(s, ins, Number.POSITIVE_INFINITY);
  if (stock.action !== undefined) continueAction(s, ins, Number.POSITIVE_INFINITY);
  stock.opening = undefined;
  if (ins.triggerPrice > 0) stock.lastClose = ins.triggerPrice;
  const { f, i } = s.orders.store;
  const resting = stock.highTicks === 0 ? [] : restingAt(s, ins, stock.highTicks);
  const slots = [...queued(s, ins), ...resting].filter((slot) => (i[slot * orderWidth * 2 + OrdI.terms]! & upperCircuitBit) !== 0);
  stock.expiring = slots.map((slot) => f[slot * orderWidth + Ord.id]!);
  if (slots.length === 0) return;
  stock.expiring.sort((a, b) => a - b);
  s.stocks.expiring.add(ins.slot);
  continueExpiry(s, ins, s.limits.stockStepsPerCommand);
}

/** Expires day orders, oldest first. */
export function continueExpiry(s: State, ins: Instrument, limit: number): void {
  const { expiring } = ins.stock!;
  let ended = 0;
  while (ended < expiring.length && s.stockSteps < limit) {
    s.stockSteps += 1;
    const slot = s.orders.slot(expiring[ended++]!);
    if (slot !== 0) cancelOpen(s, ins, slot, Reason.sessionClosed, OrderStatus.expired);
  }
  expiring.splice(0, ended);
  if (expiring.length === 0) s.stocks.expiring.delete(ins.slot);
}

/** Expires an account's day orders before its command runs, so that the command can neither amend nor cancel them. */
export function expireFirst(s: State, owner: number): void {
  const { f, i } = s.orders.store;
  for (const instrument of s.stocks.expiring.sorted()) {
    const ins = s.instruments.at(instrument);
    const newest = ins.stock!.expiring.at(-1)!;
    for (const slot of openSlots(s, owner, instrument)) {
      const dayOrder = (i[slot * orderWidth * 2 + OrdI.terms]! & upperCircuitBit) !== 0;
      // Day orders sent after the close belong to the next day.
      if (dayOrder && f[slot * orderWidth + Ord.id]! <= newest) cancelOpen(s, ins, slot, Reason.sessionClosed, OrderStatus.expired);
    }
  }
}

/** Slots of the buy orders that rest at a price, oldest first. */
function restingAt(s: State, ins: Instrument, priceTicks: number): number[] {
  const slots: number[] = [];
  const { f, i } = s.levels.store;
  const orders = s.orders.store.i;
  ins.book.bids.walk((level) => {
    const price = f[level * levelWidth + Lev.price]!;
    if (price > priceTicks) return true;
    const head = price === priceTicks ? i[level * levelWidth * 2 + LevI.head]! : 0;
    for (let slot = head; slot !== 0; slot = orders[slot * orderWidth * 2 + OrdI.next]!) slots.push(slot);
    return false;
  });
  return slots;
}

function clearBeyond(s: State, ins: Instrument, side: BookSide, beyond: (priceTicks: number) => boolean): boolean {
  const { f, i } = s.levels.store;
  while (side.best !== 0 && beyond(f[side.best * levelWidth + Lev.price]!)) {
    if (s.stockSteps >= s.limits.stockStepsPerCommand) return false;
    s.stockSteps += 1;
    cancelOpen(s, ins, i[side.best * levelWidth * 2 + LevI.head]!, Reason.bandReached);
  }
  return true;
}
