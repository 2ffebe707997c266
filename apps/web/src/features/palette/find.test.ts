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
  it('keeps the order of the list among the markets of one coin', () => {
    const pairs = [item('ETH/USDT', 'Ethereum'), item('ETH/BTC', 'Ethereum')];
    expect(find(pairs, 'eth').map((each) => each.title)).toEqual(['ETH/USDT', 'ETH/BTC']);
  });
  it('takes scattered letters only where nothing matches better', () => {
    const screens = [item('An exchange that cannot cheat'), item('ETH/USDT')];
    expect(find(screens, 'eth').map((each) => each.title)).toEqual(['ETH/USDT']);
    expect(find(screens, 'exgt').map((each) => each.title)).toEqual(['An exchange that cannot cheat']);
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
