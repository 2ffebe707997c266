import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divCeil, divExact, divFloor, formatUnits, parseUnits, unitsOf } from './units.ts';

const options = { numRuns: 500, seed: 1 };
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n - 1n });
const scale = fc.integer({ min: 0, max: 18 });

describe('amounts as text', () => {
  test('units survive the way out and back', () => {
    fc.assert(
      fc.property(amount, scale, (units, digits) => {
        expect(parseUnits(formatUnits(units, digits), digits)).toEqual({ ok: true, units });
      }),
      options,
    );
  });

  test('a negative amount has one minus sign in front', () => {
    expect(formatUnits(-5n, 2)).toBe('-0.05');
    expect(formatUnits(-12_345n, 2)).toBe('-123.45');
    expect(formatUnits(0n, 0)).toBe('0');
    expect(formatUnits(7n, 0)).toBe('7');
  });

  test('what is not a plain decimal is malformed', () => {
    const wrong = [
      '',
      '.',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e9',
      '0x10',
      '01',
      '00',
      ' 1',
      '1 ',
      '1,000',
      '1.2.3',
      'NaN',
      'Infinity',
      '١',
      '１',
      '1_000',
      '1\n',
    ];
    for (const text of wrong) expect(parseUnits(text, 8), JSON.stringify(text)).toEqual({ ok: false, problem: 'malformed' });
    expect(parseUnits('1'.repeat(31), 0)).toEqual({ ok: false, problem: 'malformed' });
    expect(parseUnits(`0.${'1'.repeat(19)}`, 18)).toEqual({ ok: false, problem: 'malformed' });
    expect(parseUnits(`${'9'.repeat(30)}.${'9'.repeat(18)}`, 18).ok).toBe(true);
  });

  test('more decimals than the asset has are a problem, even zeros', () => {
    expect(parseUnits('1.001', 2)).toEqual({ ok: false, problem: 'scale' });
    expect(parseUnits('1.000', 2)).toEqual({ ok: false, problem: 'scale' });
    expect(parseUnits('1.0', 0)).toEqual({ ok: false, problem: 'scale' });
    expect(parseUnits('1.5', 2)).toEqual({ ok: true, units: 150n });
    expect(() => unitsOf('1.001', 2)).toThrow(RangeError);
    expect(unitsOf('0.01', 2)).toBe(1n);
  });
});

describe('named division', () => {
  const number = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const divisor = number.filter((b) => b !== 0n);

  test('floor is the greatest integer not above, ceil the least not below', () => {
    fc.assert(
      fc.property(number, divisor, (a, b) => {
        const sign = b > 0n ? 1n : -1n;
        const floor = divFloor(a, b);
        const ceil = divCeil(a, b);
        expect(floor * b * sign <= a * sign && a * sign < (floor + 1n) * b * sign).toBe(true);
        expect(ceil * b * sign >= a * sign && a * sign > (ceil - 1n) * b * sign).toBe(true);
        expect(ceil - floor).toBe(a % b === 0n ? 0n : 1n);
      }),
      options,
    );
  });

  test('exact division refuses a remainder', () => {
    expect(divExact(-12n, 4n)).toBe(-3n);
    expect(() => divExact(13n, 4n)).toThrow(RangeError);
  });
});
