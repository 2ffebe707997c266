import { calls } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext, SignedInContext } from '../calls/handlers.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { memoryVenue, TestClock, testSecret } from '../testing/market.ts';
import { intervalNames } from './candles/intervals.ts';
import { allListings } from './catalogue/catalogue.ts';
import { priceText } from './figures.ts';
import { createMarket, type Market } from './index.ts';
import { leastReal } from './port.ts';

let held: TestDatabase;
const clock = new TestClock(Date.UTC(2026, 10, 18, 15, 30, 20));
const venues = { real: memoryVenue('real', clock), demo: memoryVenue('demo', clock) };
const config = { feed: 'simulated' as const, recordings: undefined, replaySpeed: 1, priceSecret: testSecret };
let market: Market;
const visitor = { session: null, language: 'zh-CN' } as CallContext;
const customer = (id: string) =>
  ({
    language: 'en',
    session: { sessionId: 's', customerId: id, account: 100_001, venue: 'demo', loginType: 2, deviceClass: 'phone' },
  }) as SignedInContext;

/** Charts load between database answers, so the clock must advance until they are done. */
async function charted(one: Market) {
  let done = false;
  void one.charted.then(() => {
    done = true;
  });
  while (!done) await new Promise((resolve) => setTimeout(resolve, 5));
}
/** A dozen of the start set: each kind, session and alignment at least once. */
const symbols = [
  'BTC/USDT',
  'ETH/USDT',
  'SOL/USDT',
  'ETH/BTC',
  'EUR/USDT',
  'GBP/USDT',
  'BTC-PERP',
  'EUR-PERP',
  'AAPL',
  'MSFT',
  'MAYBANK',
  'CIMB',
];
const listings = allListings.filter(({ symbol }) => symbols.includes(symbol));
const open = () => createMarket({ database: held.database, clock, log: silentLog, config, listings });

beforeAll(async () => {
  held = await testDatabase();
  market = await open();
  market.start();
  await market.connect({ real: venues.real.port, demo: venues.demo.port });
  await charted(market);
  await clock.advance(10_000);
}, 120_000);
afterAll(async () => {
  await market.stop();
  await held.drop();
});

const chart = (one: Market, symbol: string, interval: (typeof intervalNames)[number], more: { to?: number; limit?: number } = {}) =>
  one.handlers['GET exchange/candlestick/stock-data']({ symbol, interval, limit: 500, ...more }, visitor);

