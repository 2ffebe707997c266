/** A square window over a picture. `x` and `y` place its centre as fractions of the picture; zoom 1 shows the largest square. */
export type Crop = { zoom: number; x: number; y: number };
export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

type Size = { width: number; height: number };

/** The window's side in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Keeps the window inside the picture, so that no edge is empty. */
export function inside(size: Size, crop: Crop): Crop {
  const zoom = between(crop.zoom, 1, maxZoom);
  const side = sideOf(size, zoom);
  const halfX = side / 2 / size.width;
  const halfY = side / 2 / size.height;
  return { zoom, x: between(crop.x, halfX, 1 - halfX), y: between(crop.y, halfY, 1 - halfY) };
}

/** Moves the picture under the window by pixels of the screen; `shown` is the window's side on the screen. */
export function dragged(size: Size, crop: Crop, byX: number, byY: number, shown: number): Crop {
  const perPixel = sideOf(size, crop.zoom) / shown;
  return inside(size, { ...crop, x: crop.x - (byX * perPixel) / size.width, y: crop.y - (byY * perPixel) / size.height });
}

/** The part of the picture to draw. */
export function sourceOf(size: Size, crop: Crop): { x: number; y: number; side: number } {
  const { zoom, x, y } = inside(size, crop);
  const side = sideOf(size, zoom);
  return { x: x * size.width - side / 2, y: y * size.height - side / 2, side };
}
