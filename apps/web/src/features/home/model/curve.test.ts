import { describe, expect, it } from 'vitest';
import { curveOf } from './curve.ts';

const same = (usd: string) => usd;

describe('the curve of the day', () => {
  it('starts at midnight', () => {
    const stat = {
      since: 0,
      startTotal: '10',
      total: '12',
      curve: [
        { t: 0, v: '10' },
        { t: 9, v: '12' },
      ],
    };
    expect(curveOf(stat, same)).toEqual({
      points: [
        { at: 0, value: 10 },
        { at: 9, value: 12 },
      ],
      born: false,
    });
  });

  it('an account of today is no profit of 100,000', () => {
    const stat = {
      since: 0,
      startTotal: '0.00',
      total: '100000',
      curve: [
        { t: 0, v: '0' },
        { t: 5, v: '0' },
        { t: 9, v: '100000' },
      ],
    };
    expect(curveOf(stat, same)).toEqual({
      points: [
        { at: 0, value: 100000 },
        { at: 9, value: 100000 },
      ],
      born: true,
    });
  });

  it('is flat, not empty, when there is nothing yet', () => {
    const { points } = curveOf({ since: 5, startTotal: '0', total: '0', curve: [] }, same);
    expect(points.map((point) => point.value)).toEqual([0, 0]);
  });
});