describe('market data', () => {
  it('has a chart in every interval at the first start', async () => {
    for (const { symbol } of market.catalogue.instruments) {
      for (const interval of intervalNames) {
        const { candles } = await chart(market, symbol, interval);
        expect(candles.length, `${symbol} ${interval}`).toBeGreaterThan(30);
        for (let index = 1; index < candles.length; index += 1) expect(candles[index]!.t).toBeGreaterThan(candles[index - 1]!.t);
      }
    }
  }, 120_000);

  it('pages back without overlap, and a closed candle is the same whenever it is asked for', async () => {
    const newest = await chart(market, 'BTC/USDT', '5', { limit: 100 });
    const before = await chart(market, 'BTC/USDT', '5', { limit: 100, to: newest.candles[0]!.t });
    expect(before.candles.at(-1)!.t).toBe(newest.candles[0]!.t - 300_000);
    const again = await chart(market, 'BTC/USDT', '5', { limit: 200 });
    expect(again.candles.slice(0, -1)).toEqual([...before.candles, ...newest.candles].slice(0, -1));
  });

  it('goes on after a standstill without a hole, in every interval', async () => {
    const seen = (await chart(market, 'ETH/USDT', '1')).candles.slice(0, -1);
    await market.stop();
    await clock.advance(47 * 60_000);
    market = await open();
    market.start();
    await market.connect({ real: venues.real.port, demo: venues.demo.port });
    await charted(market);
    await clock.advance(65_000);
    const { candles } = await chart(market, 'ETH/USDT', '1');
    for (let index = 1; index < candles.length; index += 1) expect(candles[index]!.t - candles[index - 1]!.t).toBe(60_000);
    expect(candles.at(-1)!.t).toBe(Math.floor(clock.now() / 60_000) * 60_000);
    const kept = new Map(candles.map((candle) => [candle.t, candle]));
    for (const candle of seen.slice(-400)) expect(kept.get(candle.t)).toEqual(candle);
    // A coarser candle that was forming during the downtime is the sum of its minutes.
    const hours = (await chart(market, 'ETH/USDT', '60')).candles;
    const hour = hours.at(-2)!;
    const minutes = candles.filter(({ t }) => t >= hour.t && t < hour.t + 3_600_000);
    expect(minutes).toHaveLength(60);
    expect(hour.h).toBe(
      minutes
        .map(({ h }) => h)
        .sort((a, b) => Number(a) - Number(b))
        .at(-1),
    );
    expect([hour.o, hour.c]).toEqual([minutes[0]!.o, minutes.at(-1)!.c]);
  }, 60_000);

  it('answers every reading in the shape that the table of calls declares', async () => {
    const h = market.handlers;
    const answers = {
      'GET pay/symbol/coin-page': await h['GET pay/symbol/coin-page']({ pageNo: 1, pageSize: 15, sort: '-turnover' }, visitor),
      'GET pay/symbol/contract-page': await h['GET pay/symbol/contract-page']({ pageNo: 1, pageSize: 15, plate: 'forex' }, visitor),
      'GET pay/symbol/stock-page': await h['GET pay/symbol/stock-page']({ pageNo: 2, pageSize: 1, plate: 'US', sort: 'symbol' }, visitor),
      'GET pay/symbol/instruments': await h['GET pay/symbol/instruments']({}, visitor),
      'GET pay/symbol/search': await h['GET pay/symbol/search']({ keyword: 'btc', pageNo: 1, pageSize: 5 }, visitor),
      'GET pay/symbol/get-currency': await h['GET pay/symbol/get-currency']({ symbol: 'maybank' }, visitor),
      'GET exchange/candlestick/stock-data': await chart(market, 'AAPL', '2H'),
      'GET exchange/candlestick/stock-24-hour-stat': await h['GET exchange/candlestick/stock-24-hour-stat'](
        { symbols: 'BTC/USDT,AAPL' },
        visitor,
      ),
      'GET exchange/depth': await h['GET exchange/depth']({ symbol: 'BTC/USDT', levels: 20 }, visitor),
      'GET exchange/trades': await h['GET exchange/trades']({ symbol: 'BTC/USDT', limit: 20 }, visitor),
      'GET exchange/rate/data': await h['GET exchange/rate/data']({ base: 'MYR' }, visitor),
      'GET pay/symbol-index/list': await h['GET pay/symbol-index/list']({}, visitor),
      'GET pay/symbol-contract/heatmap': await h['GET pay/symbol-contract/heatmap']({ kind: 1 }, visitor),
      'GET stock/symbol/top': await h['GET stock/symbol/top']({ by: 'losers', board: 'MY', limit: 5 }, visitor),
      'GET exchange/sources': await h['GET exchange/sources']({}, visitor),
    } as const;
    for (const [name, answer] of Object.entries(answers)) {
      const checked = calls[name as keyof typeof answers].output.safeParse(answer);
      expect(checked.success, `${name}: ${checked.error?.message.slice(0, 300)}`).toBe(true);
    }
    // Every price says what kind of source it comes from.
    const kinds = [
      ...answers['GET pay/symbol/coin-page'].list.flatMap(({ row, source }) => [row.f, source.feed]),
      ...answers['GET exchange/candlestick/stock-24-hour-stat'].map(({ f }) => f),
      answers['GET exchange/candlestick/stock-data'].feed,
      ...answers['GET pay/symbol-index/list'].map(({ feed }) => feed),
      ...answers['GET pay/symbol-contract/heatmap'].map(({ feed }) => feed),
      ...answers['GET exchange/rate/data'].map(({ feed }) => feed),
    ];
    expect(kinds.length).toBeGreaterThan(30);
    expect(new Set(kinds)).toEqual(new Set(['simulated']));
    const inDollars = await h['GET exchange/rate/data']({ base: 'USD' }, visitor);
    expect(inDollars.filter(({ feed }) => feed === null).map(({ currency }) => currency)).toEqual(['USD', 'USDT']);
    expect([leastReal(['live', 'replay']), leastReal([null, 'live']), leastReal(['live', 'simulated']), leastReal([null])]).toEqual([
      'replay',
      'live',
      'simulated',
      null,
    ]);
    expect(answers['GET pay/symbol/search'].list[0]!.symbol).toBe('BTC/USDT');
    const byName = await h['GET pay/symbol/search']({ keyword: '比特币', pageNo: 1, pageSize: 5 }, visitor);
    expect(byName.list.map(({ symbol, name }) => [symbol, name])).toEqual(expect.arrayContaining([['BTC-PERP', '比特币永续']]));
    expect(answers['GET pay/symbol/stock-page']).toMatchObject({ total: 2, pageNo: 2 });
    const depth = answers['GET exchange/depth'];
    expect(depth.b.length).toBeGreaterThan(10);
    // Bid and ask are the book's on every list, and the tape holds the venue's own trades only.
    const best = { b: depth.b[0]![0], a: depth.a[0]![0] };
    expect(answers['GET exchange/candlestick/stock-24-hour-stat'][0]).toMatchObject(best);
    expect(answers['GET pay/symbol/search'].list[0]!.row).toMatchObject(best);
    expect(answers['GET exchange/trades']).toEqual([]);
    expect(answers['GET exchange/rate/data'].find(({ currency }) => currency === 'MYR')!.rate).toBe('1.0000000000');
  });

  it('lets an operator confirm exactly the price that waits', async () => {
    const live = market.board.get(market.catalogue.instrumentBySymbol('SOL/USDT')!.id)!;
    const confirm = (price: string) => market.confirmPrice('SOL/USDT', price);
    const far = live.last * 2;
    market.board.tick({ instrument: live.instrument.id, time: clock.now(), bid: far, ask: far, last: far, lots: 1, side: 0 });
    const [source] = await market.handlers['GET exchange/sources']({}, visitor);
    const [waits] = source!.held;
    expect(waits).toMatchObject({ symbol: 'SOL/USDT', prints: 1 });
    expect(Number(waits!.price)).toBe(2 * Number(waits!.last));
    expect([confirm(waits!.last), confirm(waits!.price), confirm(waits!.price)]).toEqual([false, true, false]);
    market.board.tick({ instrument: live.instrument.id, time: clock.now(), bid: far, ask: far, last: far, lots: 1, side: 0 });
    expect(live.last).toBe(far);
  });

  it('lets an operator discard exactly the price that waits, whose prints then count anew', () => {
    const live = market.board.get(market.catalogue.instrumentBySymbol('SOL/USDT')!.id)!;
    const believed = live.last;
    const far = believed * 2;
    const print = () =>
      market.board.tick({ instrument: live.instrument.id, time: clock.now(), bid: far, ask: far, last: far, lots: 1, side: 0 });
    print();
    print();
    expect(live.guard.held).toMatchObject({ price: far, prints: 2 });
    const discard = (price: number) => market.discardPrice('SOL/USDT', priceText(live.instrument, price));
    expect([discard(believed), discard(far), discard(far)]).toEqual([false, true, false]);
    print();
    expect([live.last, live.guard.held?.prints]).toEqual([believed, 1]);
  });

  it('refuses what it does not know', async () => {
    await expect(chart(market, 'NOPE', '1')).rejects.toThrow(Refusal);
    await expect(market.handlers['GET exchange/rate/data']({ base: 'XYZ' }, visitor)).rejects.toThrow(Refusal);
  });

  it('gives the rates that balances are shown with, now and at an earlier time', async () => {
    expect(market.data.usdRate('USDT')).toMatchObject({ price: '1', stale: false });
    expect(Number(market.data.usdRate('MYR')!.price)).toBeCloseTo(0.226, 2);
    expect(Number(market.data.usdRate('BTC')!.price)).toBeGreaterThan(10_000);
    expect(market.data.usdRate('NOPE')).toBeUndefined();
    const earlier = await market.data.usdRateAt('BTC', clock.now() - 3_600_000);
    expect(Math.abs(Number(earlier) / Number(market.data.usdRate('BTC')!.price) - 1)).toBeLessThan(0.1);
    expect(await market.data.usdRateAt('BTC', clock.now() - 20 * 86_400_000)).toMatch(/^\d+\.\d+$/);
    expect(await market.data.usdRateAt('NOPE', clock.now())).toBeUndefined();
  });

  it('defines a venue’s instruments once: a restart adds no definition to the journal', async () => {
    const before = venues.real.engine.seq;
    const [row] = await held.database.query<{ count: bigint }>("SELECT count(*) FROM market_definition WHERE venue = 'real'");
    expect(Number(row?.count)).toBeGreaterThan(60);
    expect(before).toBeGreaterThan(60);
    expect(venues.real.engine.statistics()['instruments']).toBe(market.catalogue.instruments.filter(({ tradable }) => tradable).length);
  });
});

