import { type AmountFormat, formatAmount } from './display.ts';
import { decimalRound } from './display-decimal.ts';

/** An amount in an account view: rounded to the accuracy of its currency (product specification, section 5). */
export const roundMoney = (text: string, accuracy = 2): string => decimalRound(text, accuracy);
/** What somebody owns, in an account view: as `roundMoney`, but the smallest positive amount shows as 0.01, not as nothing. */
export const roundHolding = (text: string, accuracy = 2): string => decimalRound(text, accuracy, 'holding');
/** An amount for people: in fewer decimals than it has, a result (a figure with its sign) rounds as `roundMoney`, any other as `roundHolding`. */
export const formatMoney = (text: string, format: AmountFormat = {}): string =>
  formatAmount(text, { rounding: format.sign === 'always' ? 'half' : 'holding', ...format });
