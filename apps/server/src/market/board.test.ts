import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestClock, testSecret } from '../testing/market.ts';
import { Board } from './board.ts';
import { createCatalogue, sessionsOf } from './catalogue/catalogue.ts';
import type { FeedTick } from './feeds/port.ts';
import { SimulatedFeed } from './feeds/simulated/feed.ts';
import { fixedSecrets } from './feeds/simulated/secrets.ts';
import { changeText, placePoint, priceText, quantityText, turnoverText } from './figures.ts';
import { rowOf } from './rows.ts';
import { DayStatistics } from './statistics.ts';

const catalogue = createCatalogue();
const btc = catalogue.instrumentBySymbol('BTC/USDT')!;
const tickOf = (clock: TestClock, last: number, more: Partial<FeedTick> = {}): FeedTick => ({
  instrument: btc.id,
  time: clock.now(),
  bid: last - 1,
  ask: last + 1,
  last,
  lots: 10,
  side: 0,
  ...more,
});

describe('the catalogue', () => {
  it('holds the start set, and every spot notional is a whole number of minor units', () => {
    const of = (kind: number) => catalogue.instruments.filter((one) => one.kind === kind);
    expect(of(1).length).toBeGreaterThanOrEqual(20);
    expect(of(2).length).toBeGreaterThanOrEqual(20);
    expect(of(3).length).toBeGreaterThanOrEqual(30);
    for (const one of catalogue.instruments) {
      expect(Number.isSafeInteger(one.quoteUnitsPerTickLot) && one.quoteUnitsPerTickLot >= 1).toBe(true);
      const exact = one.tickUnits * one.lotUnits * 10n ** BigInt(one.quote.scale);
      expect(exact).toBe(BigInt(one.quoteUnitsPerTickLot) * 10n ** BigInt(one.priceScale + one.quantityScale));
      expect(one.takerFeePpm.length).toBe(one.makerFeePpm.length);
    }
    expect(
      of(3)
        .filter(({ board }) => board === 'MY')
        .every(({ lot }) => lot === '100'),
    ).toBe(true);
  });
});

