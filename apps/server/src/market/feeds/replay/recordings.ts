import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decimalOrZero, readDecimal, rescale, writeDecimal } from '@bourse/money';

/**
 * One file of recorded rows, stored as columns. Bars have open, high, low and close; in quote ticks all four are equal. Prices and volumes are whole
 * numbers of a decimal unit, as the file writes them, so that nothing is rounded before a price becomes ticks.
 */
export interface Recording {
  /** Length of a bar; 0 for ticks. */
  spanMs: number;
  /** Decimals of the unit of prices, and of volumes. */
  priceScale: number;
  volumeScale: number;
  length: number;
  t: Float64Array;
  o: Float64Array;
  h: Float64Array;
  l: Float64Array;
  c: Float64Array;
  /** Volume; 0 where the source has none. */
  v: Float64Array;
  /** Half the spread at the close; 0 where there are no quotes. */
  half: Float64Array;
  /** Invalid rows that were left out. */
  garbage: number;
}

export type Resolution = 'tick' | 'second' | 'minute' | 'hour' | 'daily';
const spans: Readonly<Record<Resolution, number>> = { tick: 0, second: 1_000, minute: 60_000, hour: 3_600_000, daily: 86_400_000 };

/**
 * Reads `KIND-MARKET-TICKER-RESOLUTION`: trades where there are any, otherwise quotes. Spreads come from the quotes. Undefined when neither file is
 * in the folder.
 */
export function readRecording(folder: string, name: string, resolution: Resolution): Recording | undefined {
  const trades = linesOf(folder, `${name}-${resolution}-trade`);
  const quotes = linesOf(folder, `${name}-${resolution}-quote`);
  if (!trades && !quotes) return undefined;
  const spanMs = spans[resolution];
  const quoted = quotes && parse(quotes, spanMs, resolution === 'tick' ? quoteTicks : quoteBars);
  if (!trades) return quoted;
  const recording = parse(trades, spanMs, tradeBars);
  if (quoted) {
    recording.garbage += quoted.garbage;
    takeSpreads(recording, quoted);
  }
  return recording;
}

