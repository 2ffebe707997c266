import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ceilDivBig } from '../base/exact.ts';
import { fallsTo, ltvOf, quoteValue, risesTo, valueToSell } from './worth.ts';

const size = fc.oneof(...[50, 10 ** 6, 2 ** 40].map((max) => fc.integer({ min: 1, max })));
const level = fc.oneof(fc.integer({ min: 2, max: 10 }), fc.integer({ min: 2, max: 1_000_000 }));

test('the prices at which a loan is looked at are exactly those at which its share reaches a level and leaves it', () => {
  fc.assert(
    fc.property(size, level, size, size, size, (debt, ppm, collateral, unit, lotUnits) => {
      const market = { unit, lotUnits };
      const share = (ticks: number) => ltvOf(BigInt(debt), quoteValue(collateral, ticks, market));
      const falls = fallsTo(BigInt(debt), ppm, collateral, market);
      if (falls < Number.MAX_SAFE_INTEGER) {
        expect(share(falls)).toBeGreaterThanOrEqual(BigInt(ppm));
        expect(share(falls + 1)).toBeLessThan(BigInt(ppm));
      }
      const rises = risesTo(BigInt(debt), ppm, collateral, market);
      if (rises < Number.MAX_SAFE_INTEGER) {
        expect(share(rises)).toBeLessThanOrEqual(BigInt(ppm));
        expect(share(rises - 1)).toBeGreaterThan(BigInt(ppm));
      }
    }),
    { numRuns: 5_000, seed: 78 },
  );
});

test('a sale of which something is left brings the share to the level of opening, whatever is rounded', () => {
  let partial = 0;
  fc.assert(
    fc.property(
      level,
      fc.nat(100_000),
      size,
      size,
      size,
      size,
      fc.integer({ min: 1, max: 300 }),
      (ppm, fee, collateral, ticks, unit, lotUnits, over) => {
        const [openPpm, saleFeePpm] = [Math.min(ppm, 899_999), fee];
        const market = { unit, lotUnits };
        const value = quoteValue(collateral, ticks, market);
        const debt = (value * BigInt(openPpm) * BigInt(1_000 + over)) / 1_000_000_000n + 1n;
        const wanted = valueToSell(debt, value, { openPpm, saleFeePpm });
        const units = ceilDivBig(wanted * BigInt(lotUnits), BigInt(ticks) * BigInt(unit));
        if (units >= BigInt(collateral)) return;
        const proceeds = quoteValue(units, ticks, market);
        const paid = proceeds - ceilDivBig(proceeds * BigInt(saleFeePpm), 1_000_000n);
        if (paid >= debt) return;
        partial += 1;
        expect(ltvOf(debt - paid, quoteValue(BigInt(collateral) - units, ticks, market))).toBeLessThanOrEqual(BigInt(openPpm));
      },
    ),
    { numRuns: 20_000, seed: 79 },
  );
  expect(partial).toBeGreaterThan(1_000);
});
