import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import boot from '../../../build/early.js?raw';
import { session } from '../../data/index.ts';
import { candlePage } from './chart/first-candles.ts';
import { requestEarly } from './early.ts';

// The page's answers stand in for the network's: here the client is the real one.
vi.unmock('@bourse/protocol/client');

const candles = { symbol: 'BTC/USDT', interval: '30', source: 'test', feed: 'simulated', candles: [] };
const row = 'GET pay/symbol/get-currency';
let sent: string[] = [];

beforeEach(() => {
  sent = [];
  localStorage.clear();
  document.documentElement.lang = 'en';
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return new Response(JSON.stringify({ code: 0, data: candles, msg: '' }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete (window as { bourseEarly?: unknown }).bourseEarly;
  history.replaceState(null, '', '/');
});

/** The page of an address runs its first script. */
const arrive = (address: string) => {
  history.replaceState(null, '', address);
  new Function(boot)();
};

describe('a visitor who arrives at the trading screen', () => {
  it('has the price and the candles asked for by the page, and only once', async () => {
    arrive('/order?symbol=BTC/USDT');
    expect(sent.map((url) => url.split('/').at(-1)?.split('?')[0])).toEqual(['instruments', 'get-currency', 'stock-data']);
    await requestEarly(row, { symbol: 'BTC/USDT' });
    await candlePage('BTC/USDT', '30', undefined);
    expect(sent).toHaveLength(3);
    // The next reading is a new one.
    await requestEarly(row, { symbol: 'BTC/USDT' });
    expect(sent).toHaveLength(4);
  });

  it('gets another instrument, or another language, by a call of its own', async () => {
    arrive('/order?symbol=BTC/USDT');
    await requestEarly(row, { symbol: 'ETH/USDT' });
    expect(sent).toHaveLength(4);
    (window as unknown as { bourseEarly: { language: string } }).bourseEarly.language = 'zh-CN';
    await requestEarly(row, { symbol: 'BTC/USDT' });
    expect(sent).toHaveLength(5);
  });

  it('asks with the token of the session where there is one', async () => {
    localStorage.setItem('access_token', 'a');
    arrive('/order?symbol=BTC/USDT');
    expect(sent).toEqual([]);
    expect(session.signedIn).toBe(true);
  });
});
