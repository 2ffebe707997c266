import type { CalendarDeclared, Days } from '../catalogue/schema.ts';
import { type Calendar, dayMs, easter, hourMs, minuteMs, nthWeekday, type Segment, utc, weekday, yearOf } from './calendar.ts';

/** The calendar of a declaration: its local sessions on weekdays that are not closed, cut short on early days. */
export function calendarOf(name: string, { zone, sessions, closed, early = [] }: CalendarDeclared): Calendar {
  const offset = offsetsOf(zone);
  const shut = closed.map(daysOf);
  const short = early.map(({ at, on }) => ({ at, on: daysOf(on) }));
  const instant = (date: number, text: string) => {
    const day = text.endsWith('-1d') ? date - dayMs : date;
    return day + Number(text.slice(0, 2)) * hourMs + Number(text.slice(3, 5)) * minuteMs - offset(day);
  };
  return {
    name,
    sessionOn(date) {
      const day = weekday(date);
      if (day === 0 || day === 6 || shut.some((on) => on(date))) return undefined;
      const at = short.find(({ on }) => on(date))?.at;
      const end = at === undefined ? Number.POSITIVE_INFINITY : instant(date, at);
      const segments = sessions.flatMap(([from, to]): Segment[] => {
        const [open, close] = [instant(date, from), Math.min(instant(date, to), end)];
        return open < close ? [{ open, close }] : [];
      });
      return segments.length > 0 ? { date, segments } : undefined;
    },
  };
}

/** How far a zone's clocks are ahead of UTC at noon of a date. Clocks change in the night, when no market that has sessions is open. */
function offsetsOf(zone: string): (date: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  return (date) => {
    let found = known.get(date);
    if (found === undefined) {
      const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(date + 12 * hourMs)) ?? [];
      found = (Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs) * (sign === '-' ? -1 : 1);
      known.set(date, found);
    }
    return found;
  };
}

/** Whether a date is one of the declared days. Each year's dates are computed once. */
export function daysOf(days: Days): (date: number) => boolean {
  const byYear = new Map<number, ReadonlySet<number>>();
  return (date) => {
    const year = yearOf(date);
    let found = byYear.get(year);
    if (!found) {
      found = new Set(datesOf(days, year));
      byYear.set(year, found);
    }
    return found.has(date);
  };
}

const monthDay = (year: number, text: string) => utc(year, Number(text.slice(0, 2)), Number(text.slice(3)));

function datesOf(days: Days, year: number): readonly number[] {
  if ('dates' in days) return days.dates.map((text) => Date.parse(`${text}T00:00:00Z`));
  if ('years' in days) return (days.years[String(year)] ?? days.otherwise).map((text) => monthDay(year, text));
  const { from = year, until = year, weekdays } = days;
  if (year < from || year > until) return [];
  const date =
    'yearly' in days
      ? observed(monthDay(year, days.yearly), days.observed)
      : 'easter' in days
        ? easter(year) + days.easter * dayMs
        : nthWeekday(year, days.month, days.weekday, days.nth) + (days.plusDays ?? 0) * dayMs;
  return weekdays === undefined || weekdays.includes(weekday(date)) ? [date] : [];
}

/** A Sunday holiday moves to Monday; with `nearest`, a Saturday one to Friday. */
function observed(date: number, rule: 'monday' | 'nearest' | undefined): number {
  if (rule !== undefined && weekday(date) === 0) return date + dayMs;
  return rule === 'nearest' && weekday(date) === 6 ? date - dayMs : date;
}
