import { decimalDivide, decimalMultiply, decimalSign, decimalSubtract } from '@bourse/money';

/** How far a price has to go to reach another, in percent of where it is: −4.6 is down. */
export const distanceTo = (target: string, price: string): string =>
  decimalSign(price) > 0 ? decimalDivide(decimalMultiply(decimalSubtract(target, price), '100'), price, 4) : '0';
