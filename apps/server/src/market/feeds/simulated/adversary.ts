/**
 * Somebody who tries to win timed contracts on simulated prices with what everybody can see. It has the ticks so far with their sides, sizes and times,
 * knows this source code, and may guess. It never has a later tick.
 */
export interface Tape {
  times: Float64Array;
  last: Float64Array;
  lots: Float64Array;
  sides: Uint8Array;
  count: number;
}

export function tapeFor(most: number): Tape {
  return {
    times: new Float64Array(most),
    last: new Float64Array(most),
    lots: new Float64Array(most),
    sides: new Uint8Array(most),
    count: 0,
  };
}
export function record(tape: Tape, tick: { time: number; last: number; lots: number; side: number }): void {
  const at = tape.count;
  tape.times[at] = tick.time;
  tape.last[at] = tick.last;
  tape.lots[at] = tick.lots;
  tape.sides[at] = tick.side;
  tape.count = at + 1;
}

/** The first tick at or after a time. */
export function firstFrom({ times, count }: Tape, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Above zero: it buys up; below: down; zero: it waits. It may look at ticks up to `now`, and no further. */
export type Strategy = (tape: Tape, now: number, horizonMs: number, scale: Float64Array) => number;

const scales = new WeakMap<Tape, Float64Array>();
/** The usual size of a tick's change, in price ticks, as known at each tick. */
function scaleOf(tape: Tape): Float64Array {
  const known = scales.get(tape);
  if (known) return known;
  const { last, count } = tape;
  const scale = new Float64Array(count);
  let variance = 0;
  for (let at = 1; at < count; at += 1) {
    variance += ((last[at]! - last[at - 1]!) ** 2 - variance) / Math.min(at, 4_000);
    scale[at] = Math.sqrt(variance);
  }
  scales.set(tape, scale);
  return scale;
}

export interface Score {
  contracts: number;
  won: number;
  lost: number;
  /** How many standard deviations the wins are above one half of what was decided. */
  z: number;
}

/**
 * One contract after another, as the engine settles them: from the first tick after the order to the first at or after the end; an equal price gives the
 * stake back.
 */
export function play(tape: Tape, strategy: Strategy, horizonMs: number, before?: Score): Score {
  const scale = scaleOf(tape);
  let { contracts, won, lost } = before ?? { contracts: 0, won: 0, lost: 0 };
  for (let now = 5_000; now < tape.count - 1; now += 1) {
    const wanted = strategy(tape, now, horizonMs, scale);
    if (wanted === 0) continue;
    const placed = tape.times[now]! + 1;
    const end = firstFrom(tape, placed + horizonMs);
    if (end >= tape.count) break;
    contracts += 1;
    const change = Math.sign(tape.last[end]! - tape.last[now + 1]!);
    if (change === Math.sign(wanted)) won += 1;
    else if (change !== 0) lost += 1;
    now = end;
  }
  return { contracts, won, lost, z: (won - lost) / Math.sqrt(Math.max(1, won + lost)) };
}

const change = ({ last }: Tape, now: number, back: number) => last[now]! - last[Math.max(0, now - back)]!;
const changeSince = (tape: Tape, now: number, ms: number) =>
  tape.last[now]! - tape.last[Math.min(now, firstFrom(tape, tape.times[now]! - ms))]!;
const dayMs = 86_400_000;

function counted(values: Uint8Array, now: number, back: number): number {
  let sum = 0;
  for (let at = now - back + 1; at <= now; at += 1) sum += values[at] === 0 ? 1 : -1;
  return sum;
}

/** Against a move of so many deviations over any of these numbers of ticks. */
export const reversalAt =
  (deviations: number, backs: readonly number[]): Strategy =>
  ({ last }, now, _, scale) => {
    for (const back of backs) {
      const moved = last[now]! - last[now - back]!;
      if (Math.abs(moved) >= deviations * scale[now]! * Math.sqrt(back)) return -moved;
    }
    return 0;
  };

/** Against the first half of a part of the day, in its second half: what an uneven halving would give back. */
const firstHalf =
  (level: number): Strategy =>
  (tape, now) => {
    const span = dayMs / 2 ** level;
    const [time, before] = [tape.times[now]! % span, tape.times[now - 1]! % span];
    if (!(before < span / 2 && time >= span / 2)) return 0;
    return -(tape.last[now]! - tape.last[Math.min(now, firstFrom(tape, tape.times[now]! - span / 2))]!);
  };

export const strategies: Readonly<Record<string, Strategy>> = {
  'follows the last tick': (tape, now) => change(tape, now, 1),
  'follows the last two seconds': (tape, now) => changeSince(tape, now, 2_000),
  'follows as long as the contract': (tape, now, horizonMs) => changeSince(tape, now, horizonMs),
  'follows the last hour': (tape, now) => changeSince(tape, now, 3_600_000),
  'goes back to the first price': (tape, now) => tape.last[0]! - tape.last[now]!,
  'always up': () => 1,
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((deviations) => [`against ${deviations} deviations`, reversalAt(deviations, [1, 8, 50, 100, 500, 1_000])]),
  ),
  ...Object.fromEntries([8, 9, 10, 11, 12, 13].map((level) => [`against the first half of a ${2 ** level}th of a day`, firstHalf(level)])),
  'against a wild tick': (tape, now, _, scale) => (Math.abs(change(tape, now, 1)) > 3 * scale[now]! ? -change(tape, now, 1) : 0),
  'against the mean of eight ticks': (tape, now) => {
    let sum = 0;
    for (let at = now - 7; at <= now; at += 1) sum += tape.last[at]!;
    return sum / 8 - tape.last[now]!;
  },
  'to the round number': ({ last }, now) => ((last[now]! % 10) - 5 < 0 ? -1 : 1),
  'with the last side': ({ sides }, now) => (sides[now] === 0 ? 1 : -1),
  'with the side of most of sixteen': ({ sides }, now) => counted(sides, now, 16),
  'with the side of a large trade': ({ lots, sides }, now) =>
    lots[now]! > 4 * (lots[now - 1]! + lots[now - 2]! + lots[now - 3]!) ? (sides[now] === 0 ? 1 : -1) : 0,
  'by an even size': ({ lots }, now) => (lots[now]! % 2 === 0 ? 1 : -1),
  'with the last change after a silence': (tape, now) =>
    tape.times[now]! - tape.times[now - 1]! > 1.5 * (tape.times[now - 1]! - tape.times[now - 2]!) ? change(tape, now, 1) : 0,
  'against the last change after a silence': (tape, now) =>
    tape.times[now]! - tape.times[now - 1]! > 1.5 * (tape.times[now - 1]! - tape.times[now - 2]!) ? -change(tape, now, 3) : 0,
};
