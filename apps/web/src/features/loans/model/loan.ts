import {
  decimalCompare,
  decimalOrZero,
  decimalSign,
  decimalSubtract,
  divCeil,
  divFloor,
  formatUnits,
  truncateDecimals,
  unitsOf,
} from '@bourse/money';
import type { Loan, LoanProduct } from '@bourse/protocol';
import { isAmount } from '../../deals/amounts.ts';

export const coinWallet = 1;
const million = 1_000_000n;
const yearPpmHours = 8_760n * million;
const whole = 100n;

/** Decimals of the collateral and of what is lent. */
export type Scales = { base: number; quote: number };
export type Terms = Pick<Loan, 'openLevel' | 'callLevel' | 'sellLevel' | 'saleFee'>;
/** What is pledged and what is owed. */
export type Pledge = { collateral: string; debt: string; called?: boolean | undefined };

/** Percent as parts per million. */
const ppmOf = (percent: string): bigint => unitsOf(truncateDecimals(percent, 4), 4);
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
const units = (amount: string, scale: number): bigint => unitsOf(truncateDecimals(amount, scale), scale);

/** The value of a minor unit of collateral is `up` ÷ `down` minor units of what is lent. */
function worthOf(price: string, { base, quote }: Scales) {
  const { units: figure, scale } = decimalOrZero(price);
  return { up: figure * 10n ** BigInt(quote), down: 10n ** BigInt(base + scale) };
}

/** Of the collateral at a price, rounded down. */
export function worthAt(collateral: string, price: string, scales: Scales): string {
  const { up, down } = worthOf(price, scales);
  return formatUnits(divFloor(units(collateral, scales.base) * up, down), scales.quote);
}

/** The debt in percent of the collateral's value, rounded up; undefined where the collateral is worth nothing. */
export function shareOf({ collateral, debt }: Pledge, price: string, scales: Scales): string | undefined {
  const value = units(worthAt(collateral, price, scales), scales.quote);
  return value === 0n ? undefined : formatUnits(divCeil(units(debt, scales.quote) * million, value), 4);
}

/** A warned loan has recovered when its debt is at most halfway between the level of opening and that of the warning. */
const clearPpm = ({ openLevel, callLevel }: Terms): bigint => divFloor(ppmOf(openLevel) + ppmOf(callLevel), 2n);

export type Fate =
  | { kind: 'nothing'; share: string }
  | { kind: 'warned'; share: string }
  /** A part is sold and the loan goes on, or all that is owed is paid. */
  | { kind: 'sold'; share: string | undefined; sold: string; proceeds: string; collateralLeft: string; debtLeft: string }
  /** All collateral is sold. `returned` is left over; `missing` is what the customer does not owe any more. */
  | { kind: 'soldOff'; share: string | undefined; sold: string; proceeds: string; returned: string; missing: string };

/** What the exchange would do with a loan at a price: as it computes it, but with the debt of this hour and a desk that can pay for everything. */
export function fateOf(pledge: Pledge, terms: Terms, price: string, scales: Scales): Fate {
  const { base, quote } = scales;
  const collateral = units(pledge.collateral, base);
  const debt = units(pledge.debt, quote);
  const { up, down } = worthOf(price, scales);
  const value = divFloor(collateral * up, down);
  const ppm = value === 0n ? undefined : divCeil(debt * million, value);
  const share = ppm === undefined ? undefined : formatUnits(ppm, 4);
  if (share !== undefined && ppm !== undefined && ppm < ppmOf(terms.sellLevel)) {
    const warned = ppm >= ppmOf(terms.callLevel) || (pledge.called === true && ppm > clearPpm(terms));
    return { kind: warned ? 'warned' : 'nothing', share };
  }
  const [open, feePpm] = [ppmOf(terms.openLevel), ppmOf(terms.saleFee)];
  const wanted = divCeil(debt * million - open * value, million - open - feePpm);
  const sold = up === 0n ? collateral : lesser(divCeil(wanted * down, up), collateral);
  const proceeds = divFloor(sold * up, down);
  const fullFee = divCeil(proceeds * feePpm, million);
  const all = sold === collateral;
  const fee = all ? lesser(fullFee, proceeds - lesser(proceeds, debt)) : fullFee;
  const paid = lesser(debt, proceeds - fee);
  const came = { share, sold: formatUnits(sold, base), proceeds: formatUnits(proceeds, quote) };
  return all
    ? { kind: 'soldOff', ...came, returned: formatUnits(proceeds - fee - paid, quote), missing: formatUnits(debt - paid, quote) }
    : { kind: 'sold', ...came, collateralLeft: formatUnits(collateral - sold, base), debtLeft: formatUnits(debt - paid, quote) };
}

