import type { SwapOffer } from '@bourse/protocol';
import { describe, expect, it } from 'vitest';
import { assetsOf, gettable, settlePair, termsOf, withSide } from './pairs.ts';

const offer = (asset: string, money: string, parts: Partial<SwapOffer> = {}): SwapOffer => ({
  ...{ asset, money, symbol: `${asset}/${money}`, open: true, spread: '0.2', feeRate: '0', minValue: '10', maxValue: '10000' },
  ...parts,
});
const offers = [
  offer('BTC', 'USDT'),
  offer('ETH', 'USDT', { spread: '0.3', feeRate: '0.05', minValue: '20', maxValue: '5000' }),
  offer('EUR', 'USD', { open: false }),
];

describe('the pairs that are offered', () => {
  it('are an asset and its money, or two assets of the same money', () => {
    expect(assetsOf(offers)).toEqual(['USDT', 'USD', 'BTC', 'ETH', 'EUR']);
    expect(gettable(offers, 'USDT')).toEqual(['BTC', 'ETH']);
    expect(gettable(offers, 'BTC')).toEqual(['USDT', 'ETH']);
    expect(gettable(offers, 'EUR')).toEqual(['USD']);
    expect(gettable(offers, 'DOGE')).toEqual([]);
  });

  it('have the stricter terms of their two offers', () => {
    expect(termsOf(offers, { from: 'BTC', to: 'ETH' })).toEqual({
      ...{ money: 'USDT', open: true, spread: '0.3', feeRate: '0.05', minValue: '20', maxValue: '5000' },
    });
    expect(termsOf(offers, { from: 'USDT', to: 'BTC' })?.spread).toBe('0.2');
    expect(termsOf(offers, { from: 'USD', to: 'EUR' })?.open).toBe(false);
    expect(termsOf(offers, { from: 'BTC', to: 'USD' })).toBeUndefined();
    expect(termsOf(offers, { from: 'BTC', to: 'BTC' })).toBeUndefined();
  });

  it('begin with money for the first open asset, and keep a wish as far as it can be kept', () => {
    expect(settlePair([offer('EUR', 'USD', { open: false }), ...offers], {})).toEqual({ from: 'USDT', to: 'BTC' });
    expect(settlePair(offers, { from: 'ETH', to: 'BTC' })).toEqual({ from: 'ETH', to: 'BTC' });
    expect(settlePair(offers, { from: 'EUR', to: 'BTC' })).toEqual({ from: 'EUR', to: 'USD' });
    expect(settlePair(offers, { from: 'NONE', to: 'ETH' })).toEqual({ from: 'USDT', to: 'ETH' });
    expect(settlePair(offers, { to: 'USDT' })).toEqual({ from: 'BTC', to: 'USDT' });
    expect(settlePair([], {})).toBeUndefined();
  });

  it('change places when a side takes the other side’s asset', () => {
    expect(withSide({ from: 'USDT', to: 'BTC' }, 'from', 'BTC')).toEqual({ from: 'BTC', to: 'USDT' });
    expect(withSide({ from: 'USDT', to: 'BTC' }, 'to', 'ETH')).toEqual({ from: 'USDT', to: 'ETH' });
  });
});
