import { describe, expect, it } from 'vitest';
import { centred, dragged, inside, sourceOf } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('cropping a picture', () => {
  it('starts with the largest square in the middle', () => {
    expect(sourceOf(wide, centred)).toEqual({ x: 100, y: 0, side: 200 });
  });

  it('follows the finger and stops at the edge', () => {
    const left = dragged(wide, centred, 50, 0, 100);
    expect(sourceOf(wide, left)).toEqual({ x: 0, y: 0, side: 200 });
    expect(sourceOf(wide, dragged(wide, left, 500, 500, 100)).x).toBe(0);
  });

  it('zooms around the centre and never shows an empty edge', () => {
    expect(sourceOf(wide, { ...centred, zoom: 2 })).toEqual({ x: 150, y: 50, side: 100 });
    expect(inside(wide, { zoom: 9, x: -1, y: 2 })).toEqual({ zoom: 4, x: 0.0625, y: 0.875 });
  });
});
