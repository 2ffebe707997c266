import type { CandleTimes } from './candle-times.ts';

interface Tick {
  coord: number;
  value: number | string;
  text: string;
}

/** Pixels from one text to the next. */
const apart = 64;

/** The axis in pixels, and how wide it writes a text. */
interface Axis {
  width: number;
  widthOf: (text: string) => number;
}

/**
 * The texts of the time axis: the first candle of each day (or year) is named by its date, the library's own places by their time where there is room. No
 * text is cut by an end of the axis: a date moves inside, a time is left out.
 */
export function timeTicks(
  places: readonly Tick[],
  times: readonly number[],
  { from, to }: { from: number; to: number },
  xOf: (index: number) => number,
  { turn }: CandleTimes,
  { width, widthOf }: Axis,
): Tick[] {
  const half = (text: string) => Math.ceil(widthOf(text) / 2);

  const turns: Tick[] = [];
  for (let at = Math.max(1, from); at < Math.min(to, times.length); at += 1) {
    const text = turn(times[at]!);
    if (text === turn(times[at - 1]!)) continue;
    const coord = Math.max(half(text), Math.min(xOf(at), width - half(text)));
    if (coord - (turns.at(-1)?.coord ?? -apart) >= apart) turns.push({ coord, value: times[at]!, text });
  }
  const fits = ({ coord, text }: Tick) => coord >= half(text) && coord <= width - half(text);
  return [...places.filter((place) => fits(place) && turns.every(({ coord }) => Math.abs(coord - place.coord) >= apart)), ...turns];
}
