import type { Interval } from '@bourse/protocol/enums';

/** How long candles last. */

export type PeriodName = { type: 'minute' | 'hour' | 'day' | 'week' | 'month'; span: number };
export function periodOf(interval: Interval): PeriodName {
  const minutes: Partial<Record<Interval, number>> = { '1': 1, '5': 5, '15': 15, '30': 30 };
  const hours: Partial<Record<Interval, number>> = { '60': 1, '2H': 2, '4H': 4 };
  const minute = minutes[interval];
  if (minute) return { type: 'minute', span: minute };
  const hour = hours[interval];
  if (hour) return { type: 'hour', span: hour };
  return { type: interval === '1D' ? 'day' : interval === '1W' ? 'week' : 'month', span: 1 };
}

const minuteMs = 60_000;
const fixedMs: Partial<Record<Interval, number>> = {
  '1': minuteMs,
  '5': 5 * minuteMs,
  '15': 15 * minuteMs,
  '30': 30 * minuteMs,
  '60': 60 * minuteMs,
  '2H': 120 * minuteMs,
  '4H': 240 * minuteMs,
  '1D': 1440 * minuteMs,
  '1W': 7 * 1440 * minuteMs,
};

/** When the candle that began at `start` ends. Months have their own lengths, in UTC. */
export function candleEnd(start: number, interval: Interval): number {
  const fixed = fixedMs[interval];
  if (fixed) return start + fixed;
  const from = new Date(start);
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);
}

/** Time to the close of the forming candle: 14:08, 2:14:08, 3d 4h. '' once it is over. */
export function timeToClose(start: number, interval: Interval, now: number): string {
  const left = Math.floor((candleEnd(start, interval) - now) / 1000);
  if (left <= 0) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(left / 86_400);
  const hours = Math.floor((left % 86_400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
}
