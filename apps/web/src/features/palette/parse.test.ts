import { describe, expect, it } from 'vitest';
import { type Lexicon, parse } from './parse.ts';

const lexicon: Lexicon = {
  ...{ buy: ['buy', '买入', '买'], sell: ['sell', '卖出'], long: ['long', '做多'], short: ['short', '做空'] },
  ...{ close: ['close', '平仓'], cancel: ['cancel', '撤单'], half: ['half', '一半'], all: ['all', '全部'] },
  ...{ market: ['market', '市价'], at: ['at', '@', '价格'] },
};
const names = ['btc', 'btc/usdt', 'eth', 'eth-perp', 'aapl', 'btc-perp'];
const read = (query: string) => parse(query, lexicon, (text) => names.includes(text.toLowerCase()), 'en');
const brief = (query: string) => {
  const it = read(query);
  if (!it) return null;
  const figure = (part: typeof it.size) => (part === null || typeof part === 'string' ? part : part.text);
  return [
    it.verb,
    figure(it.size),
    it.names,
    figure(it.price),
    it.leverage,
    ...(it.market ? ['market'] : []),
    ...(it.tooMany ? ['too many'] : []),
  ];
};

describe('a sentence', () => {
  it.each([
    ['buy 0.1 btc 68000', ['buy', '0.1', 'btc', '68000', null]],
    ['sell 5 aapl', ['sell', '5', 'aapl', null, null]],
    ['long 0.5 eth 10x', ['long', '0.5', 'eth', null, 10]],
    ['close half eth', ['close', 'half', 'eth', null, null]],
    ['close eth', ['close', null, 'eth', null, null]],
    ['close half eth @3000', ['close', 'half', 'eth', '3000', null]],
    ['cancel all btc', ['cancel', 'all', 'btc', null, null]],
    ['cancel all', ['cancel', 'all', '', null, null]],
    ['BUY BTC 0.1 at 68,000', ['buy', '0.1', 'BTC', '68,000', null]],
    ['buy 0.1btc @ 68000', ['buy', '0.1', 'btc', '68000', null]],
    ['buy 0.1 btc/usdt market', ['buy', '0.1', 'btc/usdt', null, null, 'market']],
    ['short 0.01 btc-perp x25 70000', ['short', '0.01', 'btc-perp', '70000', 25]],
    ['买入0.1btc 68000', ['buy', '0.1', 'btc', '68000', null]],
    ['买入 0.1 比特币', ['buy', '0.1', '比特币', null, null]],
    ['买入比特币 0.1 价格 68000', ['buy', '0.1', '比特币', '68000', null]],
    ['做多 0.5 eth 10倍', ['long', '0.5', 'eth', null, 10]],
    ['平仓一半eth', ['close', 'half', 'eth', null, null]],
    ['撤单全部btc', ['cancel', 'all', 'btc', null, null]],
    ['市价买入 0.1 btc', ['buy', '0.1', 'btc', null, null, 'market']],
    ['buy 1e-2 btc', ['buy', '1e-2', 'btc', null, null]],
    ['buy btc', ['buy', null, 'btc', null, null]],
    // Text that is no order is searched for.
    ['bitcoin cash', null],
    ['buy', null],
    ['btc buy 0.1', null],
    // What was written twice is not guessed.
    ['buy 0.1 btc 68 000', ['buy', '0.1', 'btc', '68', null, 'too many']],
    ['buy sell 0.1 btc', ['buy', '0.1', 'btc', null, null, 'too many']],
    ['buy 0.1 btc market 68000', ['buy', '0.1', 'btc', '68000', null, 'market', 'too many']],
    ['close half eth 3000 3100', ['close', 'half', 'eth', '3000', null, 'too many']],
    ['long 1 eth 5x 10x', ['long', '1', 'eth', null, 5, 'too many']],
  ] as const)('%j', (query, meant) => {
    expect(brief(query)).toEqual(meant);
  });

  it('asks about two figures side by side that may be one', () => {
    expect(read('buy 1 500 eth')?.split).toEqual({ one: 'buy 1500 eth', two: 'buy 1 @ 500 eth' });
    expect(read('buy eth 1 500')?.split).toEqual({ one: 'buy eth 1500', two: 'buy eth 1 @ 500' });
    expect(read('buy eth 0.1 3500')?.split).toBeNull();
    expect(brief(read('buy eth 1 500')!.split!.two)).toEqual(['buy', '1', 'eth', '500', null]);
    expect(read(read('buy eth 1 500')!.split!.one)?.split).toBeNull();
  });

  it('writes another figure in the place of one', () => {
    const { size, price } = read('buy 0,1 btc 68000')!;
    expect(typeof size === 'object' && size?.replaced('0.1')).toBe('buy 0.1 btc 68000');
    expect(price?.replaced('67000')).toBe('buy 0,1 btc 67000');
  });
});
