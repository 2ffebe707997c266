import { describe, expect, it } from 'vitest';
import { curveOf } from './curve.ts';

const same = (usd: string) => usd;

describe('the curve of the day', () => {
  it('starts at midnight', () => {
    const stat = {
      startTotal: '10',
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

  it('of an account of today begins at its first money: no profit of 100,000, and no line over hours in which it did not exist', () => {
    const stat = {
      startTotal: '0.00',
      curve: [
        { t: 0, v: '0' },
        { t: 5, v: '0' },
        { t: 9, v: '100000' },
      ],
    };
    expect(curveOf(stat, same)).toEqual({ points: [{ at: 9, value: 100000 }], born: true });
  });

  it('is empty when there is nothing yet', () => {
    expect(curveOf({ startTotal: '0', curve: [] }, same).points).toEqual([]);
  });
});
