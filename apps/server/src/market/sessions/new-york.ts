import { type Calendar, dayMs, easter, hourMs, minuteMs, nthWeekday, type SessionDay, utc, weekday, yearOf } from './calendar.ts';

/** Hours that New York is behind UTC on a date: 4 in summer, 5 in winter, by the law of that year. */
export function newYorkOffsetHours(date: number): number {
  const year = yearOf(date);
  const start = year >= 2007 ? nthWeekday(year, 3, 0, 2) : nthWeekday(year, 4, 0, 1);
  const end = year >= 2007 ? nthWeekday(year, 11, 0, 1) : nthWeekday(year, 10, 0, -1);
  return date >= start && date < end ? 4 : 5;
}

/** A Sunday holiday is observed on Monday, a Saturday holiday on Friday. */
const observed = (date: number) => (weekday(date) === 0 ? date + dayMs : weekday(date) === 6 ? date - dayMs : date);

/** Closures that follow no rule: attacks, storms and days of mourning. */
const unforeseen = new Set(
  [
    [2001, 9, 11],
    [2001, 9, 12],
    [2001, 9, 13],
    [2001, 9, 14],
    [2004, 6, 11],
    [2007, 1, 2],
    [2012, 10, 29],
    [2012, 10, 30],
    [2018, 12, 5],
    [2025, 1, 9],
  ].map(([year = 0, month = 0, day = 0]) => utc(year, month, day)),
);

function holidays(year: number): Set<number> {
  const days = [
    // New Year's Day on a Saturday is not observed on the Friday, because that is the last trading day of the year.
    weekday(utc(year, 1, 1)) === 0 ? utc(year, 1, 2) : utc(year, 1, 1),
    nthWeekday(year, 2, 1, 3),
    easter(year) - 2 * dayMs,
    nthWeekday(year, 5, 1, -1),
    observed(utc(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    observed(utc(year, 12, 25)),
  ];
  if (year >= 1998) days.push(nthWeekday(year, 1, 1, 3));
  if (year >= 2022) days.push(observed(utc(year, 6, 19)));
  return new Set(days);
}

/** Trading ends at 13:00 before Independence Day, after Thanksgiving and on Christmas Eve. */
function closesEarly(date: number, year: number): boolean {
  const day = weekday(date);
  if (date === nthWeekday(year, 11, 4, 4) + dayMs) return true;
  if (date === utc(year, 12, 24) && day >= 1 && day <= 4) return true;
  // 3 July before a weekday holiday. Until 2012, a Thursday holiday shortened the following Friday instead of the Wednesday.
  if (date === utc(year, 7, 3)) return day === 1 || day === 2 || day === 4 || (day === 3 && year >= 2013);
  if (date === utc(year, 7, 5)) return day === 5 && year < 2013;
  return date === utc(2003, 12, 26);
}

const byYear = new Map<number, Set<number>>();

/** New York Stock Exchange, 09:30 to 16:00 local. */
export const newYork: Calendar = {
  name: 'XNYS',
  sessionOn(date): SessionDay | undefined {
    const day = weekday(date);
    if (day === 0 || day === 6 || unforeseen.has(date)) return undefined;
    const year = yearOf(date);
    let closed = byYear.get(year);
    if (!closed) {
      closed = holidays(year);
      byYear.set(year, closed);
    }
    if (closed.has(date)) return undefined;
    const offset = newYorkOffsetHours(date) * hourMs;
    const open = date + offset + 9 * hourMs + 30 * minuteMs;
    const close = date + offset + (closesEarly(date, year) ? 13 : 16) * hourMs;
    return { date, segments: [{ open, close }] };
  },
};
