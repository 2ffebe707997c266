import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OutsideLine, sumsOf } from './sums.ts';

const eth = 18;
const line = (kind: OutsideLine['kind'], units: bigint, decimals = 6): OutsideLine => ({ asset: 1, kind, where: 'x', units, decimals });
const only = (outside: OutsideLine[], owed: bigint, simulated = 0n) =>
  sumsOf(outside, [{ asset: 1, decimals: 6, owed, simulated }])[0]!.difference;

test('coins that are owed, arriving, leaving, lent or simulated make no difference; any other coin does', () => {
  expect(only([line('custody', 10n)], 10n)).toBe(0n);
  expect(only([line('custody', 12n), line('notCredited', 2n)], 10n)).toBe(0n);
  expect(only([line('custody', 7n), line('beingSent', 3n)], 10n)).toBe(0n);
  expect(only([line('custody', 9n), line('cost', 1n)], 10n)).toBe(0n);
  expect(only([line('custody', 110n), line('lent', 100n)], 10n)).toBe(0n);
  expect(only([line('custody', 10n)], 1010n, 1000n)).toBe(0n);
  expect(only([line('custody', 11n)], 10n)).toBe(10n ** 12n);
  expect(only([], 10n)).toBe(-(10n ** 13n));
  // A coin that the ledger does not know of.
  expect(sumsOf([line('custody', 5n, 0)], [])[0]?.difference).toBe(5n * 10n ** 18n);
});

test('what a chain counts finer than the ledger is compared exactly', () => {
  const credited = 123_456n;
  const arrived = credited * 10n ** 12n + 789n;
  expect(only([line('custody', arrived, eth), line('notCredited', 789n, eth)], credited)).toBe(0n);
  expect(only([line('custody', arrived, eth)], credited)).toBe(789n);
});

test('a theft of any size anywhere shows as that size', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, amounts, fc.bigInt({ min: 1n, max: 10n ** 15n }), (held, moving, stolen) => {
      const custody = held.map((units) => line('custody', units));
      const leaving = moving.map((units) => line('beingSent', units));
      const owed = [...held, ...moving].reduce((sum, units) => sum + units, 0n);
      expect(only([...custody, ...leaving], owed)).toBe(0n);
      expect(only([...custody, ...leaving, line('custody', -stolen)], owed)).toBe(-stolen * 10n ** 12n);
    }),
  );
});
