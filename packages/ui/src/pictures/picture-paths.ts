/** Geometry of small pictures. Floats are fine here: nothing in this file is money. */

export type Point = { x: number; y: number };

/** Points of the values in a box, newest at the end; a flat line runs through the middle. */
export function spread(values: readonly number[], width: number, height: number, inset = 2): Point[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low;
  const last = Math.max(1, values.length - 1);
  return values.map((value, index) => ({
    x: (index / last) * width,
    y: span === 0 ? height / 2 : inset + (1 - (value - low) / span) * (height - inset * 2),
  }));
}

const digits = (value: number): string => String(Math.round(value * 100) / 100);
export const linePath = (points: readonly Point[]): string =>
  points.map((point, index) => `${index === 0 ? 'M' : 'L'}${digits(point.x)} ${digits(point.y)}`).join('');

export type Slice = { start: number; end: number };
/** Parts as arcs of a circle, in turns, in the given order (largest first). A part that rounds to nothing keeps a minimum width. */
export function slices(shares: readonly number[]): Slice[] {
  const total = shares.reduce((sum, share) => sum + Math.max(0, share), 0);
  if (total <= 0) return shares.map(() => ({ start: 0, end: 0 }));
  let at = 0;
  return shares.map((share) => {
    const start = at;
    at += Math.max(0, share) / total;
    return { start, end: at };
  });
}

/** 5×5 cells mirrored about the middle column, from the first 15 bits of a hash; undefined if the text is not a hash. */
export function fingerprintCells(hash: string): boolean[] | undefined {
  const hex = hash.replace(/^0x/i, '').slice(0, 4);
  if (!/^[0-9a-f]{4}$/i.test(hex)) return undefined;
  const bits = Number.parseInt(hex, 16);
  return Array.from({ length: 25 }, (_, index) => {
    const column = index % 5;
    const half = column < 3 ? column : 4 - column;
    const bit = Math.floor(index / 5) * 3 + half;
    return ((bits >> (15 - bit)) & 1) === 1;
  });
}
