import { describe, expect, it } from 'vitest';
import { addRecent, find, rankOf, readRecent } from './find.ts';

const list = [
  { symbol: 'WBTC/USDT', name: 'Wrapped Bitcoin' },
  { symbol: 'BTC/USDT', name: 'Bitcoin' },
  { symbol: 'BTC-PERP', name: 'Bitcoin perpetual' },
  { symbol: 'NVDA', name: 'Nvidia' },
];
const search = (query: string) => find(list, query, (item) => [item.symbol, item.name]).map(({ symbol }) => symbol);

describe('searching instruments', () => {
  it('puts what begins with the text first, whatever separators were typed', () => {
    expect(search('btc')).toEqual(['BTC/USDT', 'BTC-PERP', 'WBTC/USDT']);
    expect(search('btc usdt')).toEqual(['BTC/USDT', 'WBTC/USDT']);
    expect(search('btc-p')).toEqual(['BTC-PERP']);
  });
  it('finds by name, and says when nothing matches', () => {
    expect(search('nvid')).toEqual(['NVDA']);
    expect(search('zzz')).toEqual([]);
    expect(rankOf('Café', 'cafe')).toBe(0);
    expect(rankOf('x', '  ')).toBeUndefined();
  });
  it('remembers the last eight, newest first, each once', () => {
    expect(addRecent(['A', 'B'], 'B')).toEqual(['B', 'A']);
    expect(addRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8);
    expect(readRecent({ getItem: () => 'rubbish' })).toEqual([]);
  });
});
