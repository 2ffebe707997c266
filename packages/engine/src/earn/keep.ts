import { House } from '../core/accounts.ts';
import { must } from '../core/ledger.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { count, flag, id, list, serial, struct, units } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { flexibleReserve, owedTo, termReserve } from './book.ts';
import { earn } from './declare.ts';
import { wealthOf } from './reserve.ts';

const fields = {
  next: count(),
  /** By number. */
  products: list(
    struct({
      ...earn.commands.defineEarn.fields,
      ...{ version: count(), principal: count(), reserved: count() },
      ...{ day: count(), todayPpm: count(), nextPpm: count(), index: count(), earning: count(), fresh: count(), owed: units() },
    }),
  ),
  /** By id. */
  holdings: list(
    struct({
      ...{ id: serial(), account: id(), product: id(), asset: id(), version: count() },
      ...{ days: count(), yearlyPpm: count(), earlyPpm: count(), deposited: count(), openedAt: count(), firstDay: count() },
      ...{ principal: count(), renew: flag(), paid: count(), carried: units(), index: count() },
    }),
  ),
};

/** A venue that never offered anything keeps nothing, like the releases before. */
export const earnSection = laterSection(31, 'earn', fields, {
  save(s) {
    if (s.earn.products.size === 0) return undefined;
    return {
      next: s.earn.nextHolding,
      products: [...s.earn.products.values()]
        .map(({ rules: { kind: _, ...rules }, ...rest }) => ({ ...rules, ...rest }))
        .sort((a, b) => a.product - b.product),
      holdings: s.earn.all().map(({ owner, ...rest }) => ({ ...rest, account: s.accounts.id(owner) })),
    };
  },
  load(s, { next, products, holdings }) {
    s.earn.nextHolding = next;
    for (const { version, principal, reserved, day, todayPpm, nextPpm, index, earning, fresh, owed, ...rules } of products)
      s.earn.products.set(rules.product, {
        ...{ rules: { kind: 'defineEarn', ...rules }, version, principal, reserved },
        ...{ day, todayPpm, nextPpm, index, earning, fresh, owed },
      });
    for (const { account, ...holding } of holdings) s.earn.add({ ...holding, owner: s.accounts.slot(account) });
  },
});

/** Principal and interest are frozen to the unit, and what is set aside covers all that is owed. Adds to `reserved` by balance. */
export function checkEarnings(s: State, reserved: Map<number, bigint>): void {
  const add = (slot: number, units: number) => reserved.set(slot, (reserved.get(slot) ?? 0n) + BigInt(units));
  const sums = new Map([...s.earn.products.keys()].map((product) => [product, { principal: 0, terms: 0, earning: 0, fresh: 0, owed: 0n }]));
  for (const holding of s.earn.all()) {
    const sum = sums.get(holding.product)!;
    const product = s.earn.products.get(holding.product)!;
    add(wealthOf(s, holding.owner, holding.asset), holding.principal);
    sum.principal += holding.principal;
    if (holding.days > 0) {
      sum.terms += termReserve(holding);
      const due = s.timers.due(earn.timers.earnMatures.number, holding.id);
      must(due === (holding.firstDay + holding.days) * dayMs, 'termHasItsDeadline', `holding ${holding.id}`);
      continue;
    }
    if (holding.firstDay > product.day) sum.fresh += holding.principal;
    else sum.earning += holding.principal;
    sum.owed += owedTo(holding, product);
  }
  for (const [id, { rules, principal, reserved: set, earning, fresh, owed }] of s.earn.products) {
    const sum = sums.get(id)!;
    must(sum.principal === principal, 'principalAddsUp', `product ${id}: ${sum.principal}, ${principal}`);
    must(sum.earning === earning && sum.fresh === fresh, 'earningPrincipalAddsUp', `product ${id}`);
    must(sum.owed === owed, 'owedInterestAddsUp', `product ${id}: ${sum.owed}, ${owed}`);
    const wanted = rules.days === 0 ? flexibleReserve(s.earn.products.get(id)!) : sum.terms;
    must(set === wanted, 'interestIsSetAside', `product ${id}: ${set}, ${wanted}`);
    add(wealthOf(s, s.accounts.slot(House.yield), rules.asset), set);
  }
}