describe('what a source says', () => {
  it('is refused and counted when it is garbage', () => {
    const clock = new TestClock();
    const board = new Board(catalogue, clock);
    board.tick(tickOf(clock, 6_800_000));
    const before = rowOf(board, board.get(btc.id)!, undefined);
    const bad: Partial<FeedTick>[] = [
      { last: Number.NaN },
      { last: -5 },
      { last: 0 },
      { bid: 6_900_000 },
      { lots: -1 },
      { lots: 0.5 },
      { bid: Number.POSITIVE_INFINITY },
      { time: Number.NaN },
      { time: clock.now() + 60_000 },
      { time: clock.now() - 1 },
      { last: 9_900_000, bid: 9_899_999, ask: 9_900_001 },
    ];
    for (const more of bad) board.tick(tickOf(clock, 6_800_000, more));
    expect(board.refused).toEqual({ malformed: 8, future: 1, outOfOrder: 1, jump: 1 });
    expect(rowOf(board, board.get(btc.id)!, undefined)).toEqual(before);
  });
  it('is compared with the last price however old that is, and believed when three prints of its own agree for five seconds', async () => {
    const clock = new TestClock();
    const board = new Board(catalogue, clock);
    const live = board.get(btc.id)!;
    board.tick(tickOf(clock, 6_800_000));
    await clock.advance(3 * 86_400_000);
    for (const [row, last] of [
      [1, 4_000_000],
      [1, 4_000_000],
      [2, 4_000_100],
      [3, 4_000_200],
    ] as const) {
      board.tick(tickOf(clock, last, { row }));
      await clock.advance(1_500);
    }
    expect(live.last).toBe(6_800_000);
    expect(board.held()).toMatchObject([{ live, held: { price: 4_000_200, against: 6_800_000, prints: 3 } }]);
    board.tick(tickOf(clock, 4_000_300, { row: 4 }));
    expect(live.last).toBe(4_000_300);
    expect(board.refused.jump).toBe(4);
    expect(board.held()).toEqual([]);
  });
  it('is not believed for repeating one print, or for saying something else each time', async () => {
    const clock = new TestClock();
    const board = new Board(catalogue, clock);
    board.tick(tickOf(clock, 6_800_000));
    for (let time = 0; time < 20; time += 1) {
      await clock.advance(2_000);
      board.tick(tickOf(clock, 4_000_000, { row: 7 }));
    }
    for (let time = 0; time < 20; time += 1) {
      await clock.advance(2_000);
      board.tick(tickOf(clock, time % 2 === 0 ? 3_000_000 : 9_000_000));
    }
    expect(board.get(btc.id)!.last).toBe(6_800_000);
    board.tick(tickOf(clock, 6_810_000));
    expect(board.get(btc.id)!.last).toBe(6_810_000);
    expect(board.held()).toEqual([]);
  });
  it('is compared after a restart with the price known from before, and an operator may confirm exactly the price that waits', async () => {
    const clock = new TestClock();
    const board = new Board(catalogue, clock);
    const live = board.get(btc.id)!;
    live.guard.remember(6_800_000, clock.now() - 86_400_000);
    board.tick(tickOf(clock, 4_000_000));
    expect(live.last).toBe(0);
    expect(live.guard.confirm(4_100_000)).toBe(false);
    expect(live.guard.confirm(4_000_000)).toBe(true);
    board.tick(tickOf(clock, 4_000_100));
    expect(live.last).toBe(4_000_100);
    expect(live.guard.confirm(4_000_100)).toBe(false);
  });
  it('is compared in shares of today: a split restates the last price once', async () => {
    const clock = new TestClock();
    const split = clock.now() + 60_000;
    const board = new Board(catalogue, clock, (_, from, to) => (split > from && split <= to ? [{ numerator: 7, denominator: 1 }] : []));
    board.tick(tickOf(clock, 6_800_000));
    await clock.advance(120_000);
    board.tick(tickOf(clock, 6_800_000));
    expect(board.held()).toMatchObject([{ held: { against: 971_428 } }]);
    board.tick(tickOf(clock, 970_000));
    board.tick(tickOf(clock, 980_000));
    expect(board.get(btc.id)!.last).toBe(980_000);
  });
  it('is stale after five seconds of silence, and the row says so', async () => {
    const clock = new TestClock();
    const board = new Board(catalogue, clock);
    const live = board.get(btc.id)!;
    expect(rowOf(board, live, undefined)).toMatchObject({ pe: '0.00', st: 1 });
    board.tick(tickOf(clock, 6_800_000));
    expect(rowOf(board, live, { bid: 6_798_000, ask: 6_802_000 })).toMatchObject({ pe: '68000.00', a: '68020.00', b: '67980.00', st: 0 });
    await clock.advance(5_000);
    expect(board.isStale(live)).toBe(false);
    await clock.advance(1);
    expect(rowOf(board, live, undefined).st).toBe(1);
  });
});

