import { describe, expect, it } from 'vitest';
import { candleTimes } from './candle-times.ts';
import { comparedPrices } from './compared.ts';
import { timeTicks } from './time-axis.ts';

const hour = 3_600_000;
const midnight = Date.UTC(2026, 2, 2);

describe('the time axis', () => {
  /** Six pixels a letter. */
  const wide = { width: 1_200, widthOf: (text: string) => text.length * 6 };
  /** Hours around midnight in UTC, a hundred pixels a candle, with the library's place at every second. */
  const hours = Array.from({ length: 12 }, (_, at) => midnight + (at - 6) * hour);
  const axis = (zone: string) => {
    const times = candleTimes('60', zone);
    const places = hours.flatMap((value, at) => (at % 2 === 0 ? [{ coord: at * 100, value, text: times.usual(value) }] : []));
    return timeTicks(places, hours, { from: 0, to: hours.length }, (at) => at * 100, times, wide).map(
      ({ coord, text }) => `${coord} ${text}`,
    );
  };
  it('has the date where the day changes, in the customer’s time zone', () => {
    expect(axis('UTC')).toEqual(['200 20:00', '400 22:00', '800 02:00', '1000 04:00', '600 Mar 2']);
    expect(axis('Asia/Tokyo').filter((text) => /Mar/.test(text))).toEqual([]);
    expect(axis('America/New_York')).toContain('1100 Mar 2');
    expect(axis('Asia/Kathmandu')).toContain('100 Mar 2');
  });
  it('cuts no text at an end: a date moves inside, a time is left out', () => {
    const times = candleTimes('60', 'UTC');
    const at = (shift: number, width: number) =>
      timeTicks(
        [0, 4, 11].map((index) => ({ coord: index * 100 + shift, value: hours[index]!, text: times.usual(hours[index]!) })),
        hours,
        { from: 0, to: hours.length },
        (index) => index * 100 + shift,
        times,
        { ...wide, width },
      ).map(({ coord, text }) => `${coord} ${text}`);
    // The day's first candle stands two pixels from the left end, then three from the right.
    expect(at(-598, 600)).toEqual(['502 05:00', '15 Mar 2']);
    expect(at(0, 603)).toEqual(['400 22:00', '588 Mar 2']);
  });
  it('leaves out dates that would touch', () => {
    const times = candleTimes('4H', 'UTC');
    const bars = Array.from({ length: 60 }, (_, at) => midnight + at * 4 * hour);
    const dates = timeTicks([], bars, { from: 0, to: 60 }, (at) => at * 8, times, wide);
    expect(dates.map(({ text }) => text)).toEqual(['Mar 3', 'Mar 5', 'Mar 7', 'Mar 9', 'Mar 11']);
  });
  it('calls candles of a day and longer by the exchange’s date, and names the year where it changes', () => {
    const { full, usual, turn } = candleTimes('1D', 'America/New_York');
    expect([full(midnight), usual(midnight), turn(midnight)]).toEqual(['Mar 2, 2026', 'Mar 2', '2026']);
    expect(candleTimes('1M', 'Asia/Tokyo').full(midnight)).toBe('Mar 2026');
    expect(candleTimes('15', 'America/New_York').full(midnight)).toBe('Mar 1, 19:00');
  });
});

describe('an instrument that is compared', () => {
  const bars = [100, 110, 121, 110].map((close, at) => ({ timestamp: at, close }));
  const closes = new Map([
    [1, 5],
    [2, 10],
    [3, 4],
  ]);
  it('is drawn in per cent of the first visible candle', () => {
    // From the second candle on: the other doubles, then falls to four fifths.
    expect(comparedPrices(bars, 1, 4, { symbol: 'ETH/USDT', closes })).toEqual([110, 220, 88]);
    expect(comparedPrices(bars, 2, 4, { symbol: 'ETH/USDT', closes })).toEqual([121, 48.4]);
  });
  it('begins with its first candle, and has gaps where it has none', () => {
    expect(comparedPrices(bars, 0, 3, { symbol: 'ETH/USDT', closes })).toEqual([undefined, 110, 220]);
    expect(comparedPrices(bars, 0, 2, { symbol: 'ETH/USDT', closes: new Map() })).toEqual([undefined, undefined]);
  });
});
