import { describe, expect, it } from 'vitest';
import { worthAt } from './positions.ts';

const long = { entryValue: '10077', quantity: '0.150', lever: 10, direction: 1 } as const;

describe('what a position is worth', () => {
  it('is its move times its size, and that move times its leverage', () =>
    expect(worthAt(long, '68425')).toEqual({ plAmount: '186.75', plRatio: '18.53' }));
  it('is the reverse for a short', () =>
    expect(worthAt({ ...long, direction: 2 }, '68425')).toEqual({ plAmount: '-186.75', plRatio: '-18.53' }));
  it('is nothing at its own price', () => expect(worthAt(long, '67180')).toEqual({ plAmount: '0.00', plRatio: '0.00' }));
  it('does not lose a cent to an average price that is cut', () => {
    expect(worthAt({ entryValue: '21', quantity: '300', lever: 7, direction: 1 }, '0.09').plAmount).toBe('6.00');
    // 30,000,000 for 2 each and 60,000,000 for 1 each: 1⅓ on average.
    const doge = { entryValue: '120000000', quantity: '90000000', lever: 50, direction: 1 } as const;
    expect(worthAt(doge, '1.33333')).toEqual({ plAmount: '-300.00', plRatio: '-0.01' });
  });
});
