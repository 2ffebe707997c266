import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastOf, percentOf, swapProblem, tolerances } from './amounts.ts';

describe('the least that a customer accepts', () => {
  it.each([
    ['6000.00', '10', 2, '5994.00'],
    ['0.014609', '0', 8, '0.01460900'],
    ['0.00000001', '10', 8, '0.00000000'],
    ['1.5', '10', 6, '1.498500'],
    ['33', '100', 0, '32'],
  ] as const)('of %s with %s basis points at scale %i is %s', (receive, bps, scale, least) => {
    expect(leastOf(receive, bps, scale)).toBe(least);
  });

  it('is never above the quote less the tolerance, and less than one minor unit below it', () => {
    const cases = fc.record({
      units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
      scale: fc.integer({ min: 0, max: 18 }),
      bps: fc.constantFrom(...tolerances),
    });
    fc.assert(
      fc.property(cases, ({ units, scale, bps }) => {
        const digits = String(units).padStart(scale + 1, '0');
        const receive = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
        const least = leastOf(receive, bps, scale);
        expect(least.split('.')[1]?.length ?? 0).toBe(scale);
        // In ten-thousandths of a minor unit, so that nothing is divided.
        const above = units * (10_000n - BigInt(bps)) - BigInt(least.replace('.', '')) * 10_000n;
        expect(above >= 0n && above < 10_000n).toBe(true);
      }),
    );
  });
});

describe('the amount of a swap', () => {
  it('may be all that there is and no more; without balances only its form is checked', () => {
    expect(swapProblem('0', 6, '5')).toBe('amountProblem');
    expect(swapProblem('5.000001', 6, '5')).toBe('tooMuch');
    expect(swapProblem('5', 6, '5.000000')).toBeUndefined();
    expect(swapProblem('5', 6, undefined)).toBeUndefined();
  });

  it('knows its tolerances in percent', () => expect(tolerances.map(percentOf)).toEqual(['0', '0.1', '0.5', '1']));
});
