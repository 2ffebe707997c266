import type { Instrument } from '../catalogue/instruments.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { checkPriced } from '../swaps/price.ts';
import { hourMs, type Loan } from './book.ts';
import { loans } from './declare.ts';
import { marketOf } from './money.ts';
import { sellCollateral } from './sell.ts';
import { tellLoan } from './tell.ts';
import { debtOf, fallsTo, ltvOf, quoteValue, risesTo } from './worth.ts';

/** Looking at a loan, whose figures are large, takes as long as checking so many margins. */
const checksOfLook = 20;

/** A loan whose level has come while there is no fresh price, or the desk cannot pay, is looked at again after this time: soon enough to see every fresh price. */
const againMs = 2_000;

/** A warned loan has recovered when its debt is at most halfway between the level of opening and that of the warning. */
export const clearPpm = ({ openPpm, callPpm }: Pick<Loan, 'openPpm' | 'callPpm'>): number => Math.floor((openPpm + callPpm) / 2);

/** Looks at every loan whose price has come. What the command's limits leave over continues with the next command. */
export function checkLoans(s: State, ins: Instrument): void {
  const watch = s.loans.watches.get(ins.id);
  if (watch === undefined) return;
  while (watch.isReached(ins.reference)) {
    if (s.marginChecks >= s.limits.marginChecksPerCommand || s.liquidationSteps >= s.limits.liquidationStepsPerCommand) {
      s.loansDue.add(ins.id);
      return;
    }
    s.marginChecks += checksOfLook;
    lookAt(s, s.loans.get(watch.take(ins.reference))!);
  }
  s.loansDue.delete(ins.id);
}

export function continueLoans(s: State): void {
  for (const instrument of s.loansDue.sorted()) checkLoans(s, s.instruments.get(instrument)!);
}

/** Its debt has grown since, or there was no price. */
export function loanLook(s: State, id: number): void {
  const loan = s.loans.get(id);
  if (loan !== undefined) lookAt(s, loan);
}

/** Warns the customer, ends a warning or sells collateral, by the price and the debt of this moment; then says when to look next. */
export function lookAt(s: State, loan: Loan): void {
  const ins = marketOf(s, loan);
  if (checkPriced(s, ins) === undefined) {
    if (ltv(s, ins, loan) >= loan.sellPpm) {
      s.liquidationSteps += 1;
      if (sellCollateral(s, ins, loan)) return;
    }
    warn(s, ins, loan);
  }
  watchLoan(s, loan);
}

const ltv = (s: State, ins: Instrument, loan: Loan): number =>
  Number(ltvOf(debtOf(loan, s.time), quoteValue(loan.collateral, ins.reference, ins)));

function warn(s: State, ins: Instrument, loan: Loan): void {
  const now = ltv(s, ins, loan);
  if (loan.called ? now > clearPpm(loan) : now < loan.callPpm) return;
  loan.called = !loan.called;
  if (loan.called) {
    const { id, owner, sellPpm } = loan;
    const facts = { loan: id, account: s.accounts.id(owner), instrument: ins.id, ltvPpm: now, sellPpm, ticks: ins.reference };
    s.log.tell(loans.events.loanCall, facts);
  }
  tellLoan(s, loan);
}

/**
 * Sets the prices and the time at which the loan is looked at next. Debts grow at each full hour. Usually the price at which tomorrow's debt would reach the level
 * is watched, and the loan is looked at again in a day; where that price is there already, the price for the debt of this hour, until the next one.
 */
export function watchLoan(s: State, loan: Loan): void {
  const ins = marketOf(s, loan);
  const { reference } = ins;
  const level = loan.called ? loan.sellPpm : loan.callPpm;
  const tomorrow = fallsTo(debtOf(loan, s.time + dayMs + hourMs), level, loan.collateral, ins);
  const debt = debtOf(loan, s.time);
  let due = s.time + dayMs;
  if (tomorrow < reference) loan.watchTicks = tomorrow;
  else {
    const now = fallsTo(debt, level, loan.collateral, ins);
    loan.watchTicks = Math.min(now, reference - 1);
    due = now >= reference ? s.time + againMs : (Math.floor(s.time / hourMs) + 1) * hourMs;
  }
  const clear = loan.called ? risesTo(debt, clearPpm(loan), loan.collateral, ins) : 0;
  loan.clearTicks = loan.called ? Math.max(reference + 1, clear) : 0;
  // It has recovered, by a price that is not fresh.
  if (loan.called && clear <= reference) due = s.time + againMs;
  s.loans.watchOf(ins.id).set(loan);
  s.timers.set(loans.timers.loanLook.number, loan.id, due);
}
