import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { count, flag, id, list, serial, struct, units } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { loans } from './declare.ts';
import { coinOf, marketOf } from './money.ts';

const fields = {
  next: count(),
  /** By number. */
  products: list(struct({ ...loans.commands.defineLoan.fields, version: count(), lent: count() })),
  /** By id. */
  loans: list(
    struct({
      ...{ id: serial(), account: id(), product: id(), version: count(), instrument: id() },
      ...{ yearlyPpm: count(), openPpm: count(), callPpm: count(), sellPpm: count(), saleFeePpm: count() },
      ...{ lent: count(), askedAt: count(), openedAt: count(), collateral: count(), principal: count(), carried: units(), since: count() },
      ...{ interestPaid: count(), sold: count(), called: flag(), watchTicks: count(), clearTicks: count() },
    }),
  ),
};

/** A venue that never lent anything keeps nothing, like the releases before. */
export const loansSection = laterSection(34, 'loans', fields, {
  save({ loans: book, accounts }) {
    if (book.products.size === 0) return undefined;
    return {
      next: book.nextLoan,
      products: [...book.products.values()]
        .map(({ rules: { kind: _, ...rules }, ...rest }) => ({ ...rules, ...rest }))
        .sort((a, b) => a.product - b.product),
      loans: book.all().map(({ owner, ...rest }) => ({ ...rest, account: accounts.id(owner) })),
    };
  },
  load(s, { next, products, loans: kept }) {
    s.loans.nextLoan = next;
    for (const { version, lent, ...rules } of products)
      s.loans.products.set(rules.product, { rules: { kind: 'defineLoan', ...rules }, version, lent });
    for (const { account, ...rest } of kept) {
      const loan = { ...rest, owner: s.accounts.slot(account) };
      s.loans.add(loan);
      if (loan.openedAt > 0) s.loans.watchOf(loan.instrument).set(loan);
    }
    for (const [instrument, watch] of s.loans.watches)
      if (watch.isReached(s.instruments.get(instrument)!.reference)) s.loansDue.add(instrument);
  },
});

/** Collateral is frozen to the unit, what was lent adds up, and every open loan will be looked at. Adds to `reserved` by balance. */
export function checkLoanBook(s: State, reserved: Map<number, bigint>): void {
  const lent = new Map<number, number>();
  for (const loan of s.loans.all()) {
    const { id: number, owner, product, collateral, principal, openedAt } = loan;
    const slot = coinOf(s, owner, marketOf(s, loan).base);
    reserved.set(slot, (reserved.get(slot) ?? 0n) + BigInt(collateral));
    lent.set(product, (lent.get(product) ?? 0) + principal);
    must(collateral > 0, 'loansHaveCollateral', `loan ${number}`);
    const { loanLook, loanLapses } = loans.timers;
    must((s.timers.due(loanLook.number, number) !== undefined) === openedAt > 0, 'openLoansAreLookedAt', `loan ${number}`);
    must((s.timers.due(loanLapses.number, number) !== undefined) === (openedAt === 0), 'waitingLoansLapse', `loan ${number}`);
    if (openedAt === 0) must(principal === 0 && loan.watchTicks === 0, 'waitingLoansOweNothing', `loan ${number}`);
    else must(s.loans.watchOf(loan.instrument).has(loan), 'openLoansAreWatched', `loan ${number}`);
  }
  for (const [product, { lent: stated }] of s.loans.products)
    must((lent.get(product) ?? 0) === stated, 'principalAddsUp', `loans of product ${product}: ${lent.get(product) ?? 0}, ${stated}`);
}
