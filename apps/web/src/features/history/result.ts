import { decimalNegate, decimalSign, decimalSum } from '@bourse/money';
import type { Position } from '@bourse/protocol';

/** A position's result so far: its price result, less fees, plus funding (or interest and dividends). */
export function resultOf(position: Pick<Position, 'realised' | 'fees' | 'funding'>): {
  price: string;
  fees: string;
  funding: string;
  sum: string;
} {
  const fees = decimalSign(position.fees) === 0 ? '0' : decimalNegate(position.fees);
  return { price: position.realised, fees, funding: position.funding, sum: decimalSum([position.realised, fees, position.funding]) };
}
