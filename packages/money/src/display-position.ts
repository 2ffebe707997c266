import { decimalDivide, decimalMultiply, decimalSign, decimalSubtract, readDecimal } from './display-decimal.ts';

export type PositionInputs = {
  marketPrice: string;
  openPrice: string;
  isLong: boolean;
  leverage?: string | undefined;
  lotSize?: string | undefined;
  margin?: string | undefined;
};

const positive = (text: string): boolean => decimalSign(text) > 0;

/** (market − open) × leverage ÷ (open × lot size) in percent, two decimals, reversed for a short; 0 unless open, lot size and leverage are positive. */
export function profitPercentage({ marketPrice, openPrice, isLong, leverage = '1', lotSize = '1' }: PositionInputs): string {
  if (!positive(openPrice) || !positive(lotSize) || !positive(leverage) || !readDecimal(marketPrice)) return '0';
  const move = isLong ? decimalSubtract(marketPrice, openPrice) : decimalSubtract(openPrice, marketPrice);
  return decimalDivide(decimalMultiply(decimalMultiply(move, leverage), '100'), decimalMultiply(openPrice, lotSize), 2, 'half');
}

/** (market − open) ÷ open × margin × leverage, two decimals, reversed for a short; 0 unless open, margin and leverage are positive. */
export function profitAmount({ marketPrice, openPrice, isLong, leverage = '1', margin = '0' }: PositionInputs): string {
  if (!positive(openPrice) || !positive(margin) || !positive(leverage) || !readDecimal(marketPrice)) return '0';
  const move = isLong ? decimalSubtract(marketPrice, openPrice) : decimalSubtract(openPrice, marketPrice);
  return decimalDivide(decimalMultiply(decimalMultiply(move, margin), leverage), openPrice, 2, 'half');
}
