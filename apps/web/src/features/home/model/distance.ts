import { decimalDivide, decimalMultiply, decimalSign, decimalSubtract } from '@bourse/money';

/** The distance from one price to another in percent of the first: −4.6 is down. */
export const distanceTo = (target: string, price: string): string =>
  decimalSign(price) > 0 ? decimalDivide(decimalMultiply(decimalSubtract(target, price), '100'), price, 4) : '0';
