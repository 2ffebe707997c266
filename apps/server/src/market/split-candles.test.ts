import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interval } from '@bourse/protocol/enums';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { CallContext } from '../calls/handlers.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { TestClock, testSecret } from '../testing/market.ts';
import { allListings } from './catalogue/catalogue.ts';
import { declare } from './catalogue/declared.ts';
import startSet from './catalogue/instruments.json';
import type { InstrumentsFile } from './catalogue/schema.ts';
import { createMarket, type Market } from './index.ts';

const made = mkdtempSync(join(tmpdir(), 'bourse-split-candles-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** Two days of minutes at one price and a Monday at another, each minute with 100 shares traded. */
function makeRecording(name: string, before: number, after: number) {
  const day = (text: string, price: number) =>
    Array.from({ length: 700 }, (_, minute) => [Date.parse(`${text}T08:15:00Z`) + minute * 60_000, price, price, price, price, 100]);
  const rows = [...day('2014-06-05', before), ...day('2014-06-06', before), ...day('2014-06-09', after)];
  writeFileSync(join(made, `${name}-minute-trade.csv`), `t,o,h,l,c,v\n${rows.map((row) => row.join(',')).join('\n')}\n`);
}
makeRecording('equity-usa-aapl', 645.5, 92.5);
// Ten shares of Bank of America become one: declared here, and announced by nobody.
makeRecording('equity-usa-bac', 15.5, 154);
const file = structuredClone(startSet) as unknown as InstrumentsFile;
file.actions = [...file.actions, { symbol: 'BAC', source: 'declared for this test', splits: [['2014-06-09', [1, 10]]], dividends: [] }];
const declared = declare(file, 'with-a-reverse-split.json');

const recorded = process.env['BOURSE_RECORDINGS'];
const hasRecorded = recorded !== undefined && existsSync(join(recorded, 'equity-usa-aapl-minute-trade.csv.gz'));
if (!hasRecorded) console.log('candles at a split: skipped Apple’s recording: BOURSE_RECORDINGS names no folder with equity-usa-aapl');

let held: TestDatabase | undefined;
let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
  await held?.drop();
});

async function start(clock: TestClock, folder: string, symbol: string) {
  await market?.stop();
  market = await createMarket({
    database: held!.database,
    clock,
    log: silentLog,
    config: { feed: 'replay', recordings: folder, replaySpeed: 1, priceSecret: testSecret },
    listings: allListings.filter((one) => one.symbol === symbol),
    declared,
  });
  market.start();
  await market.charted;
  await clock.advance(2_000);
  return market;
}

const charts = async (of: Market, symbol: string, intervals: readonly Interval[], context = {} as CallContext) =>
  Promise.all(
    intervals.map(async (interval) => {
      const { candles } = await of.handlers['GET exchange/candlestick/stock-data']({ symbol, interval, limit: 500 }, context);
      // Years before, Apple's shares cost less than after its split.
      const figures = candles
        .filter(({ t }) => t > monday(0) - 12 * 86_400_000)
        .flatMap(({ o, h, l, c }) => [o, h, l, c])
        .map(Number);
      return { interval, count: candles.length, low: Math.min(...figures), high: Math.max(...figures), candles };
    }),
  );
const all = Object.values(Interval);
/** When the recording's Monday, 9 June 2014, is at this hour here. */
const monday = (hour: number, minute = 0) => Date.UTC(2026, 10, 23, hour, minute);
/** A short sleep at a time: the feed tells everything that was played meanwhile. */
const sleepUntil = async (clock: TestClock, time: number) => {
  while (clock.now() < time) await clock.advance(Math.min(3_600_000, time - clock.now()));
};

describe.each([
  ['AAPL', 'a recording made for this', made, false, [92, 93]],
  ['AAPL', 'Apple’s own recording of June 2014', recorded ?? '', !hasRecorded, [86, 95]],
  ['BAC', 'a declared reverse split', made, false, [153, 156]],
] as const)('candles of %s from before a split, in %s', (symbol, _, folder, skipped, [lowest, highest]) => {
  it.skipIf(skipped)(
    'read in the shares of now, in every chart, in the day’s figures, and after a restart',
    async () => {
      held = await testDatabase();
      const clock = new TestClock(Date.UTC(2026, 10, 20, 19, 0));
      const friday = await start(clock, folder, symbol);
      await sleepUntil(clock, clock.now() + 600_000);
      const [before] = await charts(friday, symbol, [Interval.m1]);
      const ratio = symbol === 'BAC' ? 0.1 : 7;
      await sleepUntil(clock, monday(10));
      const check = async (of: Market, when: string) => {
        for (const { interval, count, low, high } of await charts(of, symbol, all.slice(0, 9))) {
          expect(count, `${interval} ${when}`).toBeGreaterThan(0);
          expect({ interval, when, high: high < highest ? 'adjusted' : high, low: low > lowest ? 'adjusted' : low }).toEqual({
            ...{ interval, when },
            ...{ high: 'adjusted', low: 'adjusted' },
          });
        }
        const [minutes] = await charts(of, symbol, [Interval.m1]);
        const [day] = of.handlers['GET exchange/candlestick/stock-24-hour-stat'] ? await stat(of) : [];
        expect(Math.abs(Number(day?.peA)), `the day’s change ${when}`).toBeLessThan(4);
        expect([Number(day?.h) < highest, Number(day?.l) > lowest], `the day’s range ${when}`).toEqual([true, true]);
        return minutes!.candles;
      };
      const stat = async (of: Market) =>
        (await of.handlers['GET exchange/candlestick/stock-24-hour-stat']({ symbols: symbol }, {} as CallContext)) as {
          peA: string;
          h: string;
          l: string;
        }[];
      const running = await check(market!, 'while the server runs');
      expect(running.length).toBeGreaterThan(0);
      const again = await check(await start(clock, folder, symbol), 'after a restart');
      // A volume of old shares is one of new ones.
      const old = before!.candles.find(({ v }) => Number(v) > 0)!;
      const { candles } = await market!.handlers['GET exchange/candlestick/stock-data'](
        { symbol, interval: Interval.m1, limit: 1, to: old.t + 1 },
        {} as CallContext,
      );
      expect(candles[0]).toMatchObject({ t: old.t, v: String(Math.floor(Number(old.v) * ratio + 1e-9)) });
      expect(Math.abs(Number(candles[0]!.c) * ratio - Number(old.c))).toBeLessThan(0.1 * Math.max(1, ratio));
      expect(again.length).toBeGreaterThan(0);
    },
    180_000,
  );
});
