import { describe, expect, it } from 'vitest';
import { readable } from './text.ts';

describe('figures of a notice', () => {
  it('a loss carries a minus sign, a gain a plus', () => {
    expect(readable({ amount: '-1.370000' }, 'en', false)).toEqual({ amount: '−1.37' });
    expect(readable({ result: '16.800000' }, 'en', false)).toEqual({ result: '+16.80' });
    expect(readable({ result: '-0.000125' }, 'en', false)).toEqual({ result: '−0.000125' });
  });
  it('sums are grouped and lose their empty digits', () => {
    expect(readable({ operateBalance: '12000.500000', price: '68420.00' }, 'en', false)).toEqual({
      operateBalance: '12,000.5',
      price: '68,420',
    });
  });
  it('ids and words are no figures', () => {
    expect(readable({ no: '120345', symbol: 'BTC-PERP', status: 2 }, 'en', false)).toEqual({ no: '120345', symbol: 'BTC-PERP', status: 2 });
  });
  it('are hidden where amounts are, those of the market are not', () => {
    const params = { no: '1643', quantity: '20.00', price: '1295.5' };
    expect(readable(params, 'en', true)).toEqual({ no: '1643', quantity: '******', price: '1,295.5' });
  });
});
