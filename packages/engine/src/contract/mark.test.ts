import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkPrice } from './mark.ts';

const band = 100;
const none = Number.POSITIVE_INFINITY;

test('without trades and without a two-sided book the mark is the index', () => {
  const mark = new MarkPrice();
  mark.update(10_000, 9_990, none, 0, band);
  expect(mark.store()).toMatchObject({ ticks: 10_000, basis: 0, samples: [] });
});

test('the mark is the median of index, index plus basis, and last trade', () => {
  const mark = new MarkPrice();
  mark.last = 10_050;
  mark.update(10_000, 10_019, 10_021, 0, band);
  expect(mark.ticks).toBe(10_020);
  mark.last = 10_010;
  mark.update(10_000, 10_019, 10_021, 0, band);
  expect(mark.ticks).toBe(10_010);
  mark.last = 9_000;
  mark.update(10_000, 10_019, 10_021, 0, band);
  expect(mark.ticks).toBe(10_000);
});

test('a book and a last trade far from the index move the mark no farther than the band', () => {
  const mark = new MarkPrice();
  mark.last = 20_000;
  mark.update(10_000, 15_000, 15_001, 0, band);
  expect(mark.ticks).toBe(10_100);
});

test('one sample a second counts, the latest of it, and the average forgets what is older than a minute', () => {
  const mark = new MarkPrice();
  mark.update(10_000, 10_010, 10_010, 100, band);
  mark.update(10_000, 10_030, 10_030, 900, band);
  expect(mark.basis).toBe(30);
  mark.update(10_000, 10_001, 10_001, 1_000, band);
  expect(mark.basis).toBe(15);
  mark.update(10_000, 0, none, 60_000, band);
  expect(mark.basis).toBe(1);
  mark.update(10_000, 0, none, 61_000, band);
  expect(mark.basis).toBe(0);
});

test('the average basis rounds down, below zero too', () => {
  const mark = new MarkPrice();
  mark.update(10_000, 9_990, 9_991, 0, band);
  mark.update(10_000, 9_989, 9_989, 1_000, band);
  expect(mark.basis).toBe(-11);
});

test('any stream of ticks agrees with the obvious average, and storing changes nothing', () => {
  const tick = fc.record({
    wait: fc.integer({ min: 0, max: 9_000 }),
    index: fc.integer({ min: 900, max: 1_100 }),
    bid: fc.integer({ min: 0, max: 1_200 }),
    spread: fc.option(fc.integer({ min: 1, max: 50 })),
    last: fc.integer({ min: 0, max: 1_200 }),
  });
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 80 }), (ticks) => {
      let mark = new MarkPrice();
      let time = 1_700_000_000_000;
      const samples = new Map<number, bigint>();
      for (const { wait, index, bid, spread, last } of ticks) {
        time += wait;
        const second = Math.floor(time / 1000);
        mark.last = last;
        mark.update(index, bid, spread === null ? none : bid + spread, time, band);
        if (bid > 0 && spread !== null) samples.set(second, BigInt(Math.floor((bid + bid + spread) / 2) - index));
        const recent = [...samples].filter(([at]) => at > second - 60).map(([, basis]) => basis);
        const sum = recent.reduce((a, b) => a + b, 0n);
        const basis = recent.length === 0 ? 0 : Math.floor(Number(sum) / recent.length);
        const reach = Math.floor((index * band) / 10_000);
        const clamp = (value: number) => Math.min(index + reach, Math.max(index - reach, value));
        const [, median] = [index, clamp(index + basis), last === 0 ? index : clamp(last)].sort((a, b) => a - b);
        expect({ basis: mark.basis, ticks: mark.ticks }).toEqual({ basis, ticks: median });
        const stored = mark.store();
        mark = new MarkPrice();
        mark.load(stored);
        expect(mark.store()).toEqual(stored);
      }
    }),
  );
});
