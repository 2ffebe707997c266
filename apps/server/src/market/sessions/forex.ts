import { type Calendar, dayMs, hourMs, type SessionDay, utc, weekday } from './calendar.ts';
import { newYorkOffsetHours } from './new-york.ts';

/**
 * Currencies, metals, energy and indices trade from Sunday 17:00 to Friday 17:00 New York time: five trading days, each from 17:00 to 17:00. Only
 * Christmas and New Year's Day are closed.
 */
export const forexWeek: Calendar = {
  name: 'FX',
  sessionOn(date): SessionDay | undefined {
    const day = weekday(date);
    if (day === 0 || day === 6) return undefined;
    const year = new Date(date).getUTCFullYear();
    if (date === utc(year, 1, 1) || date === utc(year, 12, 25)) return undefined;
    const before = date - dayMs;
    const open = before + (17 + newYorkOffsetHours(before)) * hourMs;
    return { date, segments: [{ open, close: date + (17 + newYorkOffsetHours(date)) * hourMs }] };
  },
};
