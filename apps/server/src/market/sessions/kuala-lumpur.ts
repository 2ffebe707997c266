import { type Calendar, hourMs, minuteMs, type SessionDay, utc, weekday, yearOf } from './calendar.ts';

/**
 * Bursa Malaysia's weekday holidays from its calendars. Several follow the moon or a royal proclamation, so they are data and not a rule. A year that
 * is missing here has only its fixed holidays.
 */
const listed: Record<number, readonly string[]> = {
  2024: [
    '01-01',
    '01-25',
    '02-01',
    '02-12',
    '03-28',
    '04-10',
    '04-11',
    '05-01',
    '05-22',
    '06-03',
    '06-17',
    '07-08',
    '09-16',
    '10-31',
    '12-25',
  ],
  2025: [
    '01-01',
    '01-29',
    '01-30',
    '02-11',
    '03-18',
    '03-31',
    '04-01',
    '05-01',
    '05-12',
    '06-02',
    '06-27',
    '09-01',
    '09-05',
    '09-15',
    '09-16',
    '10-20',
    '12-25',
  ],
  2026: [
    '01-01',
    '02-02',
    '02-17',
    '02-18',
    '03-20',
    '03-23',
    '05-01',
    '05-27',
    '06-01',
    '06-02',
    '06-17',
    '08-25',
    '08-31',
    '09-16',
    '11-09',
    '12-25',
  ],
  2027: ['01-01', '01-22', '02-01', '02-08', '03-10', '03-11', '05-17', '05-20', '06-07', '08-31', '09-16', '10-29'],
};
const fixed = ['01-01', '02-01', '05-01', '08-31', '09-16', '12-25'];

const closed = new Map<number, Set<number>>();
function closedIn(year: number): Set<number> {
  let days = closed.get(year);
  if (!days) {
    days = new Set((listed[year] ?? fixed).map((text) => utc(year, Number(text.slice(0, 2)), Number(text.slice(3)))));
    closed.set(year, days);
  }
  return days;
}

const offset = 8 * hourMs;

/** Bursa Malaysia, Kuala Lumpur: 09:00 to 12:30 and 14:30 to 17:00 local, all year UTC+8. */
export const kualaLumpur: Calendar = {
  name: 'XKLS',
  sessionOn(date): SessionDay | undefined {
    const day = weekday(date);
    if (day === 0 || day === 6 || closedIn(yearOf(date)).has(date)) return undefined;
    return {
      date,
      segments: [
        { open: date + 9 * hourMs - offset, close: date + 12 * hourMs + 30 * minuteMs - offset },
        { open: date + 14 * hourMs + 30 * minuteMs - offset, close: date + 17 * hourMs - offset },
      ],
    };
  },
};
