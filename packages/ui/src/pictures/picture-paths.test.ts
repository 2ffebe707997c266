import { describe, expect, it } from 'vitest';
import { fingerprintCells, linePath, slices, spread } from './picture-paths.ts';

describe('small pictures', () => {
  it('spreads values from the oldest at the start to the newest at the end', () => {
    expect(spread([1, 3, 2], 100, 20, 0)).toEqual([
      { x: 0, y: 20 },
      { x: 50, y: 0 },
      { x: 100, y: 10 },
    ]);
    expect(linePath(spread([5, 5], 10, 10))).toBe('M0 5L10 5');
  });
  it('turns shares into arcs that close the circle', () => {
    expect(slices([50, 25, 25])).toEqual([
      { start: 0, end: 0.5 },
      { start: 0.5, end: 0.75 },
      { start: 0.75, end: 1 },
    ]);
    expect(slices([0, 0])).toEqual([
      { start: 0, end: 0 },
      { start: 0, end: 0 },
    ]);
  });
  it('draws the same mirrored mark for the same hash', () => {
    const cells = fingerprintCells('0d995c837e7f')!;
    expect(cells).toHaveLength(25);
    for (let row = 0; row < 5; row += 1) {
      expect(cells[row * 5]).toBe(cells[row * 5 + 4]);
      expect(cells[row * 5 + 1]).toBe(cells[row * 5 + 3]);
    }
    expect(fingerprintCells('0x0d995c83')).toEqual(cells);
    expect(fingerprintCells('zz')).toBeUndefined();
  });
});
