import { describe, expect, it } from 'vitest';
import { placeOf } from './place.ts';

describe('the address of a chart', () => {
  it('names instrument, kind and interval', () => {
    expect(placeOf({ symbol: 'NVDA', kind: '3', interval: '1D' }, null)).toEqual({ symbol: 'NVDA', kind: 3, interval: '1D' });
    expect(placeOf({ symbol: '1155', kind: 3, interval: 60 }, null)).toEqual({ symbol: '1155', kind: 3, interval: '60' });
  });
  it('falls back to the last instrument, spot and 30 minutes', () => {
    expect(placeOf({}, 'ETH/USDT')).toEqual({ symbol: 'ETH/USDT', kind: 1, interval: '30' });
    expect(placeOf({ kind: 'x', interval: '7', symbol: '' }, null)).toEqual({ symbol: 'BTC/USDT', kind: 1, interval: '30' });
  });
});