describe('favourites', () => {
  it('are one list under both names, each its own customer’s', async () => {
    const h = market.handlers;
    const ann = customer('1');
    const bob = customer('2');
    const one = await h['POST pay/favorite/add']({ sourceId: '1001', isTripartite: false }, ann);
    expect(await h['POST pay/symbol-collect/create']({ symbol: 'btc/usdt' }, ann)).toEqual(one);
    expect(await h['GET pay/symbol-collect/get']({ id: one.id }, ann)).toEqual(one);
    await expect(h['GET pay/symbol-collect/get']({ id: one.id }, bob)).rejects.toThrow(Refusal);
    expect(await h['GET pay/symbol-collect/check-collect']({ symbol: 'BTC/USDT' }, bob)).toEqual({ collected: false });
    const page = await h['GET pay/symbol/coin-page']({ pageNo: 1, pageSize: 5, symbol: 'BTC/USDT' }, ann);
    expect(page.list[0]!.favourite).toBe(true);
    expect((await h['GET pay/symbol-collect/page']({ pageNo: 1, pageSize: 5 }, ann)).list.map(({ symbol }) => symbol)).toEqual([
      'BTC/USDT',
    ]);
    await h['POST pay/favorite/delete']({ ids: ['1001', '99999999999'], isTripartite: false }, bob);
    expect(await h['GET pay/favorite/list']({}, ann)).toEqual([one]);
    await h['GET pay/symbol-collect/delete']({ symbol: 'BTC/USDT' }, ann);
    expect(await h['GET pay/favorite/list']({}, ann)).toEqual([]);
    await expect(h['POST pay/favorite/add']({ sourceId: '1', isTripartite: false }, ann)).rejects.toThrow(Refusal);
  });
  it('stop at two hundred, also when many are added at once', async () => {
    const carol = customer('3');
    await held.database.query("INSERT INTO market_favourite (customer_id, instrument) SELECT '3', n FROM generate_series(1, 195) n");
    const answers = await Promise.allSettled(
      market.catalogue.instruments.slice(0, 10).map(({ symbol }) => market.handlers['POST pay/symbol-collect/create']({ symbol }, carol)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});
