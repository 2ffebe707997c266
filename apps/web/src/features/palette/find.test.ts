import { describe, expect, it } from 'vitest';
import { find, type Item } from './find.ts';

const item = (title: string, under = ''): Item => ({ key: title, title, under, words: `${title} ${under}`, kind: 'instrument', to: '/' });
const items = [
  item('ETH/BTC', 'Ethereum'),
  item('BTC/USDT', 'Bitcoin'),
  item('BTC-PERP', 'Bitcoin perpetual'),
  item('WBTC', 'Wrapped'),
  item('Funds', 'Screen'),
];
const titles = (query: string) => find(items, query).map((each) => each.title);

describe('the palette', () => {
  it('puts the symbol that starts with the letters first', () => {
    expect(titles('btc').slice(0, 2)).toEqual(['BTC/USDT', 'BTC-PERP']);
    expect(titles('btcusdt')[0]).toBe('BTC/USDT');
    expect(titles('btc/u')[0]).toBe('BTC/USDT');
  });
  it('finds names and screens', () => {
    expect(titles('bitc')).toEqual(['BTC/USDT', 'BTC-PERP']);
    expect(titles('fun')).toEqual(['Funds']);
  });
  it('offers nothing for nothing that matches, and everything for no letters', () => {
    expect(titles('zzz')).toEqual([]);
    expect(titles('')).toHaveLength(5);
  });
});
