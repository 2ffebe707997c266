import { describe, expect, it } from 'vitest';
import { instrumentOf, placeOf } from './place.ts';

describe('the address of a chart', () => {
  it('names instrument, kind and interval', () => {
    expect(placeOf({ symbol: 'NVDA', kind: '3', interval: '1D' }, null)).toEqual({ symbol: 'NVDA', kind: 3, interval: '1D' });
    expect(placeOf({ symbol: '1155', kind: 3, interval: 60 }, null)).toEqual({ symbol: '1155', kind: 3, interval: '60' });
  });
  it('falls back to the last instrument, spot and 30 minutes', () => {
    expect(placeOf({}, 'ETH/USDT')).toEqual({ symbol: 'ETH/USDT', kind: 1, interval: '30' });
    expect(placeOf({ kind: 'x', interval: '7', symbol: '' }, null)).toEqual({ symbol: 'BTC/USDT', kind: 1, interval: '30' });
  });
  it('that names only a kind opens its first instrument, or the last viewed one of that kind', () => {
    const list = [
      { id: 1, symbol: 'BTC/USDT', kind: 1 },
      { id: 2, symbol: 'BTC-PERP', kind: 2 },
      { id: 3, symbol: 'ETH-PERP', kind: 2 },
    ];
    const at = (symbol: string, kind: 1 | 2 | 3 | 4 | 5, named: boolean) =>
      instrumentOf(list, { symbol, kind }, named, [{ sourceId: '3' }])?.symbol;
    expect(at('BTC/USDT', 2, false)).toBe('BTC-PERP');
    expect(at('ETH-PERP', 2, false)).toBe('ETH-PERP');
    expect(at('BTC/USDT', 4, false)).toBe('ETH-PERP');
    expect(at('BTC/USDT', 2, true)).toBe('BTC/USDT');
    expect(at('NONE', 2, true)).toBeUndefined();
  });
});
