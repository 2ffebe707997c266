import { flows } from '@bourse/protocol/flows';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { type Holding, type Product, termReserve, yearPpmDays } from './book.ts';
import { earn } from './declare.ts';
import { payInterest, setAside, wealthOf } from './reserve.ts';
import { begin } from './subscribe.ts';
import { tellHolding } from './tell.ts';
import { beginSomeDays } from './today.ts';

/** 00:00 UTC of a flexible product. */
export function earnDayBegins(s: State, id: number): void {
  const product = s.earn.products.get(id);
  if (product === undefined) return;
  beginSomeDays(s, product);
  s.timers.set(earn.timers.earnDayBegins.number, id, (product.day + 1) * dayMs);
}

export function earnMatures(s: State, id: number): void {
  const holding = s.earn.get(id);
  if (holding !== undefined) mature(s, holding, holding.renew && mayRenew(s, holding));
}

/** An account that may open nothing starts no term again. */
const mayRenew = (s: State, { owner }: Holding): boolean =>
  s.limits.corrections < 2 || s.standing.modeOf(s.accounts.id(owner)) === 'normal';

/** A fixed term is over: its interest is paid, and it starts again or its principal is free. Answers with the interest. */
export function mature(s: State, holding: Holding, renew: boolean): number {
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
  const next = renew ? again(s, product, owner, principal, firstDay + days) : undefined;
  if (next === undefined) s.ledger.release(wealthOf(s, owner, asset), principal, flows.fundRedeem.code, 0, 0);
  tellHolding(s, { ...holding, principal: 0 }, 'matured', { renewedBy: next?.id ?? 0 });
  if (next !== undefined) tellHolding(s, next, 'earning');
  return interest;
}

/** The same principal on the terms of today, if they take it. It earns from the day on which the term before ended. */
function again(s: State, product: Product, owner: number, principal: number, first: number) {
  const { minPrincipal, maxPrincipal, capacity } = product.rules;
  if (principal < minPrincipal || principal > maxPrincipal || principal > capacity - product.principal) return undefined;
  return begin(s, owner, product, principal, true, first);
}
