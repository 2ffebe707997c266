import { BankFileProblem } from './problem.ts';

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const exponents: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
]);
const known = new Set(Intl.supportedValuesOf('currency'));

/** Whether ISO 4217 has it. */
export const isCurrency = (code: string): boolean => known.has(code);

export function exponentOf(currency: string): number {
  if (!isCurrency(currency)) throw new BankFileProblem('currencyUnknown', `${currency.slice(0, 10)} is no currency of ISO 4217.`);
  return exponents[currency] ?? 2;
}

/** Minor units of a decimal with this separator. More decimals than the currency has are refused unless they are zeros: nothing is rounded. */
export function minorUnits(text: string, currency: string, separator: '.' | ','): bigint {
  const exponent = exponentOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,18})(?:[.,](\d{0,5}))?$/.exec(text) ?? [];
  const other = separator === '.' ? ',' : '.';
  if (whole === undefined || text.includes(other) || !/^0*$/.test(fraction.slice(exponent)))
    throw new BankFileProblem('amountInvalid', `"${text.slice(0, 30)}" is no amount in ${currency}.`);
  return BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
}

/** The decimal that `minorUnits` reads, without a sign. */
export function decimalText(units: bigint, currency: string, separator: '.' | ','): string {
  const exponent = exponentOf(currency);
  const digits = (units < 0n ? -units : units).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return separator === ',' ? `${digits},` : digits;
  return `${digits.slice(0, -exponent)}${separator}${digits.slice(-exponent)}`;
}

/** YYYY-MM-DD of a day that exists. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const time = new Date(`${text}T00:00:00Z`);
  if (year === undefined || Number.isNaN(time.getTime()) || time.getUTCMonth() + 1 !== Number(month) || time.getUTCDate() !== Number(day))
    throw new BankFileProblem('dateInvalid', `"${text.slice(0, 20)}" is no day.`);
  return text;
}
