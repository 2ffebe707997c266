import { ceilDivBig, smaller } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { hourMs, type Loan, yearPpmHours } from './book.ts';

const million = 1_000_000n;

type Owing = Pick<Loan, 'principal' | 'carried' | 'yearlyPpm' | 'since'>;

/** Hours that have begun since the last one that `carried` counts. */
export const hoursOf = ({ since }: Pick<Loan, 'since'>, time: number): number => Math.max(0, Math.floor(time / hourMs) + 1 - since);

/** In units × parts per million × hours. */
export const interestOwed = (loan: Owing, time: number): bigint =>
  loan.carried + BigInt(loan.principal) * BigInt(loan.yearlyPpm) * BigInt(hoursOf(loan, time));

/** All that would have to be paid at a time, in minor units. */
export const debtOf = (loan: Owing, time: number): bigint => BigInt(loan.principal) + ceilDivBig(interestOwed(loan, time), yearPpmHours);

type Market = Pick<Instrument, 'unit' | 'lotUnits'>;

/** In minor units of the quote, rounded down. */
export const quoteValue = (collateral: number | bigint, ticks: number, { unit, lotUnits }: Market): bigint =>
  (BigInt(collateral) * BigInt(ticks) * BigInt(unit)) / BigInt(lotUnits);

/** The debt's share of the collateral's value in parts per million, rounded up; against collateral without value it is `endless`. */
export const endless = 1_000_000_000n;
export const ltvOf = (debt: bigint, value: bigint): bigint =>
  value === 0n ? endless : smaller(endless, ceilDivBig(debt * million, value));

/** The highest price at which the debt has reached a level, 0 if there is none. */
export function fallsTo(debt: bigint, levelPpm: number, collateral: number, { unit, lotUnits }: Market): number {
  if (debt === 0n) return 0;
  const level = BigInt(levelPpm) - 1n;
  // The share, rounded up, has reached the level while level × value < debt × 1,000,000.
  const value = level === 0n ? undefined : (debt * million - 1n) / level;
  if (value === undefined) return Number.MAX_SAFE_INTEGER;
  return safe(((value + 1n) * BigInt(lotUnits) - 1n) / (BigInt(collateral) * BigInt(unit)));
}

/** The lowest price at which the debt is at most a level. */
export function risesTo(debt: bigint, levelPpm: number, collateral: number, { unit, lotUnits }: Market): number {
  const value = ceilDivBig(debt * million, BigInt(levelPpm));
  return safe(ceilDivBig(value * BigInt(lotUnits), BigInt(collateral) * BigInt(unit)));
}

const safe = (ticks: bigint): number => Number(smaller(ticks, BigInt(Number.MAX_SAFE_INTEGER)));

/**
 * Of a sale: the smallest value that brings the rest of the loan back to the level at which it could be opened, even when the fee, which is rounded up, costs a
 * unit more, and the rest, which is rounded down, is worth a unit less.
 */
export const valueToSell = (debt: bigint, value: bigint, { openPpm, saleFeePpm }: Pick<Loan, 'openPpm' | 'saleFeePpm'>): bigint => {
  const over = (debt + 1n) * million - BigInt(openPpm) * (value - 1n);
  return over <= 0n ? 0n : ceilDivBig(over, million - BigInt(openPpm) - BigInt(saleFeePpm));
};

type Priced = Market & Pick<Instrument, 'reference'>;

/** The most that may be borrowed at the reference price, so that with the interest of the first hour the debt is within the level of opening. */
export function mostLoan(collateral: number, ins: Priced, { openPpm, yearlyPpm }: Pick<Loan, 'openPpm' | 'yearlyPpm'>): bigint {
  const debt = (BigInt(openPpm) * quoteValue(collateral, ins.reference, ins)) / million;
  return (debt * yearPpmHours) / (yearPpmHours + BigInt(yearlyPpm));
}

/** The least collateral with which a debt is within the level of opening. */
export const unitsNeeded = (debt: bigint, openPpm: number, { reference, unit, lotUnits }: Priced): bigint =>
  ceilDivBig(ceilDivBig(debt * million, BigInt(openPpm)) * BigInt(lotUnits), BigInt(reference) * BigInt(unit));
