import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One file of recorded rows, stored as columns. Bars have open, high, low and close; in quote ticks all four are equal. */
export interface Recording {
  /** Length of a bar; 0 for ticks. */
  spanMs: number;
  length: number;
  t: Float64Array;
  o: Float64Array;
  h: Float64Array;
  l: Float64Array;
  c: Float64Array;
  /** Volume in base units; 0 where the source has none. */
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
  const quoted = quotes && parse(quotes, spanMs, resolution === 'tick' ? readQuoteTick : readQuoteBar);
  if (!trades) return quoted;
  const recording = parse(trades, spanMs, readTradeBar);
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

function parse(lines: readonly string[], spanMs: number, read: (fields: readonly number[]) => Row): Recording {
  const column = () => new Float64Array(lines.length);
  const recording: Recording = {
    spanMs,
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
    const fields = line.split(',').map((text) => (text === '' ? 0 : /^-?\d+(\.\d+)?([eE]-?\d+)?$/.test(text) ? Number(text) : Number.NaN));
    const time = fields[0] ?? Number.NaN;
    const [o, h, l, c, v, half] = read(fields);
    const sound = Number.isSafeInteger(time) && time > before && l > 0 && h >= Math.max(o, c) && l <= Math.min(o, c) && v >= 0 && half >= 0;
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

const at = (fields: readonly number[], index: number) => fields[index] ?? Number.NaN;
const readTradeBar = (f: readonly number[]): Row => [at(f, 1), at(f, 2), at(f, 3), at(f, 4), at(f, 5), 0];
const readQuoteTick = (f: readonly number[]): Row => {
  const mid = (at(f, 1) + at(f, 2)) / 2;
  return [mid, mid, mid, mid, 0, at(f, 1) > 0 ? (at(f, 2) - at(f, 1)) / 2 : Number.NaN];
};
/** The middle of bid and ask. A row with a missing or crossed side is unusable. */
const readQuoteBar = (f: readonly number[]): Row => {
  const mid = (index: number) => (at(f, index) > 0 && at(f, index + 5) > 0 ? (at(f, index) + at(f, index + 5)) / 2 : Number.NaN);
  return [mid(1), mid(2), mid(3), mid(4), 0, (at(f, 9) - at(f, 4)) / 2];
};

/** Gives each trade the spread of the newest quote at or before it. */
function takeSpreads(trades: Recording, quotes: Recording) {
  let q = -1;
  for (let index = 0; index < trades.length; index += 1) {
    while (q + 1 < quotes.length && quotes.t[q + 1]! <= trades.t[index]!) q += 1;
    if (q >= 0) trades.half[index] = quotes.half[q]!;
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
