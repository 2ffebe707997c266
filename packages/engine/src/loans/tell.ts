import type { State } from '../core/state.ts';
import type { Loan } from './book.ts';
import { type LoanEvent, loans } from './declare.ts';
import { marketOf, releaseCollateral } from './money.ts';

export function loanFacts(s: State, loan: Loan) {
  const { owner, id, carried: _, since: __, watchTicks: ___, clearTicks: ____, ...rest } = loan;
  const { base, quote } = marketOf(s, loan);
  return { ...rest, loan: id, account: s.accounts.id(owner), collateralAsset: base.asset, asset: quote.asset };
}

export const tellLoan = (s: State, loan: Loan, loanState: LoanEvent['loanState'] = loan.openedAt === 0 ? 'waiting' : 'open'): void =>
  s.log.tell(loans.events.loan, { ...loanFacts(s, loan), loanState });

/** The loan is over: what is left of its collateral is free, its last state is told, and nothing is kept of it. */
export function endLoan(s: State, loan: Loan, loanState: LoanEvent['loanState']): void {
  releaseCollateral(s, loan, loan.collateral);
  loan.collateral = 0;
  s.timers.clear(loans.timers.loanLook.number, loan.id);
  s.timers.clear(loans.timers.loanLapses.number, loan.id);
  s.loans.remove(loan);
  loan.called = false;
  tellLoan(s, loan, loanState);
}
