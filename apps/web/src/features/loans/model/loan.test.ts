import { formatUnits } from '@bourse/money';
import type { LoanProduct } from '@bourse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountProblem, deepestFall, fallenTo, fateOf, interestOf, neededFor, recoveryOf, shareOf, withRoom } from './loan.ts';

const scales = { base: 8, quote: 6 };
const product = (parts: Partial<LoanProduct> = {}): LoanProduct => ({
  ...{ id: '1', version: 3, symbol: 'BTC/USDT', collateralAsset: 'BTC', asset: 'USDT', rate: '8.0000' },
  ...{ openLevel: '65.0000', callLevel: '75.0000', sellLevel: '83.0000', saleFee: '2.0000' },
  ...{ min: '50.000000', max: '200000.000000', decideAbove: '50000.000000', left: '3000000.000000' },
  ...parts,
});
const terms = product();
const pledge = { collateral: '0.10000000', debt: '1000.009133' };

describe('what happens if the price falls', () => {
  it.each([
    ['50000.00', 'nothing', '20.0002'],
    // One cent above the price of the warning, and at it.
    ['13333.48', 'nothing', '74.9999'],
    ['13333.47', 'warned', '75.0000'],
    ['12048.32', 'warned', '82.9999'],
    ['12048.31', 'sold', '83.0000'],
  ] as const)('to %s: %s', (price, kind, share) => {
    expect(fateOf(pledge, terms, price, scales)).toMatchObject({ kind, share });
  });

  it('a loan that was warned stays so until it is halfway back', () => {
    // 70 % of the value: 1000.009133 ÷ 0.7 ÷ 0.1.
    expect(fateOf({ ...pledge, called: true }, terms, '14285.84', scales).kind).toBe('warned');
    expect(fateOf({ ...pledge, called: true }, terms, '14285.85', scales).kind).toBe('nothing');
  });

  it('a sale in figures that were worked out by hand', () => {
    // Value 1,200; wanted (1000.009133 − 780) ÷ 0.33 = 666.694343 rounded up; ÷ 12,000 = 0.05555787 BTC rounded up.
    expect(fateOf(pledge, terms, '12000', scales)).toEqual({
      ...{ kind: 'sold', share: '83.3341', sold: '0.05555787', proceeds: '666.694440', collateralLeft: '0.04444213' },
      // Proceeds less a fee of 13.333889 pay 653.360551.
      debtLeft: '346.648582',
    });
  });

  it('all of it is sold where the rest would not bear the debt; what is missing is not owed', () => {
    expect(fateOf(pledge, terms, '9000', scales)).toEqual({
      ...{ kind: 'soldOff', share: '111.1122', sold: '0.10000000', proceeds: '900.000000', returned: '0.000000', missing: '100.009133' },
    });
    expect(fateOf(pledge, terms, '0', scales)).toMatchObject({ kind: 'soldOff', share: undefined, missing: '1000.009133' });
  });

  const anyLoan = fc.record({
    collateral: fc.bigInt({ min: 1_000n, max: 10n ** 12n }),
    debt: fc.bigInt({ min: 1_000_000n, max: 10n ** 12n }),
    // Where the share is between half and one and a half, as everything is decided there.
    percent: fc.bigInt({ min: 50n, max: 150n }),
  });
  it('is decided by exact fractions, sells no more than brings the loan back, and loses no unit', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyLoan, ({ collateral, debt, percent }) => {
        const cents = (debt * 10_000n * 100n) / (collateral * percent) + 1n;
        const fate = fateOf({ collateral: formatUnits(collateral, 8), debt: formatUnits(debt, 6) }, terms, formatUnits(cents, 2), scales);
        seen.add(fate.kind);
        // In units of what is lent: collateral × cents × 10⁶ ÷ (10⁸ × 100).
        const value = (collateral * cents) / 10_000n;
        // The share, rounded up, reaches a level where debt is above the part just below it.
        const reached = (ppm: bigint) => debt * 1_000_000n > (ppm - 1n) * value;
        expect(fate.kind === 'sold' || fate.kind === 'soldOff').toBe(reached(830_000n));
        expect(fate.kind === 'warned').toBe(reached(750_000n) && !reached(830_000n));
        if (fate.kind !== 'sold') return;
        const [sold, left, kept] = [fate.sold, fate.debtLeft, fate.collateralLeft].map((text) => BigInt(text.replace('.', '')));
        expect(sold! + kept!).toBe(collateral);
        // What is kept bears what is owed, but for the units that rounding costs.
        const bears = (held: bigint, owed: bigint, slack: bigint) => (owed - slack) * 1_000_000n <= 650_000n * ((held * cents) / 10_000n);
        expect(bears(kept!, left!, 3n)).toBe(true);
        // The sale that brings it back is the excess ÷ (1 − 65 % − 2 %), in exact fractions; it is rounded up to a unit of money, then of coin.
        const [excess, part] = [debt * 1_000_000n - 650_000n * value, 330_000n];
        expect(sold! * cents * part >= excess * 10_000n).toBe(true);
        expect((sold! - 1n) * cents * part < (excess + part) * 10_000n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect([...seen].sort()).toEqual(['nothing', 'sold', 'soldOff', 'warned']);
  });

  it('the slider reaches past the sale and never to nothing', () => {
    expect(fallenTo('50000.00', 20)).toBe('40000.00');
    expect(fallenTo('0.03', 50)).toBe('0.01');
    expect(deepestFall('50000.00', '12048.31')).toBe(95);
    expect(deepestFall('50000.00', '45000')).toBe(40);
    expect(deepestFall('50000.00', '35000')).toBe(50);
    expect(deepestFall('1.5', '1.6000')).toBe(40);
  });
});

describe('a loan', () => {
  it('costs the interest of the hours that have begun, rounded up once', () => {
    expect(interestOf('1000.000000', '8.0000', 1, 6)).toBe('0.009133');
    expect(interestOf('1000.000000', '8.0000', 24, 6)).toBe('0.219179');
    expect(interestOf('8760.000000', '1.0000', 1, 6)).toBe('0.010000');
  });

  it('needs the least collateral that bears it: a unit less does not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 50_000_000n, max: 10n ** 11n }), fc.bigInt({ min: 1n, max: 10n ** 8n }), (amount, cents) => {
        const needed = BigInt(neededFor(formatUnits(amount, 6), formatUnits(cents, 2), terms, scales).replace('.', ''));
        const year = 8_760n * 1_000_000n;
        const most = (collateral: bigint) => ((650_000n * ((collateral * cents) / 10_000n)) / 1_000_000n) * year;
        const enough = (collateral: bigint) => most(collateral) / (year + 80_000n) >= amount;
        expect([enough(needed), enough(needed - 1n)]).toEqual([true, false]);
      }),
    );
  });

  it('has a share, rounded up, and none where the collateral is worth nothing', () => {
    expect(shareOf(pledge, '50000', scales)).toBe('20.0002');
    expect(shareOf(pledge, '0', scales)).toBeUndefined();
  });

  it('recovers by what is said: then its share is halfway, and a unit less is not enough', () => {
    const price = '13000';
    const recovery = recoveryOf(pledge, terms, price, scales)!;
    expect(recovery).toEqual({ repay: '90.009133', add: '0.00989112' });
    expect(shareOf({ ...pledge, debt: '910.000000' }, price, scales)).toBe('70.0000');
    expect(shareOf({ ...pledge, debt: '910.000001' }, price, scales)).toBe('70.0001');
    expect(shareOf({ ...pledge, collateral: '0.10989112' }, price, scales)).toBe('70.0000');
    expect(recoveryOf(pledge, terms, '50000', scales)).toBeUndefined();
  });

  it('keeps to the limits, to what is left to lend and to the collateral', () => {
    const problem = (amount: string, most?: string) => amountProblem(product({ left: '400' }), amount, 6, most);
    expect(['', '0', 'x', '1.0000001'].map((amount) => problem(amount))).toEqual(Array(4).fill('amountProblem'));
    expect([problem('49.999999'), problem('200000.000001'), problem('400.000001')]).toEqual(['tooSmall', 'tooLarge', 'poolShort']);
    expect([problem('300', '299.999999'), problem('300', '300'), problem('300')]).toEqual(['overCollateral', undefined, undefined]);
  });

  it('leaves the price half a percent of room', () => expect(withRoom('1000.019999', 6)).toBe('995.01'));
});
