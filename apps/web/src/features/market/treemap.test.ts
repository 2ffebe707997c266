import { describe, expect, it } from 'vitest';
import { captionOf, layoutHeat, shadeOf } from './treemap.ts';

const item = (symbol: string, turnover: string, plate = 'a') => ({ symbol, name: symbol, plate, turnover, change: '1', price: '1' });

describe('the heat map', () => {
  it('gives each instrument an area in the measure of its turnover', () => {
    const { tiles } = layoutHeat([item('A', '75'), item('B', '25')], 400, 100, { gap: 0 });
    expect(tiles.map(({ symbol, width, height }) => [symbol, Math.round(width * height)])).toEqual([
      ['A', 30000],
      ['B', 10000],
    ]);
  });
  it('keeps a crumb for what hardly traded, and stays in its box', () => {
    const { tiles } = layoutHeat([item('A', '1000000'), item('B', '0')], 390, 180);
    expect(
      tiles.every(({ width, height, x, y }) => width > 0 && height > 0 && x >= 0 && y >= 0 && x + width <= 390.01 && y + height <= 180.01),
    ).toBe(true);
  });
  it('puts what belongs together side by side', () => {
    const { groups, tiles } = layoutHeat([item('A', '5', 'major'), item('B', '3', 'meme'), item('C', '4', 'major')], 300, 200, {
      plates: true,
    });
    expect(groups.map(({ plate }) => plate)).toEqual(['major', 'meme']);
    expect(tiles).toHaveLength(3);
  });
  it('draws nothing of nothing', () => {
    expect(layoutHeat([], 100, 100)).toEqual({ tiles: [], groups: [] });
  });
  it('shades by the size of the change, in either direction', () => {
    expect(shadeOf('-5')).toBe(shadeOf('9'));
    expect(shadeOf('0')).toBe(8);
  });
  it('writes only what fits', () => {
    const sizes = [
      { width: 20, height: 20 },
      { width: 50, height: 30 },
      { width: 200, height: 100 },
    ];
    expect(sizes.map((size) => captionOf('BTC', size))).toEqual(['none', 'name', 'large']);
    expect(captionOf('ATOM', { width: 36, height: 44 })).toBe('none');
  });
});
