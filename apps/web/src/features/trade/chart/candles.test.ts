import { describe, expect, it } from 'vitest';
import { isInterval } from '../place.ts';
import { barsOf, placeLabels, summarise } from './bars.ts';
import { candleEnd, periodOf, timeToClose } from './periods.ts';

const candle = (t: number, c = '10', h = c, l = c) => ({ t, o: c, h, l, c, v: '1' });

describe('candles for the chart', () => {
  it('sorts by time and keeps the newer of two with the same time', () => {
    expect(barsOf([candle(2), candle(1), candle(2, '11')]).map(({ timestamp, close }) => [timestamp, close])).toEqual([
      [1, 10],
      [2, 11],
    ]);
  });
  it('knows the intervals of the product and their spans', () => {
    expect(isInterval('30')).toBe(true);
    expect(isInterval('3')).toBe(false);
    expect(periodOf('60')).toEqual({ type: 'hour', span: 1 });
    expect(periodOf('1M')).toEqual({ type: 'month', span: 1 });
  });
  it('ends months when they end', () => {
    expect(candleEnd(Date.UTC(2026, 1, 1), '1M')).toBe(Date.UTC(2026, 2, 1));
    expect(candleEnd(0, '4H')).toBe(4 * 3_600_000);
  });
  it('counts down to the close', () => {
    expect(timeToClose(0, '15', 52_000)).toBe('14:08');
    expect(timeToClose(0, '4H', 3_600_000)).toBe('3:00:00');
    expect(timeToClose(0, '1W', 0)).toBe('7d 0h');
    expect(timeToClose(0, '1', 60_000)).toBe('');
  });
  it('says in words what the picture shows', () => {
    expect(summarise([candle(1, '10'), candle(2, '12', '13', '11'), candle(3, '9', '9', '8')])).toMatchObject({
      first: '10',
      last: '9',
      high: '13',
      highAt: 2,
      low: '8',
      lowAt: 3,
      count: 3,
    });
    expect(summarise([])).toBeNull();
  });
});

describe('prices on the axis', () => {
  const last = { from: 95, to: 125 };
  it('are at their height, or a little below when that place is taken', () => {
    expect(placeLabels([40, 100, 130], 20, [26, 26, 26], [last])).toEqual([40, 85, 135]);
  });
  it('are left out rather than shown at another height, the less important first', () => {
    expect(placeLabels([110, 112, 108, 250], 20, [26, 26, 26, 26], [last])).toEqual([85, 135, null, 250]);
  });
});
