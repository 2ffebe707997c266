import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { flexibleReserve, type Holding, type Product } from './book.ts';
import { earn } from './declare.ts';
import { setAside } from './reserve.ts';

export const utcDay = (time: number): number => Math.floor(time / dayMs);

/** Days that a timer begins at most. The rest follow with the timer's next turn. */
const daysAtOnce = 31;

/** Begins the days of a flexible product that have come since, one by one: a venue that stood still owes for them too. */
function beginDays(s: State, product: Product, until: number): void {
  while (product.day < until) beginDay(s, product);
}

/** What a timer does for a product. */
export const beginSomeDays = (s: State, product: Product): void =>
  beginDays(s, product, Math.min(utcDay(s.time), s.limits.corrections < 2 ? utcDay(s.time) : product.day + daysAtOnce));

/** Before a command looks at a product: many timers may be due at once, and that of its day may wait for later commands. */
export function untilToday(s: State, product: Product): void {
  if (s.limits.corrections >= 2 && product.rules.days === 0) beginDays(s, product, utcDay(s.time));
}

/** Whether a fixed term has ended; its timer may wait for later commands. */
export const isOver = (s: State, { days, firstDay }: Holding): boolean =>
  s.limits.corrections >= 2 && days > 0 && utcDay(s.time) >= firstDay + days;

/** The day's rate was set aside the day before. Tomorrow's is the rate of the terms if the house can set it aside, otherwise 0. */
function beginDay(s: State, product: Product): void {
  product.owed += BigInt(product.earning) * BigInt(product.todayPpm);
  product.index += product.todayPpm;
  product.earning += product.fresh;
  product.fresh = 0;
  product.day += 1;
  product.todayPpm = product.nextPpm;
  product.nextPpm = product.rules.yearlyPpm;
  if (!setAside(s, product, flexibleReserve(product))) {
    product.nextPpm = 0;
    setAside(s, product, flexibleReserve(product));
    if (product.todayPpm > 0 && s.limits.corrections >= 2) s.earn.tell(product.rules.product);
  }
  const { rules, day, todayPpm, nextPpm, index, principal } = product;
  s.log.tell(earn.events.earnDay, { product: rules.product, asset: rules.asset, day, todayPpm, nextPpm, rateSum: index, principal });
}
