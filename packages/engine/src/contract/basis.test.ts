import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BasisWindow, isTwoSided, medianMark, middleOf } from './basis.ts';

const band = 100;

test('without a trade and a basis the mark is the index', () => {
  expect(medianMark(10_000, 0, 0, band)).toBe(10_000);
});

test('the mark is the median of index, index plus basis, and last trade', () => {
  expect(medianMark(10_000, 20, 10_050, band)).toBe(10_020);
  expect(medianMark(10_000, 20, 10_010, band)).toBe(10_010);
  expect(medianMark(10_000, 20, 9_000, band)).toBe(10_000);
});

test('a book and a last trade far from the index move the mark no farther than the band', () => {
  expect(medianMark(10_000, 5_000, 20_000, band)).toBe(10_100);
  expect(medianMark(10_000, -5_000, 1, band)).toBe(9_900);
});

test('the middle of a book rounds down and needs both sides', () => {
  expect(middleOf(99, 102)).toBe(100);
  expect([isTwoSided(0, 102), isTwoSided(99, Number.POSITIVE_INFINITY), isTwoSided(99, 102)]).toEqual([false, false, true]);
});

test('the latest sample of a second counts, and the average forgets what is older than a minute', () => {
  const basis = new BasisWindow();
  const at = (timeMs: number, sample?: number) => {
    basis.moveTo(timeMs);
    if (sample !== undefined) basis.sample(sample);
    return basis.average();
  };
  expect(at(100, 10)).toBe(10);
  expect(at(900, 30)).toBe(30);
  expect(at(1_000, 1)).toBe(15);
  expect(at(60_000)).toBe(1);
  expect(at(61_000)).toBe(0);
  expect(at(61_500, -9)).toBe(-9);
  expect(at(62_000, -10)).toBe(-10);
});

test('any stream of samples agrees with the obvious average, and storing changes nothing', () => {
  const tick = fc.record({ wait: fc.integer({ min: 0, max: 9_000 }), basis: fc.option(fc.integer({ min: -500, max: 500 })) });
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 80 }), (ticks) => {
      let window = new BasisWindow();
      let time = 1_700_000_000_000;
      const samples = new Map<number, number>();
      for (const { wait, basis } of ticks) {
        time += wait;
        const second = Math.floor(time / 1000);
        window.moveTo(time);
        if (basis !== null) {
          window.sample(basis);
          samples.set(second, basis);
        }
        const recent = [...samples].filter(([at]) => at > second - 60).map(([, sample]) => sample);
        const sum = recent.reduce((a, b) => a + b, 0);
        expect(window.average()).toBe(recent.length === 0 ? 0 : Math.floor(sum / recent.length));
        const stored = window.store();
        window = new BasisWindow();
        window.load(stored);
        expect(window.store()).toEqual(stored);
      }
    }),
  );
});
