import type { Interval } from '@bourse/protocol/enums';
import { formatTime, timeFormat } from '../../../i18n/format.ts';

/** How the times of candles are written, on the axis, at the cross-hair and in the table. */
export interface CandleTimes {
  /** Below an ordinary candle. */
  usual: (ms: number) => string;
  /** Below the first candle of a day; for candles of a day or longer, of a year. */
  turn: (ms: number) => string;
  full: (ms: number) => string;
}

const isWithinDay = (interval: Interval) => /^\d+$|H$/.test(interval);
/** Days turn on a quarter of an hour in every time zone. */
const quarterMs = 15 * 60_000;
const day = { day: 'numeric', month: 'short' } as const;
const month = { month: 'short', year: 'numeric' } as const;

/**
 * Candles within a day are written in the customer's time zone. A candle of a day or longer is called by the exchange's date, which is the date in UTC: in
 * a time zone west of it, its first moment still belongs to the day before.
 */
export function candleTimes(interval: Interval, zone: string): CandleTimes {
  const within = isWithinDay(interval);
  const timeZone = within ? zone : 'UTC';
  const turns = new Map<number, string>();
  const write = (options: Intl.DateTimeFormatOptions) => (ms: number) => timeFormat({ ...options, timeZone }).format(ms);
  const turn = write(within ? day : { year: 'numeric' });
  return {
    usual: within ? (ms) => formatTime(ms, 'time', timeZone) : write(interval === '1M' ? { month: 'short' } : day),
    // Asked for each visible candle in each frame.
    turn(ms) {
      const quarter = Math.floor(ms / quarterMs);
      const known = turns.get(quarter) ?? turn(ms);
      turns.set(quarter, known);
      return known;
    },
    full: interval === '1M' ? write(month) : (ms) => formatTime(ms, within ? 'dateTime' : 'date', timeZone),
  };
}