function linesOf(folder: string, name: string): string[] | undefined {
  for (const ending of ['.csv.gz', '.csv']) {
    const path = join(folder, name + ending);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    const lines = (ending === '.csv.gz' ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
    lines.shift();
    if (lines.at(-1) === '') lines.pop();
    return lines;
  }
  return undefined;
}

/** o, h, l, c, v, half. */
type Row = readonly [number, number, number, number, number, number];

/** More decimals are cut. The middle of bid and ask needs one more than the file has. */
const maxDecimals = 8;
const decimalsOf = (text: string | undefined) => (text?.includes('.') ? Math.min(maxDecimals, text.length - text.indexOf('.') - 1) : 0);

/** A decimal as a whole number of units; an empty field is 0, what is no number is NaN. Digits beyond the scale are cut. */
function unitsIn(text: string | undefined, scale: number): number {
  if (text === undefined) return Number.NaN;
  if (text === '') return 0;
  const plain = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (plain) return Number(`${plain[1]}${(plain[2] ?? '').slice(0, scale).padEnd(scale, '0')}`);
  const read = /^-?\d+(\.\d+)?[eE]-?\d+$/.test(text) ? readDecimal(text) : undefined;
  return read ? Number(rescale(read, scale, 'trunc')) : Number.NaN;
}

type Field = (index: number) => number;
interface Form {
  /** Columns of prices, and the column of the volume. */
  prices: readonly number[];
  volume?: number;
  read(price: Field, volume: Field): Row;
}

function parse(lines: readonly string[], spanMs: number, { prices, volume: volumeAt, read }: Form): Recording {
  const column = () => new Float64Array(lines.length);
  let [priceScale, volumeScale] = [0, 0];
  for (const line of lines) {
    const fields = line.split(',');
    for (const index of prices) priceScale = Math.max(priceScale, decimalsOf(fields[index]));
    if (volumeAt !== undefined) volumeScale = Math.max(volumeScale, decimalsOf(fields[volumeAt]));
  }
  const recording: Recording = {
    spanMs,
    priceScale: priceScale + 1,
    volumeScale,
    length: 0,
    t: column(),
    o: column(),
    h: column(),
    l: column(),
    c: column(),
    v: column(),
    half: column(),
    garbage: 0,
  };
  let before = 0;
  for (const line of lines) {
    const fields = line.split(',');
    const time = unitsIn(fields[0], 0);
    const [o, h, l, c, v, half] = read(
      (index) => 10 * unitsIn(fields[index], priceScale),
      (index) => unitsIn(fields[index], volumeScale),
    );
    const exact = [time, o, h, l, c, v, half].every(Number.isSafeInteger);
    const sound = exact && time > before && l > 0 && h >= Math.max(o, c) && l <= Math.min(o, c) && v >= 0 && half >= 0;
    if (!sound) {
      recording.garbage += 1;
      continue;
    }
    const at = recording.length;
    recording.t[at] = time;
    recording.o[at] = o;
    recording.h[at] = h;
    recording.l[at] = l;
    recording.c[at] = c;
    recording.v[at] = v;
    recording.half[at] = half;
    recording.length += 1;
    before = time;
  }
  return recording;
}

const tradeBars: Form = {
  prices: [1, 2, 3, 4],
  volume: 5,
  read: (price, volume) => [price(1), price(2), price(3), price(4), volume(5), 0],
};
const middle = (bid: number, ask: number) => (bid > 0 && ask > 0 ? (bid + ask) / 2 : Number.NaN);
const quoteTicks: Form = {
  prices: [1, 2],
  read(price) {
    const [bid, ask] = [price(1), price(2)];
    const mid = middle(bid, ask);
    return [mid, mid, mid, mid, 0, (ask - bid) / 2];
  },
};
/** The middle of bid and ask. A row with a missing or crossed side is unusable. */
const quoteBars: Form = {
  prices: [1, 2, 3, 4, 6, 7, 8, 9],
  read(price) {
    const mid = (index: number) => middle(price(index), price(index + 5));
    return [mid(1), mid(2), mid(3), mid(4), 0, (price(9) - price(4)) / 2];
  },
};

/**
 * Reads whole numbers of one decimal unit as whole numbers of a step, such as a tick or a lot. What is exactly between two steps, or nearer to the
 * upper one, becomes the upper one (half up).
 */
export function inSteps(scale: number, step: string): (units: number) => number {
  const { units: stepUnits, scale: stepScale } = decimalOrZero(step);
  const shared = Math.max(scale, stepScale);
  const [up, divisor] = [10 ** (shared - scale), Number(stepUnits) * 10 ** (shared - stepScale)];
  return (units) => Math.floor((2 * units * up + divisor) / (2 * divisor));
}

/** Gives each trade the spread of the newest quote at or before it. */
function takeSpreads(trades: Recording, quotes: Recording) {
  let q = -1;
  // Both files may have other decimals. A spread is wanted in the unit of the trades.
  const spread = inSteps(quotes.priceScale, writeDecimal(1n, trades.priceScale));
  for (let index = 0; index < trades.length; index += 1) {
    while (q + 1 < quotes.length && quotes.t[q + 1]! <= trades.t[index]!) q += 1;
    if (q >= 0) trades.half[index] = spread(quotes.half[q]!);
  }
}

/** Index of the first row at or after a time. */
export function firstAt({ t, length }: Recording, time: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last unbroken stretch: the rows after the last silence longer than `breakMs`. */
export function lastStretch({ t, length }: Recording, breakMs: number): { from: number; to: number } {
  let from = length - 1;
  while (from > 0 && t[from]! - t[from - 1]! <= breakMs) from -= 1;
  return { from, to: length };
}

/** A bar's prices in playing order: open, low, high, close in a rising bar; open, high, low, close in a falling one. */
export function partPrice({ o, h, l, c, spanMs }: Recording, row: number, part: number): number {
  if (spanMs === 0 || part === 0) return o[row]!;
  if (part === 3) return c[row]!;
  const rises = c[row]! >= o[row]!;
  return rises === (part === 1) ? l[row]! : h[row]!;
}

/** The playing time of each of these prices. */
export const partTime = ({ t, spanMs }: Recording, row: number, part: number): number => t[row]! + spanMs * [0, 0.33, 0.66, 0.98][part]!;
