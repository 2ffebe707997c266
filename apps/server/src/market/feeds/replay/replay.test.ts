import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatUnits } from '@bourse/money';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TestClock } from '../../../testing/market.ts';
import { createCatalogue } from '../../catalogue/catalogue.ts';
import type { FeedSink, FeedTick } from '../port.ts';
import { ReplayFeed } from './feed.ts';
import { inSteps, lastStretch, type Recording, readRecording } from './recordings.ts';
import { endOf, replayPoint, Timeline } from './timeline.ts';

const folder = mkdtempSync(join(tmpdir(), 'bourse-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const catalogue = createCatalogue();
const xau = catalogue.instrumentBySymbol('XAU-PERP')!;
const minute = 60_000;
const begin = Date.UTC(2014, 4, 5, 0, 0);

const ticksOf = ({ priceScale }: Recording, units: number) => inSteps(priceScale, xau.tick)(units);

class Sink implements FeedSink {
  ticks: FeedTick[] = [];
  garbageRows = 0;
  tick(tick: FeedTick) {
    this.ticks.push(tick);
  }
  garbage() {
    this.garbageRows += 1;
  }
}

function feedOf(main: Recording, clock: TestClock, speed: number, point?: number) {
  const { from, to } = lastStretch(main, 5 * 86_400_000);
  const start = main.t[from]!;
  const timeline = new Timeline({ wall: clock.now(), recorded: point ?? start, speed }, start, endOf(main, to - 1));
  return new ReplayFeed([{ instrument: xau, source: 'replay test', main, older: [], timeline }], clock);
}

/** A recording in memory without the given rows. */
function without(main: Recording, holes: readonly (readonly [from: number, to: number])[]): Recording {
  const kept = Array.from({ length: main.length }, (_, row) => row).filter((row) => !holes.some(([from, to]) => row >= from && row < to));
  const pick = (column: Float64Array) => Float64Array.from(kept, (row) => column[row]!);
  return {
    ...main,
    length: kept.length,
    t: pick(main.t),
    o: pick(main.o),
    h: pick(main.h),
    l: pick(main.l),
    c: pick(main.c),
    v: pick(main.v),
    half: pick(main.half),
  };
}

async function played(main: Recording, speed: number) {
  const clock = new TestClock();
  const sink = new Sink();
  const feed = feedOf(main, clock, speed);
  feed.start(sink);
  const length = main.t[main.length - 1]! - main.t[0]!;
  // Large steps, as on a slow machine.
  feed.stop();
  for (let passed = 0; passed < length / speed; passed += 400) {
    await clock.advance(400);
    feed.emitUntil(clock.now(), sink);
  }
  return { sink, gaps: feed.gaps().get('replay test') ?? 0 };
}

function bars(count: number): Recording {
  const lines = Array.from({ length: count }, (_, row) => {
    const price = 1_200 + Math.sin(row / 30) * 20;
    return [begin + row * minute, price, price + 1, price - 1, price + 0.5, 10].map(String).join(',');
  });
  writeFileSync(join(folder, 'cfd-test-xau-minute-trade.csv'), `t,o,h,l,c,v\n${lines.join('\n')}\n`);
  return readRecording(folder, 'cfd-test-xau', 'minute')!;
}

describe('a replay', () => {
  it('finds exactly the gaps that were cut into a recording, at a hundred times the speed', async () => {
    const main = bars(2_000);
    const holes = [
      [50, 51],
      [200, 230],
      [231, 300],
      [700, 701],
      [1_500, 1_700],
    ] as const;
    expect((await played(main, 100)).gaps).toBe(0);
    expect((await played(without(main, holes), 100)).gaps).toBe(holes.length);
  });

  it('finds the injected gaps in a real recording, and the recording’s own gaps', async () => {
    const recordings = process.env['BOURSE_RECORDINGS'];
    if (!recordings || !existsSync(recordings)) {
      console.log('replay: skipped the real recording: BOURSE_RECORDINGS names no folder');
      return;
    }
    const main = readRecording(recordings, 'cfd-oanda-xauusd', 'minute')!;
    const base = (await played(main, 1_000)).gaps;
    // Each hole is inside an unbroken stretch, so each adds one gap.
    const holes: [number, number][] = [];
    for (let row = 100; row < main.length - 100 && holes.length < 20; row += 700) {
      const unbroken = Array.from({ length: 40 }, (_, index) => main.t[row + index + 1]! - main.t[row + index]! === minute).every(Boolean);
      if (unbroken) holes.push([row + 10, row + 20]);
    }
    expect(holes.length).toBeGreaterThan(5);
    expect((await played(without(main, holes), 1_000)).gaps).toBe(base + holes.length);
  });

  it('says every bar’s prices and all of its volume, shifted to now and in order', async () => {
    const main = bars(300);
    const { sink } = await played(main, 100);
    const times = sink.ticks.map(({ time }) => time);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    const lots = sink.ticks.reduce((sum, tick) => sum + tick.lots, 0);
    // The test ends before the last bar does.
    expect(lots).toBeGreaterThanOrEqual(298 * 1_000);
    expect(lots).toBeLessThanOrEqual(300 * 1_000);
    const prices = new Set(sink.ticks.map(({ last }) => last));
    expect(prices.has(ticksOf(main, main.h[100]!))).toBe(true);
    expect(prices.has(ticksOf(main, main.l[100]!))).toBe(true);
  });

  it('refuses and counts rows that make no sense', () => {
    const rows = [
      [begin, 1, 2, 1, 2, 5],
      [begin + minute, 'x', 2, 1, 2, 5],
      [begin + 2 * minute, 1, 2, 3, 2, 5],
      [begin + 3 * minute, 1, 2, 1, 2, -1],
      [begin, 1, 2, 1, 2, 5],
      [begin + 4 * minute, 0, 2, 0, 2, 5],
      [begin + 5 * minute, 1, 2, 1, 2, ''],
      ['1e3garbage'],
      [''],
    ];
    writeFileSync(join(folder, 'cfd-bad-xau-minute-trade.csv'), `t,o,h,l,c,v\n${rows.map((row) => row.join(',')).join('\n')}\n`);
    const recording = readRecording(folder, 'cfd-bad-xau', 'minute')!;
    expect(recording.length).toBe(2);
    expect(recording.garbage).toBe(7);
    writeFileSync(join(folder, 'forex-bad-eur-tick-quote.csv'), `t,b,a\n${begin},1.2,1.1\n${begin + 1},1.1,1.2\n${begin + 2},0,1.2\n`);
    const ticks = readRecording(folder, 'forex-bad-eur', 'tick')!;
    expect([ticks.length, ticks.garbage]).toEqual([1, 2]);
  });

  it('turns a price between two ticks into the upper one, whichever price it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.nat(2_000), fc.integer({ min: 0, max: 5 }), (bid, spread, decimals) => {
        const text = (units: number) => formatUnits(BigInt(units), decimals);
        const path = join(folder, 'forex-half-eur-tick-quote.csv');
        writeFileSync(path, `t,b,a\n${begin},${text(bid)},${text(bid + spread)}\n`);
        const one = readRecording(folder, 'forex-half-eur', 'tick')!;
        const ticks = inSteps(one.priceScale, text(1))(one.c[0]!);
        expect(ticks).toBe(Math.ceil((2 * bid + spread) / 2));
      }),
      { numRuns: 300 },
    );
    // The middle of 1.38676 and 1.38687 is 1.386815: as a binary number it is a little less.
    expect(inSteps(6, '0.00001')(1_386_815)).toBe(138_682);
    expect([1_386_449, 1_386_450].map(inSteps(6, '0.0001'))).toEqual([13_864, 13_865]);
  });

  it('counts a gap once, however many instruments the recording prices', async () => {
    const main = without(bars(300), [
      [50, 51],
      [200, 230],
    ]);
    const clock = new TestClock();
    const timeline = new Timeline({ wall: clock.now(), recorded: main.t[0]!, speed: 100 }, main.t[0]!, endOf(main, main.length - 1));
    const tracks = ['XAU-PERP', 'XAG-PERP', 'OIL-PERP'].map((symbol) => ({
      instrument: catalogue.instrumentBySymbol(symbol)!,
      source: 'replay test',
      main: { ...main, garbage: 2 },
      older: [],
      timeline,
    }));
    const feed = new ReplayFeed(tracks, clock);
    const sink = new Sink();
    feed.start(sink);
    feed.stop();
    await clock.advance(170_000);
    feed.emitUntil(clock.now(), sink);
    expect(feed.gaps()).toEqual(new Map([['replay test', 2]]));
    expect(sink.garbageRows).toBe(2);
  });

  it('starts over at its end and counts the seam as a gap', async () => {
    const main = bars(60);
    const clock = new TestClock();
    const feed = feedOf(main, clock, 100);
    const sink = new Sink();
    feed.start(sink);
    feed.stop();
    for (let step = 0; step < 150; step += 1) {
      await clock.advance(500);
      feed.emitUntil(clock.now(), sink);
    }
    expect(feed.gaps().get('replay test')).toBe(2);
  });

  it('fills the time of a standstill from the recording', () => {
    const main = bars(600);
    const clock = new TestClock(Date.UTC(2026, 10, 20, 15, 0));
    const feed = feedOf(main, clock, 1);
    const from = clock.now() + 10 * minute;
    const candles = feed.history(xau.id, from, from + 30 * minute, minute);
    expect(candles).toHaveLength(30);
    expect(candles[0]).toMatchObject({ t: from, o: ticksOf(main, main.o[10]!), c: ticksOf(main, main.c[10]!) });
  });

  it('begins at the same time of the week as now when the recording is long enough', () => {
    const now = Date.UTC(2026, 10, 21, 12, 0);
    const point = replayPoint(begin, begin + 14 * 86_400_000, now);
    expect((now - point) % (7 * 86_400_000)).toBe(0);
    expect(point).toBeGreaterThan(begin);
  });
});
