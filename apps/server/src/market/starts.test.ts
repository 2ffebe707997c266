import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { startCharted, TestClock, testSecret } from '../testing/market.ts';
import { Board } from './board.ts';
import type { Candle } from './candles/builder.ts';
import { allListings, createCatalogue } from './catalogue/catalogue.ts';
import { SimulatedFeed } from './feeds/simulated/feed.ts';
import { fixedSecrets } from './feeds/simulated/secrets.ts';
import { createMarket, type Market } from './index.ts';
import { rowOf } from './rows.ts';
import { hash } from './scatter.ts';
import { minuteMs } from './sessions/index.ts';

const config = { feed: 'simulated' as const, recordings: undefined, replaySpeed: 1, priceSecret: testSecret };
let held: TestDatabase;
let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
  await held.drop();
});

/** Starts a server's market and lets time pass while its charts load. */
async function startMarket(clock: TestClock, symbols: readonly string[]) {
  const listings = allListings.filter(({ symbol }) => symbols.includes(symbol));
  market = await createMarket({ database: held.database, clock, log: silentLog, config, listings });
  await startCharted(market, clock);
  return market;
}

describe('a start', () => {
  it('at any second, twenty times, leaves every minute as its ticks made it, and the day’s figures with it', async () => {
    held = await testDatabase();
    const symbols = ['BTC/USDT', 'EUR-PERP', 'AAPL'];
    const begin = Date.UTC(2026, 10, 18, 15, 20, 17);
    const clock = new TestClock(begin);
    const firstMinute = Math.floor(begin / minuteMs) * minuteMs;
    // What a server that never stopped would have heard.
    const whole = new Map<number, Map<number, Candle>>();
    const catalogue = createCatalogue(
      undefined,
      allListings.filter(({ symbol }) => symbols.includes(symbol)),
    );
    const reference = new SimulatedFeed({ catalogue, clock, secrets: fixedSecrets(testSecret), anchor: begin });
    const board = new Board(catalogue, clock);
    for (const live of board.all) board.loaded(live, []);
    board.listen({
      candleClosed: ({ instrument }, interval, candle) => {
        if (interval !== 0) return;
        const minutes = whole.get(instrument.id) ?? new Map<number, Candle>();
        whole.set(instrument.id, minutes.set(candle.t, { ...candle }));
      },
    });
    reference.start(board, () => firstMinute);
    for (let start = 0; start < 20; start += 1) {
      const one = await startMarket(clock, symbols);
      await clock.advance(10_000 + (hash(start, 1, 1) % 90_000));
      await one.stop();
      market = undefined;
      await clock.advance(hash(start, 2, 2) % 75_000);
    }
    const last = await startMarket(clock, symbols);
    await clock.advance(2_000);
    await last.store.flush();
    board.closeDue();
    const until = Math.floor((clock.now() - 2_000) / minuteMs) * minuteMs;
    expect(until - firstMinute).toBeGreaterThan(20 * minuteMs);
    for (const { instrument, day, builder } of last.board.all) {
      const stored = await last.store.within(instrument.id, 0, firstMinute, until);
      const expected = [...whole.get(instrument.id)!.values()].filter(({ t }) => t >= firstMinute && t < until);
      expect(stored, instrument.symbol).toEqual(expected);
      const now = clock.now();
      const from =
        instrument.kind === 3 ? instrument.hours!.lastDay(now)!.segments[0]!.open : Math.ceil((now - 86_400_000) / minuteMs) * minuteMs;
      const minutes = await last.store.within(instrument.id, 0, from, now);
      const forming = builder.current(0);
      const lots = minutes.reduce((sum, { v }) => sum + v, 0) + (forming && forming.t > minutes.at(-1)!.t ? forming.v : 0);
      expect(day.figures(forming, 0).lots, instrument.symbol).toBe(lots);
    }
  }, 120_000);

  it('for the first time at a weekend shows each closed market’s last session: its change, its volume and the time of its price', async () => {
    held = await testDatabase();
    const sunday = new TestClock(Date.UTC(2026, 10, 22, 12, 0, 31));
    const one = await startMarket(sunday, ['AAPL', 'MAYBANK', 'EUR-PERP', 'XAU-PERP', 'BTC/USDT']);
    const closes = { AAPL: [20, 21, 0], MAYBANK: [20, 9, 0], 'EUR-PERP': [20, 22, 0], 'XAU-PERP': [20, 22, 0] } as const;
    for (const [symbol, [day, hour, minute]] of Object.entries(closes)) {
      const live = one.board.get(one.catalogue.instrumentBySymbol(symbol)!.id)!;
      const row = rowOf(one.board, live, undefined);
      expect(row, symbol).toMatchObject({ st: 1, t: Date.UTC(2026, 10, day, hour, minute) });
      expect(Number(row.v), symbol).toBeGreaterThan(0);
      expect(row.peA, symbol).not.toBe('0.00');
      expect(Number(row.h), symbol).toBeGreaterThan(Number(row.l));
      const before = one.catalogue
        .instrumentBySymbol(symbol)!
        .hours!.previous(Date.UTC(2026, 10, 20))!
        .segments.at(-1)!.close;
      const [close] = (await one.store.within(live.instrument.id, 0, before - minuteMs, before)).slice(-1);
      if (live.instrument.kind === 3) expect(live.day.figures(undefined, 0).open).toBe(close!.c);
    }
  }, 60_000);
});
