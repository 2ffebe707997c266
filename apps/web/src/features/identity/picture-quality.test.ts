import { describe, expect, it } from 'vitest';
import { flawOf, type Grey, glare, greyOf, sharpness } from './picture-quality.ts';

/** Letters on paper: a black bar in every eighth column. */
const page = (change: (x: number, y: number, value: number) => number = (_x, _y, value) => value): Grey => {
  const [width, height] = [160, 100];
  const values = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) values[y * width + x] = change(x, y, x % 8 < 2 ? 30 : 215);
  return { width, height, values };
};

/** Every pixel becomes the mean of those around it. */
function blurred({ width, height, values }: Grey, reach: number): Grey {
  const out = new Uint8ClampedArray(values.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0];
      for (let dy = -reach; dy <= reach; dy += 1)
        for (let dx = -reach; dx <= reach; dx += 1) {
          const [px, py] = [x + dx, y + dy];
          if (px < 0 || py < 0 || px >= width || py >= height) continue;
          sum += values[py * width + px]!;
          count += 1;
        }
      out[y * width + x] = sum / count;
    }
  return { width, height, values: out };
}

describe('a photo of a document', () => {
  it('is good when it is large, sharp and without a reflection', () => {
    expect(flawOf(page(), 1_600)).toBeUndefined();
  });
  it('is too small by its longer edge', () => {
    expect(flawOf(page(), 999)).toBe('small');
  });
  it('is blurred when its edges are gone', () => {
    const soft = blurred(blurred(page(), 4), 4);
    expect(sharpness(soft)).toBeLessThan(sharpness(page()) / 50);
    expect(flawOf(soft, 1_600)).toBe('blurred');
    expect(
      flawOf(
        page(() => 128),
        1_600,
      ),
    ).toBe('blurred');
  });
  it('has glare where a lamp is reflected, and none for white paper with letters', () => {
    const lamp = page((x, y, value) => ((x - 80) ** 2 + (y - 50) ** 2 < 400 ? 255 : value));
    expect(glare(lamp)).toBeGreaterThan(0.05);
    expect(flawOf(lamp, 1_600)).toBe('glare');
    expect(glare(page((_x, _y, value) => (value > 200 ? 249 : value)))).toBe(0);
  });
  it('is judged by its grey values', () => {
    const data = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255]);
    expect([...greyOf({ width: 2, height: 2, data }).values]).toEqual([76, 150, 255, 0]);
  });
});