describe('the 24 h statistics', () => {
  it('are exact for every moment of a rolling window', () => {
    const minute = 60_000;
    const start = Date.UTC(2026, 10, 18);
    fc.assert(
      fc.property(
        fc.array(fc.record({ gap: fc.integer({ min: 1, max: 200 }), price: fc.integer({ min: 1, max: 9_999 }), v: fc.nat(100) }), {
          minLength: 1,
          maxLength: 80,
        }),
        (steps) => {
          const day = new DayStatistics(null, false);
          let t = start;
          const all: { t: number; end: number; o: number; h: number; l: number; c: number; v: number; q: number }[] = [];
          for (const { gap, price, v } of steps) {
            t += gap * minute;
            const candle = { t, end: t + minute, o: price, h: price + 3, l: Math.max(1, price - 3), c: price + 1, v, q: v * price };
            all.push(candle);
            const now = t + minute;
            day.addClosed(candle, now);
            const inside = all.filter((one) => one.t >= now - 86_400_000);
            const before = all.filter((one) => one.t < now - 86_400_000).at(-1);
            const figures = day.figures(undefined, price);
            expect(figures).toEqual({
              open: before?.c ?? inside[0]!.o,
              high: Math.max(...inside.map(({ h }) => h)),
              low: Math.min(...inside.map(({ l }) => l)),
              lots: inside.reduce((sum, one) => sum + one.v, 0),
              tickLots: inside.reduce((sum, one) => sum + one.q, 0),
            });
            expect(day.spark(price)).toHaveLength(48);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
  it('of a market whose past is not loaded yet are those of its price, and no low of zero', () => {
    expect(new DayStatistics(null, false).figures(undefined, 220)).toEqual({ open: 220, high: 220, low: 220, lots: 0, tickLots: 0 });
  });
  it('of a stock compare the session with the close before it, also at the weekend', () => {
    const sessions = sessionsOf('XNYS');
    const day = new DayStatistics(sessions, true);
    const thursday = Date.UTC(2026, 10, 19, 20, 59);
    const friday = Date.UTC(2026, 10, 20, 15, 0);
    const candle = (t: number, price: number) => ({ t, end: t + 60_000, o: price, h: price, l: price, c: price, v: 5, q: 5 * price });
    const saturday = Date.UTC(2026, 10, 21, 12, 0);
    day.load([candle(thursday, 200), candle(friday, 210), candle(friday + 60_000, 220)], saturday);
    expect(day.figures(undefined, 220)).toEqual({ open: 200, high: 220, low: 210, lots: 10, tickLots: 2_150 });
  });
});

describe('figures as they travel', () => {
  it('place the point exactly', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 12 }), (units, scale) => {
        const text = placePoint(units, scale);
        expect(BigInt(text.replace('.', ''))).toBe(BigInt(units));
        expect(text.split('.')[1]?.length ?? 0).toBe(scale);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
      }),
    );
    const shib = catalogue.instrumentBySymbol('SHIB/USDT')!;
    expect(priceText(shib, 1_794)).toBe('0.00001794');
    expect(quantityText(shib, 3)).toBe('300');
    expect(quantityText(btc, 2 ** 53)).toBe('900719925474.0992');
    expect(turnoverText(btc, 6_800_000 * 10_000)).toBe('68000.00');
    expect([changeText(200, 199), changeText(200, 200), changeText(3, 4), changeText(1_000_000, 999_999)]).toEqual([
      '-0.50',
      '0.00',
      '33.33',
      '0.00',
    ]);
  });
});

describe('the simulated source', () => {
  const sink = () => {
    const ticks: FeedTick[] = [];
    return { ticks, tick: (tick: FeedTick) => ticks.push(tick), garbage() {} };
  };
  const anchor = Date.UTC(2026, 10, 1);
  const other = '7'.repeat(64);
  const feedAt = (clock: TestClock, secret = testSecret) => new SimulatedFeed({ catalogue, clock, secrets: fixedSecrets(secret), anchor });

  it('is the same for the same secret and time, whenever it was started', async () => {
    const run = async (begin: number) => {
      const clock = new TestClock(begin);
      const out = sink();
      const feed = feedAt(clock);
      feed.start(out);
      await clock.advance(Date.UTC(2026, 10, 18, 15, 0, 10) - begin);
      feed.stop();
      return out.ticks.filter(({ time }) => time >= Date.UTC(2026, 10, 18, 15, 0, 5));
    };
    const one = await run(Date.UTC(2026, 10, 18, 15, 0, 0));
    const two = await run(Date.UTC(2026, 10, 18, 15, 0, 3));
    expect(one.length).toBeGreaterThan(300);
    const byInstrument = (ticks: FeedTick[]) => [...ticks].sort((a, b) => a.instrument - b.instrument || a.time - b.time);
    expect(byInstrument(two)).toEqual(byInstrument(one));
  });
  it('begins at its starting prices, and another secret gives other prices', () => {
    const clock = new TestClock(anchor + 86_400_000);
    const at = (secret: string, from: number) => feedAt(clock, secret).history(btc.id, from, from + 60_000, 60_000)[0]!;
    expect(Math.abs(at(testSecret, anchor).o - 6_841_250)).toBeLessThan(20_000);
    expect(at(testSecret, anchor - 86_400_000).o).not.toBe(at(other, anchor - 86_400_000).o);
    expect(at(testSecret, anchor - 86_400_000)).toEqual(at(testSecret, anchor - 86_400_000));
  });
  it('gives each coin a day of its own: few pairs of half-hourly curves look alike, and a kind still moves together a little', () => {
    const feed = feedAt(new TestClock(anchor));
    const coins = catalogue.instruments.filter(({ kind, base, quote }) => kind === 1 && base.kind === 3 && quote.code === 'USDT');
    const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
    const likeness = (a: readonly number[], b: readonly number[]) => {
      const [da, db] = [a, b].map((list) => list.map((one) => one - mean(list))) as [number[], number[]];
      const sum = (x: readonly number[], y: readonly number[]) => x.reduce((total, one, index) => total + one * y[index]!, 0);
      return sum(da, db) / Math.sqrt(sum(da, da) * sum(db, db));
    };
    const alike: number[] = [];
    const together: number[] = [];
    for (let day = 0; day < 6; day += 1) {
      const from = anchor + day * 86_400_000;
      const curves = coins.map(({ id }) => feed.history(id, from, from + 86_400_000, 1_800_000).map(({ c }) => c));
      const steps = curves.map((curve) => curve.slice(1).map((price, index) => Math.log(price / curve[index]!)));
      for (let one = 0; one < coins.length; one += 1)
        for (let two = one + 1; two < coins.length; two += 1) {
          alike.push(likeness(curves[one]!, curves[two]!));
          together.push(likeness(steps[one]!, steps[two]!));
        }
    }
    // Free walks with a correlation of a quarter look alike for a day about this often.
    expect(alike.filter((one) => one > 0.8).length / alike.length).toBeLessThan(0.3);
    expect(mean(together)).toBeGreaterThan(0.1);
    expect(mean(together)).toBeLessThan(0.4);
  });
  it('respects sessions: no stock moves at night, none has a candle at the weekend', async () => {
    const clock = new TestClock(Date.UTC(2026, 10, 21, 15, 0));
    const out = sink();
    const feed = feedAt(clock);
    feed.start(out);
    await clock.advance(5_000);
    const kinds = new Set(out.ticks.map(({ instrument }) => catalogue.instrumentById(instrument)!.session));
    expect(kinds).toEqual(new Set([null]));
    const aapl = catalogue.instrumentBySymbol('AAPL')!;
    const week = feed.history(aapl.id, Date.UTC(2026, 10, 14), Date.UTC(2026, 10, 21), 86_400_000);
    expect(week).toHaveLength(5);
    expect(feed.history(aapl.id, Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21), 60_000)).toHaveLength(390);
  });
  it('keeps a day’s volume near what its model says, live and in the past', async () => {
    const clock = new TestClock(Date.UTC(2026, 10, 18, 0, 0));
    const out = sink();
    const feed = feedAt(clock);
    feed.start(out);
    await clock.advance(600_000);
    const live = out.ticks.filter(({ instrument }) => instrument === btc.id).reduce((sum, { lots }) => sum + lots, 0) * 144;
    const past = feed.history(btc.id, Date.UTC(2026, 10, 17), Date.UTC(2026, 10, 18), 60_000).reduce((sum, { v }) => sum + v, 0);
    const expected = (1_240_000_000 / 68_412.5) * 10_000;
    for (const found of [live, past]) {
      expect(found).toBeGreaterThan(expected * 0.4);
      expect(found).toBeLessThan(expected * 2.5);
    }
  });
});
