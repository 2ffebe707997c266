import { describe, expect, it } from 'vitest';
import { isAmount, typedAmount } from './amounts.ts';

describe('the amount of a deal', () => {
  it('is above zero and within the scale', () => {
    expect(['', '0', '0.00', '1.234', 'x', '1e3', '-1'].map((text) => isAmount(text, 2))).toEqual(Array(7).fill(false));
    expect(['1', '0.01', '100.25'].map((text) => isAmount(text, 2))).toEqual([true, true, true]);
  });

  it('is typed without trailing zeros, cut to the scale, and empty where there is nothing', () => {
    expect([typedAmount('100.500000', 6), typedAmount('0.123456789', 8), typedAmount('0.00', 6), typedAmount('10', 0)]).toEqual([
      ...['100.5', '0.12345678', '', '10'],
    ]);
  });
});
