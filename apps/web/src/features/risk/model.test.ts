import { describe, expect, it } from 'vitest';
import { evenAt, percentOf, rateBars } from './model.ts';

describe('funding rates as bars', () => {
  it('stand on one zero line, longs paying above it', () => {
    const { bars, zero } = rateBars(['0.03', '-0.01', '0'], 300, 80);
    expect(zero).toBe(60);
    expect(bars.map(({ side, y, height }) => [side, y, height])).toEqual([
      ['up', 0, 60],
      ['down', 60, 20],
      ['none', 60, 1],
    ]);
    expect(bars[2]!.x + bars[2]!.width).toBeLessThanOrEqual(300);
  });
  it('are a flat line when nothing was ever paid', () => {
    expect(rateBars(['0', '0'], 100, 80).zero).toBe(40);
    expect(rateBars([], 100, 80).bars).toEqual([]);
  });
});

describe('shares of the house', () => {
  it('are cut, and nothing of nothing is nothing', () => {
    expect(percentOf('1', '3')).toBe('33.33');
    expect(percentOf('5', '0')).toBe('0');
  });
  it('say how often one must win to come out even', () => {
    expect(evenAt('85')).toBe('54.05');
    expect(evenAt('100')).toBe('50.00');
    expect(evenAt('82.5')).toBe('54.79');
  });
});