/** A price after a fall by so many percent, rounded down to the price's own decimals. */
export function fallenTo(price: string, percent: number): string {
  const { units: figure, scale } = decimalOrZero(price);
  return formatUnits(divFloor(figure * (whole - BigInt(percent)), whole), scale);
}

/** How far the slider goes: past the price of a sale, in steps of five percent. */
export function deepestFall(price: string, sellPrice: string): number {
  const now = decimalOrZero(price);
  const sell = decimalOrZero(sellPrice);
  if (now.units <= 0n) return 40;
  const scale = 10n ** BigInt(Math.max(now.scale, sell.scale));
  const [high, low] = [now.units * (scale / 10n ** BigInt(now.scale)), sell.units * (scale / 10n ** BigInt(sell.scale))];
  const toSale = high > low ? Number(divCeil((high - low) * whole, high)) : 0;
  return Math.min(95, Math.max(40, Math.ceil((toSale + 20) / 5) * 5));
}

/** Interest of so many hours, rounded up. */
export const interestOf = (principal: string, rate: string, hours: number, scale: number): string =>
  formatUnits(divCeil(units(principal, scale) * ppmOf(rate) * BigInt(hours), yearPpmHours), scale);

/** The least collateral against which an amount can be borrowed at a price, with the interest of the first hour. */
export function neededFor(amount: string, price: string, { rate, openLevel }: LoanProduct, scales: Scales): string {
  const { up, down } = worthOf(price, scales);
  if (up === 0n) return formatUnits(0n, scales.base);
  const debt = divCeil(units(amount, scales.quote) * (yearPpmHours + ppmOf(rate)), yearPpmHours);
  return formatUnits(divCeil(divCeil(debt * million, ppmOf(openLevel)) * down, up), scales.base);
}

/** What ends a warning: so much is repaid, or so much collateral is added. Undefined where there is no warning to end. */
export function recoveryOf({ collateral, debt }: Pledge, terms: Terms, price: string, scales: Scales) {
  const { up, down } = worthOf(price, scales);
  if (up === 0n) return undefined;
  const owed = units(debt, scales.quote);
  const held = units(collateral, scales.base);
  const level = clearPpm(terms);
  const bearable = divFloor(level * divFloor(held * up, down), million);
  if (owed <= bearable) return undefined;
  const needed = divCeil(divCeil(owed * million, level) * down, up);
  return { repay: formatUnits(owed - bearable, scales.quote), add: formatUnits(needed - held, scales.base) };
}

/**
 * Leaves room for the price to move before the loan is sent: a loan of all that is possible would be refused with the next tick down. Rounded down to hundredths,
 * as people type.
 */
export const withRoom = (most: string, scale: number): string =>
  truncateDecimals(formatUnits(divFloor(units(most, scale) * 995n, 1_000n), scale), 2);

const least = (...amounts: readonly string[]): string => amounts.reduce((a, b) => (decimalCompare(a, b) <= 0 ? a : b));
/** The most that anybody may borrow of a product now. */
export const largestOf = ({ max, left }: LoanProduct): string => least(max, left);
export const isOpen = ({ min, left }: LoanProduct): boolean => decimalCompare(left, min) >= 0;

/** `free` is unknown for a visitor and until the balances have arrived. */
export function collateralProblem(amount: string, scale: number, free: string | undefined): 'amountProblem' | 'tooMuch' | undefined {
  if (!isAmount(amount, scale)) return 'amountProblem';
  return free !== undefined && decimalCompare(amount, free) > 0 ? 'tooMuch' : undefined;
}

/** `most` can be borrowed against the collateral; it is unknown until there is collateral and a price. */
export function amountProblem(
  product: LoanProduct,
  amount: string,
  scale: number,
  most: string | undefined,
): 'amountProblem' | 'tooSmall' | 'tooLarge' | 'poolShort' | 'overCollateral' | undefined {
  if (!isAmount(amount, scale)) return 'amountProblem';
  if (decimalCompare(amount, product.min) < 0) return 'tooSmall';
  if (decimalCompare(amount, product.max) > 0) return 'tooLarge';
  if (decimalCompare(amount, product.left) > 0) return 'poolShort';
  return most !== undefined && decimalCompare(amount, most) > 0 ? 'overCollateral' : undefined;
}

/** Whether a change would still be possible: repaying leaves something owed, or settles everything. */
export function afterRepaying(debt: string, amount: string): { all: boolean; left: string } {
  const left = decimalSubtract(debt, amount);
  return decimalSign(left) > 0 ? { all: false, left } : { all: true, left: '0' };
}
