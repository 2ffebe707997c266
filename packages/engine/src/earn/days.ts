import { flows } from '@bourse/protocol/flows';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { flexibleReserve, type Product, termReserve, yearPpmDays } from './book.ts';
import { earn } from './declare.ts';
import { utcDay } from './define.ts';
import { payInterest, setAside, wealthOf } from './reserve.ts';
import { begin } from './subscribe.ts';
import { tellHolding } from './tell.ts';

/** Begins the days that have come since, one by one: a venue that stood still owes for them too. */
export function earnDayBegins(s: State, id: number): void {
  const product = s.earn.products.get(id);
  if (product === undefined) return;
  for (const today = utcDay(s.time); product.day < today; ) beginDay(s, product);
  s.timers.set(earn.timers.earnDayBegins.number, id, (product.day + 1) * dayMs);
}

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
  }
  const { rules, day, todayPpm, nextPpm, index, principal } = product;
  s.log.tell(earn.events.earnDay, { product: rules.product, asset: rules.asset, day, todayPpm, nextPpm, rateSum: index, principal });
}

/** A fixed term is over: its interest is paid, and it starts again or its principal is free. */
export function earnMatures(s: State, id: number): void {
  const holding = s.earn.get(id);
  if (holding === undefined) return;
  const product = s.earn.products.get(holding.product)!;
  const { owner, asset, principal, yearlyPpm, days, firstDay } = holding;
  const toIndex = yearlyPpm * days;
  const interest = Number((BigInt(principal) * BigInt(toIndex)) / yearPpmDays);
  const rest = product.reserved - termReserve(holding);
  payInterest(s, product, holding, {
    principal,
    carried: 0n,
    fromIndex: 0,
    toIndex,
    partPpm: 1_000_000,
    interest,
    interestCause: 'maturity',
  });
  setAside(s, product, rest);
  product.principal -= principal;
  s.earn.remove(holding);
  const next = holding.renew ? again(s, product, owner, principal, firstDay + days) : undefined;
  if (next === undefined) s.ledger.release(wealthOf(s, owner, asset), principal, flows.fundRedeem.code, 0, 0);
  tellHolding(s, { ...holding, principal: 0 }, 'matured', { renewedBy: next?.id ?? 0 });
  if (next !== undefined) tellHolding(s, next, 'earning');
}

/** The same principal on the terms of today, if they take it. It earns from the day on which the term before ended. */
function again(s: State, product: Product, owner: number, principal: number, first: number) {
  const { minPrincipal, maxPrincipal, capacity } = product.rules;
  if (principal < minPrincipal || principal > maxPrincipal || principal > capacity - product.principal) return undefined;
  return begin(s, owner, product, principal, true, first);
}
