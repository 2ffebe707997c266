import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { done, loanResult, refuse } from '../outcomes.ts';
import { checkPriced } from '../swaps/price.ts';
import { hourMs, type Loan, type Product } from './book.ts';
import { type Borrow, type CancelLoan, type DecideLoan, type DefineLoan, type LoanDecisionEvent, loans } from './declare.ts';
import { watchLoan } from './look.ts';
import { checkCovers, freezeCollateral, houseCoin, marketOf, pay, poolUnits } from './money.ts';
import { endLoan, tellLoan } from './tell.ts';
import { mostLoan } from './worth.ts';

/** How long a large loan waits for a decision. */
export const decisionMs = dayMs;

/** Freezes the collateral where it is and pays the loan out, or lets a large one wait. */
export function borrow(s: State, owner: number, { product: id, version, collateral, amount }: Borrow) {
  const product = s.loans.products.get(id);
  if (product === undefined) return refuse('loanProductUnknown');
  if (product.version !== version) return refuse('termsChanged');
  const { rules } = product;
  const ins = s.instruments.get(rules.instrument)!;
  const words = (units: number) => `${amountWords(ins.quote, BigInt(units))} ${ins.quote.code}`;
  if (amount < rules.minLoan) return refuse('loanTooSmall', { min: words(rules.minLoan) });
  if (amount > rules.maxLoan) return refuse('loanTooLarge', { max: words(rules.maxLoan) });
  if (s.loans.countOf(owner) >= s.limits.positionsPerAccount) return refuse('positionsTooMany', { limit: s.limits.positionsPerAccount });
  const refusal = checkCovers(s, owner, ins.base, collateral) ?? checkLoan(s, product, rules, collateral, amount);
  if (refusal !== undefined) return refusal;
  const waits = amount > rules.decideAbove;
  const { yearlyPpm, openPpm, callPpm, sellPpm, saleFeePpm } = rules;
  const loan: Loan = {
    ...{ id: s.loans.nextLoan++, owner, product: id, version, instrument: ins.id, yearlyPpm, openPpm, callPpm, sellPpm, saleFeePpm },
    ...{ lent: amount, askedAt: s.time, openedAt: 0, collateral, principal: 0, carried: 0n, since: 0, interestPaid: 0, sold: 0 },
    ...{ called: false, watchTicks: 0, clearTicks: 0 },
  };
  s.loans.add(loan);
  freezeCollateral(s, owner, ins.base, collateral, loan.id);
  if (waits) s.timers.set(loans.timers.loanLapses.number, loan.id, s.time + decisionMs);
  else payOut(s, product, loan);
  tellLoan(s, loan);
  return loanResult(loan.id, waits ? 0 : amount);
}

/** Refuses what cannot be lent at the price of this moment. */
function checkLoan(
  s: State,
  { lent, rules: { capacity } }: Product,
  terms: Pick<Loan, 'openPpm' | 'yearlyPpm'> & Pick<DefineLoan, 'instrument'>,
  collateral: number,
  amount: number,
) {
  const ins = marketOf(s, terms);
  const unpriced = checkPriced(s, ins);
  if (unpriced !== undefined) return unpriced;
  const words = (units: bigint) => `${amountWords(ins.quote, units)} ${ins.quote.code}`;
  const most = mostLoan(collateral, ins, terms);
  if (BigInt(amount) > most) return refuse('ltvTooHigh', { max: words(most) });
  const left = Math.max(0, Math.min(capacity - lent, poolUnits(s, ins.quote)));
  return amount > left ? refuse('loanPoolShort', { left: words(BigInt(left)) }) : undefined;
}

function payOut(s: State, product: Product, loan: Loan): void {
  const { quote } = marketOf(s, loan);
  loan.openedAt = s.time;
  loan.principal = loan.lent;
  loan.since = Math.floor(s.time / hourMs);
  product.lent += loan.lent;
  const own = s.ledger.obtain(loan.owner, Wallet.coin, quote.index, quote.asset);
  pay(s, houseCoin(s, House.loanPool, quote), own, loan.lent, flows.loanPayout.code, loan.id);
  watchLoan(s, loan);
}

/** The decision checks the price, the pool and the figures anew. */
export function decideLoan(s: State, { loan: id, account, instrument, amount, accept, reason }: DecideLoan) {
  const loan = s.loans.get(id);
  if (loan === undefined) return refuse('loanUnknown');
  if (loan.openedAt !== 0) return refuse('loanState');
  const same = s.accounts.id(loan.owner) === account && loan.instrument === instrument && loan.lent === amount;
  if (!same) return refuse('loanDiffers');
  if (accept && s.standing.modeOf(account) !== 'normal') return refuse('accountRestricted');
  const product = s.loans.products.get(loan.product)!;
  const refusal = accept ? checkLoan(s, product, loan, loan.collateral, loan.lent) : undefined;
  if (refusal !== undefined) return refusal;
  tellDecision(s, loan, accept ? 'accepted' : 'declined', reason);
  if (!accept) endLoan(s, loan, 'declined');
  else {
    s.timers.clear(loans.timers.loanLapses.number, id);
    payOut(s, product, loan);
    tellLoan(s, loan);
  }
  return done;
}

function tellDecision(s: State, loan: Loan, decision: LoanDecisionEvent['decision'], reason: string): void {
  const { quote } = marketOf(s, loan);
  s.log.tell(loans.events.loanDecision, {
    loan: loan.id,
    account: s.accounts.id(loan.owner),
    asset: quote.asset,
    amount: loan.lent,
    decision,
    reason,
  });
}

export function loanLapses(s: State, id: number): void {
  const loan = s.loans.get(id);
  if (loan?.openedAt !== 0) return;
  tellDecision(s, loan, 'lapsed', '');
  endLoan(s, loan, 'lapsed');
}

export function cancelLoan(s: State, owner: number, { loan: id }: CancelLoan) {
  const loan = s.loans.get(id);
  if (loan?.owner !== owner) return refuse('loanUnknown');
  if (loan.openedAt !== 0) return refuse('loanState');
  endLoan(s, loan, 'cancelled');
  return loanResult(id, 0);
}
