import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Refusal } from '@bourse/protocol/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { toTicks } from '../../calls/figures.ts';
import { memoryVenue, noTable, TestClock, testSecret } from '../../testing/market.ts';
import { makerOn } from '../../testing/market-maker.ts';
import { Board } from '../board.ts';
import { filesWithoutUse } from '../feeds/replay/open.ts';
import { SimulatedFeed } from '../feeds/simulated/feed.ts';
import { fixedSecrets } from '../feeds/simulated/secrets.ts';
import { defineVenue } from '../house/definitions.ts';
import { rulesOf } from '../rows.ts';
import { minuteMs } from '../sessions/index.ts';
import { createCatalogue } from './catalogue.ts';
import { declare, readInstruments, sessionsOf, shipped } from './declared.ts';
import startSet from './instruments.json';
import { namesOf } from './names.ts';
import type { InstrumentsFile } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'bourse-instruments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const copy = () => structuredClone(startSet) as unknown as InstrumentsFile;

/** Puts a value at a path of the file; `undefined` removes what is there. */
function put(data: InstrumentsFile, path: string, value: unknown): InstrumentsFile {
  const steps = path.split('.');
  const last = steps.pop()!;
  const entry = steps.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], data) as Record<string, unknown>;
  if (value === undefined) delete entry[last];
  else entry[last] = value;
  return data;
}
const complaintsOf = (data: InstrumentsFile): string => {
  try {
    createCatalogue(undefined, undefined, declare(data, 'mine.json'));
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

/** Seven tickers of Hong Kong, with a currency, a calendar, a ladder of steps and a contract of fifty units a lot: data only. */
function withHongKong(): InstrumentsFile {
  const data = copy();
  data.calendars['XHKG'] = {
    id: 3,
    zone: 'Asia/Hong_Kong',
    sessions: [
      ['09:30', '12:00'],
      ['13:00', '16:00'],
    ],
    closed: [{ yearly: '01-01' }, { dates: ['2026-02-17', '2026-02-18', '2026-02-19'] }],
    early: [{ at: '12:00', on: { yearly: '12-24' } }],
  };
  data.ladders['XHKG'] = [
    ['0.25', '0.001'],
    ['0.5', '0.005'],
    ['10', '0.01'],
    ['20', '0.02'],
    ['100', '0.05'],
    ['200', '0.1'],
    ['500', '0.2'],
    ['1000', '0.5'],
  ];
  data.assets.push({ id: 6, code: 'HKD', name: 'Hong Kong dollar', kind: 'fiat', scale: 2 });
  const malaysia = data.boards['MY']!;
  data.boards['HK'] = {
    ...malaysia,
    quote: 'HKD',
    calendar: 'XHKG',
    ladder: 'XHKG',
    tick: '0.001',
    lot: '100',
    maxQuantity: '500000',
    plate: 'technology',
    stock: { ...malaysia.stock!, limitBps: 0 },
  };
  data.house.push(['marketMaker', 'stock', 'HKD', '30000000']);
  data.walkKinds['HK share'] = { market: 'hk', sector: 'hk', follows: [0.25, 0.2], periodMs: 1000 };
  const prices = { '0700': 380.4, '9988': 82.15, '0005': 68.3, '0941': 72.9, '1299': 61.75, '3690': 151.2, '1810': 14.06 };
  for (const [index, [code, start]] of Object.entries(prices).entries()) {
    data.instruments.push({ id: 5001 + index, board: 'HK', base: code, name: { en: `Company ${code}`, 'zh-CN': `公司${code}` } });
    data.walks[code] = { like: 'HK share', start, volatility: 0.3, turnoverMillions: 40 };
  }
  data.instruments.push({
    id: 2401,
    board: 'indices contracts',
    base: 'HK50F',
    tick: '1',
    lot: '1',
    maxQuantity: '200',
    leverage: 25,
    multiplier: '50',
  });
  data.instruments.push({ id: 1030, board: 'currency pairs', base: 'HKD', tick: '0.00001', lot: '0.1', maxQuantity: '5000000' });
  data.assets.push({ id: 913, code: 'HK50F', name: 'Hong Kong 50 future', kind: 'coin', scale: 4, held: false });
  data.walks['HK50F'] = { ...data.walks['HK50']! };
  data.walks['HKD'] = { inverseOf: 'USDHKD' };
  return data;
}

describe('the start set', () => {
  it('makes the venue that it always made, command for command', async () => {
    const clock = new TestClock();
    // From the code that declared the same instruments before they were data, and with the rules of then.
    const { engine, port } = memoryVenue('demo', clock, {});
    const all = createCatalogue();
    const catalogue = { ...all, filed: all.filed.map((one) => ({ ...one, swap: null })), earn: [], loans: [], levels: undefined };
    await defineVenue(port, catalogue, noTable, clock.now());
    expect(engine.seq).toBe(238);
    expect(engine.stateHash()).toBe('1483ddd5b585a182499da9da8224fcae134b76966d6fb973e56e4901b1e340cc');
  });
  it('simulates the prices that this secret always made', () => {
    const catalogue = createCatalogue();
    const feed = new SimulatedFeed({ catalogue, clock: new TestClock(), secrets: fixedSecrets(testSecret), anchor: Date.UTC(2026, 10, 1) });
    const day = [Date.UTC(2026, 10, 16), Date.UTC(2026, 10, 18), 3_600_000] as const;
    // Volumes are not prices: how they are drawn may change without a new walk.
    const rows = catalogue.instruments.map(({ id, symbol }) => [
      symbol,
      feed.history(id, ...day).map(({ v: _, q: __, ...prices }) => prices),
    ]);
    expect(createHash('sha256').update(JSON.stringify(rows)).digest('hex')).toBe(
      '6944e8bb6db6703b5ba49f4f7ec32b32d3f727d5345b7897e5aa92b38bb891ec',
    );
  });
});

describe('instruments that are data', () => {
  const path = join(folder, 'hong-kong.json');
  writeFileSync(path, JSON.stringify(withHongKong()));
  const declared = readInstruments(path);
  const catalogue = createCatalogue(undefined, undefined, declared);
  const tencent = catalogue.instrumentBySymbol('0700')!;

  it('have their names, calendar and break from the file, and the others stay as they were', () => {
    expect(catalogue.instruments).toHaveLength(shipped.listings.length + 9);
    expect(namesOf(tencent, 'en').name).toBe('Company 0700');
    expect(namesOf(tencent, 'zh-CN').name).toBe('公司0700');
    const open = Date.UTC(2026, 10, 20, 1, 30);
    expect(tencent.hours!.on(Date.UTC(2026, 10, 20))!.segments).toEqual([
      { open, close: open + 150 * minuteMs },
      { open: open + 210 * minuteMs, close: open + 390 * minuteMs },
    ]);
    expect(tencent.hours!.isOpen(open + 180 * minuteMs)).toBe(false);
    expect(tencent.hours!.on(Date.UTC(2026, 11, 24))!.segments).toHaveLength(1);
    expect(tencent.hours!.on(Date.UTC(2026, 1, 17))).toBeUndefined();
    expect(catalogue.instrumentBySymbol('AAPL')!.stock).toEqual(createCatalogue().instrumentBySymbol('AAPL')!.stock);
  });

  it('get simulated prices, keep their hours, and are traded: the house quotes them on the ladder', async () => {
    const { clock, engine, port, board, pump, maker } = await makerOn(catalogue);
    const hongKong = catalogue.instruments.filter(({ board }) => board === 'HK');
    const feed = new SimulatedFeed({ catalogue, clock, secrets: fixedSecrets(testSecret), anchor: clock.now() - 86_400_000 });
    const noon = Date.UTC(2026, 10, 23, 4, 30);
    expect(feed.history(tencent.id, Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 24), minuteMs)).toHaveLength(330);
    expect(feed.history(tencent.id, noon, noon + 30 * minuteMs, minuteMs)).toEqual([]);
    await clock.advance(Date.UTC(2026, 10, 23, 1, 31) - clock.now());
    await port.submit({ account: 0, command: { kind: 'advanceTime' } });
    feed.start(board);
    pump.start();
    await maker.start();
    await clock.advance(20_000);
    for (const instrument of hongKong) {
      const { bids, asks } = engine.depth(instrument.id, 50);
      expect(bids.length, instrument.symbol).toBeGreaterThan(3);
      for (const { priceTicks } of [...bids, ...asks]) {
        const price = priceTicks / 1000;
        const [, step] = withHongKong().ladders['XHKG']!.find(([upTo]) => price <= Number(upTo))!;
        expect(priceTicks % Math.round(Number(step) * 1000), `${instrument.symbol} at ${price}`).toBe(0);
      }
    }
    for (const one of [feed, pump, maker]) one.stop();
  });

  it('take a customer’s price on the ladder, and refuse one between two steps with the step at that price', () => {
    const refused = (text: string) => {
      try {
        return toTicks(tencent, text);
      } catch (error) {
        return (error as Refusal).detail;
      }
    };
    expect([refused('0.25'), refused('0.251'), refused('9.99'), refused('19.97'), refused('380.4'), refused('380.3')]).toEqual([
      250,
      { tick: '0.005' },
      9_990,
      { tick: '0.020' },
      380_400,
      { tick: '0.200' },
    ]);
    const board = new Board(catalogue, new TestClock());
    const rules = rulesOf(board, board.get(tencent.id)!, 0, 'en');
    expect(rules.ladder?.slice(0, 2)).toEqual([
      ['0.250', '0.001'],
      ['0.500', '0.005'],
    ]);
  });

  it('count a multiplied contract in units of what it refers to', () => {
    const future = catalogue.instrumentBySymbol('HK50F-PERP')!;
    expect(future).toMatchObject({ lot: '50', lotUnits: 50n, minLots: 1, maxLots: 200, quoteUnitsPerTickLot: 50_000_000 });
  });
});

describe('a file with mistakes', () => {
  it('names the file, the place and what to change, all at once', () => {
    const cases: [path: string, value: unknown, said: string][] = [
      ['instruments.0.tick', '0,01', 'instruments[0].tick (BTC): write a plain decimal in quotes, such as "0.01"'],
      ['instruments.0.tick', undefined, 'instruments[0] (BTC): "tick" is missing; add it here or to the board "coins"'],
      ['instruments.0.ticks', '1', 'instruments[0] (BTC): Unrecognized key: "ticks"'],
      ['instruments.54.board', 'UK', 'instruments[54] (AAPL).board: there is no board "UK"; name one of coins'],
      ['instruments.54.base', 'APPL', 'nothing is called "APPL" yet; add "name"'],
      ['instruments.54.walk', 'NONE', 'instruments[54] (AAPL).walk: there is no walk "NONE"'],
      ['instruments.55.id', 3001, 'instruments: id: 3001 is there twice'],
      ['boards.US.calendar', 'XLON', 'instruments[54] (AAPL).calendar: there is no calendar "XLON"; name one of XNYS, XKLS, FX'],
      ['calendars.XNYS.id', undefined, 'the calendar "XNYS" of a stock needs an "id"'],
      ['calendars.XKLS.zone', 'Asia/Nowhere', 'calendars.XKLS.zone: name a time zone'],
      ['calendars.XKLS.sessions.0.0', '9:00', 'calendars.XKLS.sessions[0][0]: write a local time, such as "09:30"'],
      ['calendars.XKLS.closed.1', { yearly: '25-12' }, 'calendars.XKLS.closed[1].yearly: write month and day, such as "12-25"'],
      ['instruments.30.leverage', 33, 'there is no table of tiers for leverage "33"; name one of 25, 50, 75, 100'],
      ['indices.BX10.3', 'NONE', 'indices.BX10: there is no instrument NONE'],
      ['actions.0.symbol', 'BTC/USDT', 'actions: BTC/USDT is no stock'],
      ['instruments.0.lot', '0.0001234567', '  instrument 1001 (BTC/USDT): '],
      ['instruments.54.recording', 'aapl', 'write KIND-MARKET-TICKER'],
      ['house.8', ['timed', 'fast', 'XXX', '5'], 'house[8]: there is no asset "XXX"'],
    ];
    for (const [path, value, said] of cases) {
      const message = complaintsOf(put(copy(), path, value));
      expect(message).toContain(said);
      expect(message).toContain('mine.json');
    }
    const both = complaintsOf(put(put(copy(), 'instruments.0.tick', 1), 'boards.US.quote', ''));
    expect(both).toMatch(/^mine\.json has 2 problems:\n/);
    expect(complaintsOf(copy())).toBe('');
  });
  it('is named with the place when it is no JSON or is not there', () => {
    writeFileSync(join(folder, 'broken.json'), '{ "calendars": {}, }');
    expect(() => readInstruments(join(folder, 'broken.json'))).toThrow(
      /broken\.json has 1 problem:\n {2}the file cannot be read as JSON: /,
    );
    expect(() => readInstruments(join(folder, 'absent.json'))).toThrow(/absent\.json/);
  });
});

it('files of a folder that are no recordings, and recordings that no instrument uses, are named', () => {
  const files = [
    'README.md',
    'LICENSE',
    'equity-usa-aapl-minute-trade.csv.gz',
    'equity-usa-aapl-daily-trade.csv',
    'equity-usa-msft-minute-trade.csv.gz',
    'equity-usa-msft-minute-quote.csv.gz',
    'equity-usa-ibm-minutes-trade.csv',
    'notes.txt',
  ];
  expect(filesWithoutUse(files, ['equity-usa-aapl'])).toEqual({
    unknown: ['equity-usa-ibm-minutes-trade.csv', 'notes.txt'],
    unused: ['equity-usa-msft'],
  });
});

it('the calendars of the start set are those that they were', () => {
  const digest = createHash('sha256');
  for (const name of ['XNYS', 'XKLS', 'FX'])
    for (let date = Date.UTC(1990, 0, 1); date < Date.UTC(2040, 0, 1); date += 86_400_000)
      digest.update(JSON.stringify(sessionsOf(name)!.calendar.sessionOn(date) ?? null));
  expect(digest.digest('hex')).toBe('328212d470ce5c287e9c7176fa7118c6b40a9be7af6230e37039d69609ca2ff6');
});
