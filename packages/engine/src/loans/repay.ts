import { flows } from '@bourse/protocol/flows';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { loanResult, refuse } from '../outcomes.ts';
import { checkPriced } from '../swaps/price.ts';
import type { Loan } from './book.ts';
import { type ChangeCollateral, loans, type RepayLoan } from './declare.ts';
import { lookAt } from './look.ts';
import { checkCovers, coinOf, freezeCollateral, houseCoin, marketOf, pay, releaseCollateral } from './money.ts';
import { divide, payOff } from './pay-off.ts';
import { endLoan, tellLoan } from './tell.ts';
import { debtOf, hoursOf, unitsNeeded } from './worth.ts';

function find(s: State, owner: number, id: number) {
  const loan = s.loans.get(id);
  if (loan?.owner !== owner) return refuse('loanUnknown');
  return loan.openedAt === 0 ? refuse('loanState') : { ok: true as const, loan };
}

export function repayLoan(s: State, owner: number, { loan: id, amount }: RepayLoan) {
  const found = find(s, owner, id);
  if (!found.ok) return found;
  const { loan } = found;
  const { quote } = marketOf(s, loan);
  const debt = Number(debtOf(loan, s.time));
  const paid = Math.min(amount, debt);
  const refusal = checkCovers(s, owner, quote, paid);
  if (refusal !== undefined) return refusal;
  const payment = divide(loan, BigInt(paid), s.time);
  const [interest, repaid] = [Number(payment.interest), Number(payment.repaid)];
  const { principal, carried, yearlyPpm } = loan;
  s.log.tell(loans.events.loanRepayment, {
    ...{ loan: id, account: s.accounts.id(owner), asset: quote.asset, principal, carried, yearlyPpm, hours: hoursOf(loan, s.time) },
    ...{ most: amount, interest, repaid },
  });
  const own = coinOf(s, owner, quote);
  const pool = houseCoin(s, House.loanPool, quote);
  pay(s, own, pool, interest, flows.loanInterest.code, id);
  pay(s, own, pool, repaid, flows.loanRepay.code, id);
  payOff(s, loan, payment, payment.all);
  if (payment.all) endLoan(s, loan, 'repaid');
  else changed(s, loan);
  return loanResult(id, paid);
}

export function changeCollateral(s: State, owner: number, { loan: id, add, amount }: ChangeCollateral) {
  const found = find(s, owner, id);
  if (!found.ok) return found;
  const { loan } = found;
  const refusal = add ? checkCovers(s, owner, marketOf(s, loan).base, amount) : checkTakeBack(s, loan, amount);
  if (refusal !== undefined) return refusal;
  // What was sold is counted too, and collateral may be added again after each sale.
  if (add && !Number.isSafeInteger(loan.sold + loan.collateral + amount)) return refuse('amountInvalid');
  if (add) freezeCollateral(s, owner, marketOf(s, loan).base, amount, id);
  else releaseCollateral(s, loan, amount);
  loan.collateral += add ? amount : -amount;
  changed(s, loan);
  return loanResult(id, 0);
}

function checkTakeBack(s: State, loan: Loan, amount: number) {
  const ins = marketOf(s, loan);
  const unpriced = checkPriced(s, ins);
  if (unpriced !== undefined) return unpriced;
  const free = BigInt(loan.collateral) - unitsNeeded(debtOf(loan, s.time), loan.openPpm, ins);
  if (BigInt(amount) <= free) return undefined;
  return refuse('collateralNeeded', { max: `${amountWords(ins.base, free > 0n ? free : 0n)} ${ins.base.code}` });
}

/** The customer's own change is told first, then whatever follows from it. */
function changed(s: State, loan: Loan): void {
  tellLoan(s, loan);
  lookAt(s, loan);
}
