import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionsOf } from '../catalogue/catalogue.ts';
import { type Candle, CandleBuilder } from './builder.ts';
import { Buckets, finerThan, intervalCount } from './intervals.ts';

const start = Date.UTC(2026, 10, 18, 0, 0);
const markets = [
  { name: 'around the clock', sessions: null },
  { name: 'New York stock', sessions: sessionsOf('XNYS') },
  { name: 'Kuala Lumpur stock', sessions: sessionsOf('XKLS') },
];

interface Tick {
  time: number;
  price: number;
  lots: number;
}
const ticks = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 5_400_000 }),
      price: fc.integer({ min: 1, max: 1_000 }),
      lots: fc.integer({ min: 0, max: 50 }),
    }),
    {
      minLength: 1,
      maxLength: 300,
    },
  )
  .map((steps) => {
    let time = start;
    return steps.map(({ gap, price, lots }): Tick => {
      time += gap;
      return { time, price, lots };
    });
  });

function built(sessions: ReturnType<typeof sessionsOf>, input: readonly Tick[]) {
  const closed: Candle[][] = Array.from({ length: intervalCount }, () => []);
  const builder = new CandleBuilder(new Buckets(sessions), (interval, candle) => closed[interval]?.push({ ...candle }));
  for (const { time, price, lots } of input) builder.add(time, price, lots);
  builder.closeBefore(start + 400 * 86_400_000);
  return { closed, builder };
}

/** The plainest definition of a candle, as a reference. */
function oracle(buckets: Buckets, interval: number, input: readonly Tick[]): Candle[] {
  const groups = new Map<number, Tick[]>();
  for (const tick of input) {
    const bucket = buckets.at(interval, tick.time);
    if (bucket && buckets.at(0, tick.time)) groups.set(bucket.start, [...(groups.get(bucket.start) ?? []), tick]);
  }
  return [...groups].map(([t, group]) => ({
    t,
    end: buckets.at(interval, t)!.end,
    o: group[0]!.price,
    h: Math.max(...group.map(({ price }) => price)),
    l: Math.min(...group.map(({ price }) => price)),
    c: group.at(-1)!.price,
    v: group.reduce((sum, { lots }) => sum + lots, 0),
    q: group.reduce((sum, { lots, price }) => sum + lots * price, 0),
  }));
}

describe.each(markets)('candles of a market $name', ({ sessions }) => {
  it('are what the ticks of their stretch say, in all ten intervals', () => {
    fc.assert(
      fc.property(ticks, (input) => {
        const { closed } = built(sessions, input);
        for (let interval = 0; interval < intervalCount; interval += 1)
          expect(closed[interval]).toEqual(oracle(new Buckets(sessions), interval, input));
      }),
      { numRuns: 60 },
    );
  });
  it('agree across intervals: each is the sum of its finer ones', () => {
    fc.assert(
      fc.property(ticks, (input) => {
        const { closed } = built(sessions, input);
        for (let interval = 1; interval < intervalCount; interval += 1) {
          for (const whole of closed[interval]!) {
            const parts = closed[finerThan(interval)]!.filter(({ t }) => t >= whole.t && t < whole.end);
            expect(parts[0]?.o).toBe(whole.o);
            expect(parts.at(-1)?.c).toBe(whole.c);
            expect(Math.max(...parts.map(({ h }) => h))).toBe(whole.h);
            expect(Math.min(...parts.map(({ l }) => l))).toBe(whole.l);
            expect(parts.reduce((sum, { v }) => sum + v, 0)).toBe(whole.v);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
  it('never repaint: late ticks are refused and closed candles stay as they were', () => {
    fc.assert(
      fc.property(ticks, fc.array(fc.integer({ min: -86_400_000, max: 86_400_000 }), { maxLength: 50 }), (input, shifts) => {
        const closed: string[] = [];
        const seen = new Set<string>();
        const builder = new CandleBuilder(new Buckets(sessions), (interval, candle) => {
          const key = `${interval}:${candle.t}`;
          expect(seen.has(key)).toBe(false);
          seen.add(key);
          closed.push(JSON.stringify([interval, candle]));
        });
        const before: [Candle, string][] = [];
        input.forEach(({ time, price, lots }, index) => {
          builder.add(time, price, lots);
          const shift = shifts[index % Math.max(1, shifts.length)] ?? 0;
          builder.add(time + shift, price + 1, lots);
          if (index % 7 === 0) builder.closeBefore(time);
        });
        for (const [candle, text] of before) expect(JSON.stringify(candle)).toBe(text);
        const texts = [...closed];
        builder.add(start, 1, 1);
        expect(closed).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });
});

describe('after a restart', () => {
  it('the forming candles are what they would have been without it', () => {
    fc.assert(
      fc.property(ticks, fc.nat(), (input, cut) => {
        const whole = built(null, input);
        const at = cut % input.length;
        // Everything up to the end of a minute is stored. The whole minute that was forming is filled in again.
        const boundary = Math.floor(input[at]!.time / 60_000) * 60_000;
        const first = input.filter(({ time }) => time < boundary);
        const stored: Candle[][] = Array.from({ length: intervalCount }, () => []);
        const one = new CandleBuilder(new Buckets(null), (interval, candle) => stored[interval]?.push({ ...candle }));
        for (const { time, price, lots } of first) one.add(time, price, lots);
        one.closeBefore(boundary);
        const two = new CandleBuilder(new Buckets(null), (interval, candle) => stored[interval]?.push({ ...candle }));
        for (let interval = 0; interval < intervalCount; interval += 1) {
          const until = stored[interval]?.at(-1)?.end ?? 0;
          const bucket = two.buckets.at(interval, boundary - 1)!;
          const parts = interval === 0 ? [] : stored[finerThan(interval)]!.filter(({ t }) => t >= Math.max(until, bucket.start));
          two.restore(interval, until, parts);
        }
        for (const { time, price, lots } of input.filter(({ time }) => time >= boundary)) two.add(time, price, lots);
        two.closeBefore(start + 400 * 86_400_000);
        expect(stored).toEqual(whole.closed);
      }),
      { numRuns: 60 },
    );
  });
});
