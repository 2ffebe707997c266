import { describe, expect, it, vi } from 'vitest';
import { applyDepth, applyTrades, type Book } from './books/books.ts';
import { defaults, readPreferences, writePreferences } from './preferences.ts';
import { deviceKey, migrate, shelf, themeKey } from './storage.ts';
import { emptyTick, TickStore } from './ticks.ts';
import { countWants, type Want } from './wants.ts';

const tick = (p: string, pe: string, t: number) => ({ ...emptyTick(p), pe, t, st: 0 as const });

describe('ticks', () => {
  it('tell only the rows that moved, once per flush, with the last value', () => {
    let flush = () => {};
    const store = new TickStore((run) => {
      flush = run;
    });
    const told: string[] = [];
    store.subscribe('BTC/USDT', () => told.push(`btc ${store.get('BTC/USDT')?.pe}`));
    store.subscribe('ETH/USDT', () => told.push('eth'));
    store.push(tick('BTC/USDT', '1', 1));
    store.push(tick('BTC/USDT', '2', 2));
    expect(told).toEqual([]);
    flush();
    expect(told).toEqual(['btc 2']);
  });
  it('do not go back to what a slower list says', () => {
    let flush = () => {};
    const store = new TickStore((run) => {
      flush = run;
    });
    store.push(tick('A', '2', 20));
    flush();
    store.seed(tick('A', '1', 10));
    expect(store.get('A')?.pe).toBe('2');
  });
  it('start from a row of zeros that is closed', () => {
    expect(emptyTick('X')).toMatchObject({ p: 'X', pe: '0', st: 1 });
  });
});

describe('a book', () => {
  const base: Book = {
    asks: [
      ['101', '1'],
      ['102', '2'],
    ],
    bids: [
      ['100', '1'],
      ['99.5', '3'],
    ],
    seq: 1,
    at: 0,
  };
  const message = { c: 'depth' as const, p: 'X', seq: 2, prev: 1 };
  it('changes, adds and removes levels and stays in order of price, not of text', () => {
    const next = applyDepth(
      base,
      {
        ...message,
        snap: 0,
        a: [
          ['101', '0'],
          ['100.5', '4'],
        ],
        b: [['9.5', '1']],
      },
      5,
    )!;
    expect(next.asks).toEqual([
      ['100.5', '4'],
      ['102', '2'],
    ]);
    expect(next.bids.map(([price]) => price)).toEqual(['100', '99.5', '9.5']);
  });
  it('means nothing without its snapshot', () => {
    expect(applyDepth(undefined, { ...message, snap: 0, a: [], b: [] }, 0)).toBeUndefined();
    expect(applyDepth(base, { ...message, snap: 1, a: [['7', '1']], b: [] }, 0)?.bids).toEqual([]);
  });
  it('keeps the newest prints first', () => {
    const first = applyTrades([], { c: 'trades', seq: 1, prev: 0, p: 'X', snap: 1, l: [['1', '1', 0, 10, null, 0]] });
    const next = applyTrades(first, { c: 'trades', seq: 2, prev: 1, p: 'X', snap: 0, l: [['2', '1', 1, 20, '7', 1]] });
    expect(next.map(({ price, simulated }) => [price, simulated])).toEqual([
      ['2', true],
      ['1', false],
    ]);
  });
});

describe('settings of the device', () => {
  it('come back as they were kept', () => {
    const storage = shelf('localStorage');
    const kept = { ...defaults, theme: 'dark' as const, direction: 'red-up' as const, timeZone: 'Asia/Kuala_Lumpur', language: 'en' };
    writePreferences(storage, kept);
    expect(readPreferences(storage)).toEqual(kept);
    expect(storage.getItem(themeKey)).toBe('dark');
  });
  it('read an older form, and fall back one by one where a value is not usable', () => {
    const storage = shelf('localStorage');
    storage.setItem(deviceKey, JSON.stringify({ version: 0, state: { upGreen: false, currency: 'MYR' } }));
    expect(readPreferences(storage)).toMatchObject({ direction: 'red-up', currency: 'MYR' });
    storage.setItem(deviceKey, JSON.stringify({ version: 1, state: { direction: 'sideways', currency: '<b>', amountsHidden: 'yes' } }));
    expect(readPreferences(storage)).toMatchObject({ direction: 'green-up', currency: null, amountsHidden: false });
    storage.setItem(deviceKey, 'not json');
    expect(readPreferences(storage).currency).toBeNull();
    expect(migrate(JSON.stringify({ version: 99, state: {} }), [])).toBeUndefined();
  });
});

describe('what screens look at', () => {
  it('is the union of all of them, without those that left', () => {
    const wants: Want[] = [
      { rows: ['A', 'B'] },
      { rows: ['B'], depth: ['A'] },
      { candles: [{ s: 'A', i: '30' }] },
      { candles: [{ s: 'A', i: '30' }] },
    ];
    expect(countWants(wants)).toEqual({ rows: ['A', 'B'], depth: ['A'], trades: [], candles: [{ s: 'A', i: '30' }] });
    expect(countWants([])).toEqual({ rows: [], depth: [], trades: [], candles: [] });
  });
});

it('the key of this browser goes with the calls of signing in, always the same, and with no other call', async () => {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url, headers });
    return new Response('{"code":0,"data":null,"msg":""}');
  });
  const { clientWith } = await import('./api.ts');
  const call = clientWith(() => null);
  await call('POST system/auth/login', { loginType: 2 });
  await call('POST system/auth/refresh-token', { refreshToken: 'R' });
  await call('GET pay/symbol/instruments', {});
  const keys = sent.map(({ headers }) => headers['X-Device']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], undefined]);
  vi.unstubAllGlobals();
});
