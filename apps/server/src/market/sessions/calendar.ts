/** A continuous stretch of trading, UTC milliseconds, end exclusive. */
export interface Segment {
  open: number;
  close: number;
}

/** One trading day of a market: one segment, or two where there is a midday break. `date` is the local date at 00:00 UTC. */
export interface SessionDay {
  date: number;
  segments: readonly Segment[];
}

export interface Calendar {
  readonly name: string;
  /** The session of a local date given as 00:00 UTC of that date, or undefined on a closed day. */
  sessionOn(date: number): SessionDay | undefined;
}

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

export const dateOf = (time: number) => Math.floor(time / dayMs) * dayMs;
export const utc = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);
/** 0 Sunday … 6 Saturday of a date at 00:00 UTC. */
export const weekday = (date: number) => (Math.floor(date / dayMs) + 4) % 7;
export const yearOf = (date: number) => new Date(date).getUTCFullYear();

/** The n-th given weekday of a month; n = −1 is the last. */
export function nthWeekday(year: number, month: number, day: number, n: number): number {
  if (n > 0) {
    const first = utc(year, month, 1);
    return first + (((day - weekday(first) + 7) % 7) + (n - 1) * 7) * dayMs;
  }
  const last = utc(year, month + 1, 1) - dayMs;
  return last - ((weekday(last) - day + 7) % 7) * dayMs;
}

/** Western Easter Sunday (the anonymous Gregorian computus). */
export function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return utc(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

/** Sessions around a time, cached by date, for feeds, candles and screens. */
export class Sessions {
  readonly calendar: Calendar;
  private readonly days = new Map<number, SessionDay | null>();
  constructor(calendar: Calendar) {
    this.calendar = calendar;
  }
  on(date: number): SessionDay | undefined {
    let found = this.days.get(date);
    if (found === undefined) {
      found = this.calendar.sessionOn(date) ?? null;
      // The cache holds a few years of dates. Clearing it is cheaper than evicting single dates.
      if (this.days.size > 4000) this.days.clear();
      this.days.set(date, found);
    }
    return found ?? undefined;
  }
  /** The segment that contains `time`, with its day. */
  at(time: number): { day: SessionDay; segment: Segment } | undefined {
    const today = dateOf(time);
    for (let date = today - dayMs; date <= today + dayMs; date += dayMs) {
      const day = this.on(date);
      const segment = day?.segments.find(({ open, close }) => time >= open && time < close);
      if (day && segment) return { day, segment };
    }
    return undefined;
  }
  isOpen(time: number): boolean {
    return this.at(time) !== undefined;
  }
  /** The first segment that opens after `time`. */
  nextOpen(time: number): number | undefined {
    const start = dateOf(time) - dayMs;
    for (let date = start; date <= start + 15 * dayMs; date += dayMs) {
      const open = this.on(date)?.segments.find((segment) => segment.open > time)?.open;
      if (open !== undefined) return open;
    }
    return undefined;
  }
  /** The latest day whose first segment opened at or before `time`. */
  lastDay(time: number): SessionDay | undefined {
    for (let date = dateOf(time) + dayMs; date >= dateOf(time) - 15 * dayMs; date -= dayMs) {
      const day = this.on(date);
      if (day?.segments[0] && day.segments[0].open <= time) return day;
    }
    return undefined;
  }
  /** The trading day before a given one. */
  previous(date: number): SessionDay | undefined {
    for (let earlier = date - dayMs; earlier >= date - 15 * dayMs; earlier -= dayMs) {
      const day = this.on(earlier);
      if (day) return day;
    }
    return undefined;
  }
  /** The first trading day on or after a date. */
  firstFrom(date: number): SessionDay | undefined {
    for (let later = date; later <= date + 15 * dayMs; later += dayMs) {
      const day = this.on(later);
      if (day) return day;
    }
    return undefined;
  }
}
