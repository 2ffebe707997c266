import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../sessions/index.ts';
import { MarketTime } from './market-time.ts';
import { evenTemper, Path, PathReader } from './path.ts';
import { dayOf, fixedSecrets } from './secrets.ts';
import { Streams } from './streams.ts';

const begin = Date.UTC(2026, 10, 18);
const world = (secret: string) => new Streams(fixedSecrets(secret), dayOf(begin));
const walk = (streams: Streams, label = 'own:BTC') =>
  new PathReader(new Path(streams, label, new MarketTime(null), evenTemper, dayOf(begin)));
const read = fc.record({
  ms: fc.integer({ min: -40 * dayMs, max: 40 * dayMs }),
  finest: fc.constantFrom(0, 1, 15, 900, 86_400),
  /** A step to a second read, which often stays in the same parts. */
  step: fc.integer({ min: 0, max: 600_000 }),
});

test('a walk has one value at a time, whatever was read before', () => {
  const streams = world('12'.repeat(32));
  const at = (reader: PathReader, time: number, finest: number) => {
    reader.at(time, finest);
    return [reader.x, reader.clock];
  };
  fc.assert(
    fc.property(fc.array(read, { minLength: 1, maxLength: 40 }), (reads) => {
      const walked = walk(streams);
      for (const { ms, finest, step } of reads)
        for (const time of [begin + ms, begin + ms + step])
          expect(at(walked, time, finest)).toEqual(at(walk(world('12'.repeat(32))), time, finest));
    }),
    { numRuns: 20 },
  );
});

test('a day joins the next one without a jump, and its clock never goes back', () => {
  const reader = walk(world('34'.repeat(32)));
  for (let day = -3; day <= 3; day += 1) {
    const midnight = begin + day * dayMs;
    reader.at(midnight - 1);
    const [x, clock] = [reader.x, reader.clock];
    reader.at(midnight);
    expect(Math.abs(reader.x - x)).toBeLessThan(5);
    expect(reader.clock).toBeGreaterThan(clock);
    expect(reader.clock - clock).toBeLessThan(5);
  }
});

test('a day’s walk needs the secrets of that day and of earlier ones, and no other secret changes it', () => {
  const [one, other] = [fixedSecrets('56'.repeat(32)), fixedSecrets('78'.repeat(32))];
  const today = dayOf(begin) + 2;
  const mixed = (from: number) => ({ of: (day: number) => (day >= from ? other : one).of(day) });
  const values = (secrets: { of(day: number): Uint8Array | undefined }) => {
    const reader = walk(new Streams(secrets, dayOf(begin)));
    return Array.from({ length: 200 }, (_, index) => {
      reader.at(today * dayMs + index * 400_000);
      return reader.x;
    });
  };
  expect(values(mixed(today + 1))).toEqual(values(one));
  expect(values(mixed(today))).not.toEqual(values(one));
});

test('streams of two labels, two days or two secrets have nothing in common', () => {
  const streams = world('9a'.repeat(32));
  const day = dayOf(begin);
  const words = (from: Streams, label: string, of: number) => {
    const stream = from.stream(label, 64);
    return Array.from({ length: 256 }, (_, draw) => stream.word(of, draw));
  };
  const all = [
    words(streams, 'side of BTC/USDT', day),
    words(streams, 'silence of BTC/USDT', day),
    words(streams, 'side of ETH/USDT', day),
    words(streams, 'side of BTC/USDT', day + 1),
    words(streams, 'side of BTC/USDT', day - 1),
    words(world('bc'.repeat(32)), 'side of BTC/USDT', day),
  ].flat();
  expect(new Set(all).size).toBeGreaterThan(all.length - 3);
  expect(words(streams, 'side of BTC/USDT', day)).toEqual(all.slice(0, 256));
});
