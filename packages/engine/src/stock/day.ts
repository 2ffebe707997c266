import { InstrumentStatus, OrderStatus } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { OrdI, orderWidth } from '../book/orders.ts';
import type { BookSide } from '../book/side.ts';
import { upperCircuitBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { cancelOpen } from '../leverage/order-life.ts';
import { Reason } from '../record/decode.ts';
import { Record, recordLength } from '../record/event-log.ts';
import type { Calendar } from './calendar.ts';
import { enterWaiting } from './enter-at-open.ts';
import { dayLimits } from './margin.ts';
import { queued } from './queue.ts';

/** A trading day's limits come from the last close; what rests on the far side of them could trade outside and is cancelled. */
export function openDay(s: State, ins: Instrument): void {
  const stock = ins.stock!;
  if (stock.lastClose === 0) stock.lastClose = ins.triggerPrice;
  const { low, high } = dayLimits(stock.lastClose, stock.rules.limitBps);
  stock.lowTicks = low;
  stock.highTicks = high;
  if (high === 0) return;
  clearBeyond(s, ins, ins.book.bids, (price) => price > high);
  clearBeyond(s, ins, ins.book.asks, (price) => price < low);
}

/** A session opens: the stock trades unless the operator keeps it shut, and what waited enters as soon as there is a fresh price. */
export function reopen(s: State, ins: Instrument, calendar: Calendar): void {
  const stock = ins.stock!;
  const { open, close } = calendar.current!;
  if (ins.status === InstrumentStatus.closed) ins.setStatus(s.log, InstrumentStatus.trading);
  const to = s.log.open(Record.dayLimits, recordLength[Record.dayLimits]!);
  const n = s.log.numbers;
  n[to + 1] = ins.id;
  n[to + 2] = calendar.day;
  n[to + 3] = open;
  n[to + 4] = close;
  n[to + 5] = stock.lowTicks;
  n[to + 6] = stock.highTicks;
  n[to + 7] = stock.lastClose;
  enterWaiting(s, ins);
}

/** The day's last reference price is its close; day orders expire. */
export function closeDay(s: State, ins: Instrument): void {
  const stock = ins.stock!;
  if (ins.triggerPrice > 0) stock.lastClose = ins.triggerPrice;
  const { i } = s.orders.store;
  const isDayOrder = (slot: number) => (i[slot * orderWidth * 2 + OrdI.terms]! & upperCircuitBit) !== 0;
  const resting = stock.highTicks === 0 ? [] : restingAt(s, ins, stock.highTicks);
  for (const slot of [...queued(s, ins), ...resting].filter(isDayOrder))
    cancelOpen(s, ins, slot, Reason.sessionClosed, OrderStatus.expired);
}

/** Orders to buy at a price, the oldest first. */
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

function clearBeyond(s: State, ins: Instrument, side: BookSide, beyond: (priceTicks: number) => boolean): void {
  const { f, i } = s.levels.store;
  while (side.best !== 0 && beyond(f[side.best * levelWidth + Lev.price]!))
    cancelOpen(s, ins, i[side.best * levelWidth * 2 + LevI.head]!, Reason.bandReached);
}
