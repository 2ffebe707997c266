import { decimalRound, decimalSign } from './display-decimal.ts';

/** An amount in an account view: rounded to the accuracy of its currency (product specification, section 5). */
export const roundMoney = (text: string, accuracy = 2): string => decimalRound(text, accuracy, 'half');
/** What somebody owns, in an account view: as `roundMoney`, but the smallest positive amount shows as 0.01, not as nothing. */
export const roundHolding = (text: string, accuracy = 2): string =>
  decimalRound(text, accuracy, decimalSign(text) > 0 && decimalSign(roundMoney(text, accuracy)) === 0 ? 'ceil' : 'half');
