import { smaller } from '../base/exact.ts';
import type { State } from '../core/state.ts';
import { hourMs, type Loan, yearPpmHours } from './book.ts';
import { debtOf, interestOwed } from './worth.ts';

interface Payment {
  /** Nothing is owed after it. */
  all: boolean;
  interest: bigint;
  repaid: bigint;
  /** Interest that stays owed, in units × parts per million × hours. */
  carried: bigint;
}

/** Divides a payment: whole units of interest first. Only the last one pays the part of a unit that is left, as a unit. */
export function divide(loan: Loan, paid: bigint, time: number): Payment {
  const owed = interestOwed(loan, time);
  const debt = debtOf(loan, time);
  const all = paid === debt;
  const interest = all ? debt - BigInt(loan.principal) : smaller(paid, owed / yearPpmHours);
  return { all, interest, repaid: paid - interest, carried: all ? 0n : owed - interest * yearPpmHours };
}

/** Books a payment. `over`: what it left is not owed either. */
export function payOff(s: State, loan: Loan, { interest, repaid, carried }: Payment, over: boolean): void {
  const paid = over ? loan.principal : Number(repaid);
  s.loans.products.get(loan.product)!.lent -= paid;
  loan.principal -= paid;
  loan.carried = over ? 0n : carried;
  loan.since = Math.floor(s.time / hourMs) + 1;
  loan.interestPaid += Number(interest);
}
