import { decimalSign, readDecimal, unreadText } from '@bourse/money';

/** Whether a field's text is an amount above zero. */
export const isAmount = (entry: string): boolean =>
  unreadText(entry) === undefined && readDecimal(entry) !== undefined && decimalSign(entry) > 0;
