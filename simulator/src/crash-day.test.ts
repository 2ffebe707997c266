import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { crashDay, crashMarkets } from './crash-day.ts';

const folder = mkdtempSync(join(tmpdir(), 'bourse-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two calm hours and one that falls by a tenth, on the second of two days. */
function record(name: string, price: number, hours: readonly number[]) {
  const rows = [0, 1].flatMap((day) =>
    hours.flatMap((hour) =>
      Array.from({ length: 60 }, (_, minute) => {
        const at = Date.UTC(2020, 2, 11 + day, hour, minute);
        const now = price * (1 - (day * minute) / 600);
        return [at, ...[now, now * 1.001, now * 0.999, now * 0.9995].map((one) => one.toFixed(5)), 10];
      }),
    ),
  );
  writeFileSync(join(folder, `${name}-minute-trade.csv`), `t,o,h,l,c,v\n${rows.map((row) => row.join(',')).join('\n')}\n`);
}

it('names the recorded days that it ran on, found by how far prices moved, and fails where a market has no price', () => {
  record('crypto-test-one', 4000, [7, 8]);
  record('crypto-test-two', 1.3, [7, 8]);
  record('crypto-test-night', 1.3, [1, 2]);
  const market = (recording: string, tick: string) => ({
    symbol: `${recording.slice(12).toUpperCase()}-PERP`,
    recording,
    resolution: 'minute' as const,
    tick,
  });
  const options = { folder, seed: 1, traders: 20, fromHour: 7, hours: 0.5, checkEvery: 150 };
  const one = market('crypto-test-one', '0.01');
  const both = crashDay({ ...options, markets: [one, market('crypto-test-two', '0.00001')] });
  expect(both.markets.map(({ symbol, day }) => `${symbol} ${day}`)).toEqual(['ONE-PERP 2020-03-12', 'TWO-PERP 2020-03-12']);
  for (const { prices } of both.markets) expect(prices).toBeGreaterThan(100);
  expect(both.violations).toEqual([]);
  const empty = crashDay({ ...options, markets: [one, market('crypto-test-night', '0.00001')] });
  expect(empty.violations).toEqual(['NIGHT-PERP had no price: crypto-test-night has none on 2020-03-12 in the hours of this run']);
  expect(() => crashDay({ ...options, markets: [market('crypto-test-none', '0.01')] })).toThrow('no recording crypto-test-none-minute');
});

it('an hour of two recorded crashes with 200 leveraged traders ends without a violation, every receipt recomputed', {
  timeout: 300_000,
}, () => {
  const recordings = process.env['BOURSE_RECORDINGS'];
  if (!recordings || !existsSync(recordings)) {
    console.log('crash-day: skipped the recorded days: BOURSE_RECORDINGS names no folder');
    return;
  }
  const options = { folder: recordings, seed: 1, traders: 200, fromHour: 7.5, hours: 1, markets: crashMarkets, checkEvery: 150 };
  const once = crashDay(options);
  expect(once.violations).toEqual([]);
  expect(once.markets.map(({ recording, day }) => `${recording} ${day}`)).toEqual([
    'forex-oanda-eurusd 2014-05-08',
    'crypto-coinbase-btcusd 2017-09-04',
  ]);
  for (const kind of ['positionFill', 'liquidation', 'mark', 'funding rounds', 'fundingPayment'])
    expect(once.counts[kind] ?? 0, kind).toBeGreaterThan(0);
});
