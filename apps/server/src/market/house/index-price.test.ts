import { describe, expect, it } from 'vitest';
import { indexPrice } from './index-price.ts';

const now = 1_000_000;
const said = (priceTicks: number, ageMs = 0) => ({ priceTicks, time: now - ageMs });

describe('the index', () => {
  it('is the one fresh source, or the median of several', () => {
    expect(indexPrice([said(100)], now)).toEqual(said(100));
    expect(indexPrice([said(100), said(130), said(101)], now)).toEqual(said(101));
    expect(indexPrice([said(100), said(103)], now)).toEqual(said(101));
  });
  it('leaves out sources that have been silent for more than five seconds, and has the time of the newest', () => {
    expect(indexPrice([said(100, 5_000), said(500, 5_001), said(102, 40)], now)).toEqual({ priceTicks: 101, time: now - 40 });
  });
  it('is not there while no source is fresh', () => {
    expect(indexPrice([said(100, 5_001), { priceTicks: 0, time: 0 }], now)).toBeUndefined();
    expect(indexPrice([], now)).toBeUndefined();
  });
});
