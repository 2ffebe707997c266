import { describe, expect, it } from 'vitest';
import { resultOf } from './result.ts';

describe('what a position has brought', () => {
  it('is the result of its prices less fees, with funding', () => {
    expect(resultOf({ realised: '120.500000', fees: '4.100001', funding: '-1.25' })).toEqual({
      price: '120.500000',
      fees: '-4.100001',
      funding: '-1.25',
      sum: '115.149999',
    });
  });
  it('has no minus before nothing', () => {
    expect(resultOf({ realised: '0', fees: '0.00', funding: '0' })).toMatchObject({ fees: '0', sum: '0' });
  });
});
