import type { LoanPreview, LoanProductView, LoanView } from '../api.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { Loan } from './book.ts';
import { marketOf, poolUnits } from './money.ts';
import { loanFacts } from './tell.ts';
import { debtOf, fallsTo, ltvOf, mostLoan, quoteValue, unitsNeeded } from './worth.ts';

/** In the order of their numbers. */
export const loanProductViews = (s: State): LoanProductView[] =>
  [...s.loans.products.values()]
    .sort((a, b) => a.rules.product - b.rules.product)
    .map(({ rules, version, lent }) => {
      const left = Math.max(0, Math.min(rules.capacity - lent, poolUnits(s, marketOf(s, rules).quote)));
      return { rules, version, lent, left };
    });

/** An account's loans that are not over, by id. */
export const loanViews = (s: State, owner: number): LoanView[] => s.loans.of(owner).map((loan) => loanView(s, loan));

export function loanViewOf(s: State, id: number): LoanView | undefined {
  const loan = s.loans.get(id);
  return loan && loanView(s, loan);
}

/** Those that wait for a decision, oldest first. */
export const waitingLoanViews = (s: State): LoanView[] => s.loans.all().flatMap((loan) => (loan.openedAt === 0 ? loanView(s, loan) : []));

function loanView(s: State, loan: Loan): LoanView {
  const ins = marketOf(s, loan);
  const debt = debtOf(loan, s.time);
  const needed = loan.openedAt === 0 || ins.reference === 0 ? BigInt(loan.collateral) : unitsNeeded(debt, loan.openPpm, ins);
  const free = BigInt(loan.collateral) - needed;
  return {
    ...loanFacts(s, loan),
    debt: Number(debt),
    ...figuresAt(ins, loan, debt, loan.collateral),
    free: free > 0n ? Number(free) : 0,
  };
}

/** What a loan of `amount` against `collateral` comes to in its first hour, and the most that could be borrowed. */
export function previewLoan(s: State, product: number, collateral: number, amount: number): LoanPreview | undefined {
  const rules = s.loans.products.get(product)?.rules;
  if (rules === undefined) return undefined;
  const ins = marketOf(s, rules);
  const hour = Math.floor(s.time / 3_600_000);
  const debt = debtOf({ principal: amount, carried: 0n, yearlyPpm: rules.yearlyPpm, since: hour }, s.time);
  return { debt: Number(debt), ...figuresAt(ins, rules, debt, collateral), most: Number(mostLoan(collateral, ins, rules)) };
}

function figuresAt(ins: Instrument, terms: Pick<Loan, 'callPpm' | 'sellPpm'>, debt: bigint, collateral: number) {
  const value = quoteValue(collateral, ins.reference, ins);
  return {
    value: Number(value),
    ltvPpm: Number(ltvOf(debt, value)),
    ticks: ins.reference,
    callTicks: fallsTo(debt, terms.callPpm, collateral, ins),
    sellTicks: fallsTo(debt, terms.sellPpm, collateral, ins),
  };
}
