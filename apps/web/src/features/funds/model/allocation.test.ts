import { decimalSum } from '@bourse/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUp, allocationOf, percentages } from './allocation.ts';

const held = (asset: string, kind: 1 | 2 | 3 | 4, value: string | null, name = asset) => ({ asset, kind, value, name });

describe('allocation', () => {
  it('puts cash together, shares together and each coin by itself, largest first', () => {
    const parts = allocationOf([
      held('BTC', 3, '300'),
      held('USDT', 2, '400'),
      held('USD', 1, '100'),
      held('AAPL', 4, '50'),
      held('MSFT', 4, '60'),
      held('BTC', 3, '90'),
    ]);
    expect(parts.map(({ key, value, ratio, assets }) => [key, value, ratio, assets.join(' ')])).toEqual([
      ['cash', '500', '50.00', 'USDT USD'],
      ['BTC', '390', '39.00', 'BTC'],
      ['shares', '110', '11.00', 'MSFT AAPL'],
    ]);
  });

  it('leaves out what has no rate and what is empty', () => {
    expect(allocationOf([held('XYZ', 3, null), held('ETH', 3, '0')])).toEqual([]);
  });

  it('folds the small ones into one part', () => {
    const parts = allocationOf(
      ['A', 'B', 'C', 'D'].map((code, index) => held(code, 3, `${10 - index}`)),
      3,
    );
    expect(parts.map((part) => part.key)).toEqual(['A', 'B', 'rest']);
    expect(parts[2]!.assets).toEqual(['C', 'D']);
  });

  it('thirds add up to a hundred', () => expect(percentages(['1', '1', '1'])).toEqual(['33.34', '33.33', '33.33']));

  it('wallets shown with two decimals add up to the total shown', () => {
    expect(addUp(['10.009', '5.009', '0'], '15.018', 2)).toEqual(['10.01', '5.01', '0.00']);
    // Dust shows as 0.01, and the sum still holds.
    expect(addUp(['10.004', '0.0001', '0'], '10.0041', 2)).toEqual(['9.99', '0.01', '0.00']);
    expect(addUp(['0.0001', '0'], '0.0001', 2)).toEqual(['0.01', '0.00']);
    expect(addUp(['10', '5'], '15', 2)).toEqual(['10.00', '5.00']);
  });

  it('always adds up to a hundred', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 9 }), (cents) => {
        const shares = percentages(cents.map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`));
        expect(decimalSum(shares)).toBe('100.00');
      }),
    );
  });
});
