/** What makes a photo of a document hard to read. */
export type PictureFlaw = 'small' | 'blurred' | 'glare';

/** The longer edge of a photo, in pixels, at least. */
export const pixelsAtLeast = 1_000;
/** Variance of the Laplacian of grey values (0 to 255) below which letters are blurred. */
const sharpAtLeast = 60;
/** Share of pixels that are nearly white beside each other: a lamp in the foil of a card. */
const glareAtMost = 0.015;
const white = 250;

/** Grey values of a picture, row by row. */
export interface Grey {
  width: number;
  height: number;
  values: Uint8ClampedArray;
}

/** From RGBA, by the weights of ITU-R BT.601. */
export function greyOf({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Grey {
  const values = new Uint8ClampedArray(width * height);
  for (let at = 0; at < values.length; at += 1) values[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!;
  return { width, height, values };
}

/** Variance of the Laplacian: high where there are edges, low where a picture is blurred (Pech-Pacheco and others, 2000). */
export function sharpness({ width, height, values }: Grey): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const edge = values[at - 1]! + values[at + 1]! + values[at - width]! + values[at + width]! - 4 * values[at]!;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** Share of white pixels whose four neighbours are white as well: paper is rarely that white, a reflection is. */
export function glare({ width, height, values }: Grey): number {
  const isWhite = (at: number) => values[at]! >= white;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      if (isWhite(at) && isWhite(at - 1) && isWhite(at + 1) && isWhite(at - width) && isWhite(at + width)) count += 1;
    }
  return count / (width * height);
}

/** The first flaw of a photo, judged by a copy of it that is at most 640 pixels wide; `edge` is the longer edge of the photo itself. */
export function flawOf(grey: Grey, edge: number): PictureFlaw | undefined {
  if (edge < pixelsAtLeast) return 'small';
  if (sharpness(grey) < sharpAtLeast) return 'blurred';
  return glare(grey) > glareAtMost ? 'glare' : undefined;
}
