import type { DeskHoursShown } from '@bourse/protocol/chat';
import type { Days } from '../../market/catalogue/schema.ts';
import { dateOf, dayMs, minuteMs, type Segment, weekday } from '../../market/sessions/calendar.ts';
import { daysOf } from '../../market/sessions/declared.ts';

export interface DeskDeclared {
  /** That the desk answers in. */
  languages: readonly string[];
  zone: string;
  /** Minutes from midnight by weekday; 0 is Sunday. */
  week: readonly (readonly (readonly [number, number])[])[];
  closed: readonly Days[];
}

/** The next opening is looked for in so many days. A desk that stays away longer is a mistake, and the server does not start with it. */
const searchDays = 400;
const shownDays = 60;

/**
 * When people are at the desk. A stretch begins at the first instant at which the zone's clocks show its beginning or later, and ends after the last one
 * at which they show less than its end. So a night in which clocks go back has its hour twice, and an opening in an hour that clocks skip is after it.
 */
export class DeskHours {
  readonly languages: readonly string[];
  readonly zone: string;
  private readonly week: DeskDeclared['week'];
  private readonly closed: readonly ((date: number) => boolean)[];
  private readonly format: Intl.DateTimeFormat;
  private readonly days = new Map<number, readonly Segment[]>();
  private readonly offsets = new Map<number, number>();

  constructor({ languages, zone, week, closed }: DeskDeclared) {
    this.languages = languages;
    this.zone = zone;
    this.week = week;
    this.closed = closed.map(daysOf);
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** Minutes in which the clocks of the zone are ahead of UTC. */
  private offsetAt(time: number): number {
    let found = this.offsets.get(time);
    if (found === undefined) {
      const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(this.format.format(time)) ?? [];
      found = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minuteMs * (sign === '-' ? -1 : 1);
      if (this.offsets.size > 4_000) this.offsets.clear();
      this.offsets.set(time, found);
    }
    return found;
  }

  /** Whether a local date, given as 00:00 UTC of it, is one of the declared days off. */
  private isClosed(date: number): boolean {
    return this.closed.some((on) => on(date));
  }

  /** The stretches of a local date, given as 00:00 UTC of it. */
  on(date: number): readonly Segment[] {
    let found = this.days.get(date);
    if (found === undefined) {
      found = this.isClosed(date) ? [] : this.stretches(date);
      if (this.days.size > 4_000) this.days.clear();
      this.days.set(date, found);
    }
    return found;
  }

  private stretches(date: number): Segment[] {
    const before = this.offsetAt(date - dayMs);
    const after = this.offsetAt(date + 2 * dayMs);
    let change = date + 2 * dayMs;
    if (before !== after) {
      // The minute in which the clocks change.
      let low = date - dayMs;
      while (change - low > minuteMs) {
        const middle = low + Math.floor((change - low) / 2 / minuteMs) * minuteMs;
        if (this.offsetAt(middle) === before) low = middle;
        else change = middle;
      }
    }
    const first = (wall: number) => (wall - before < change ? wall - before : Math.max(change, wall - after));
    const last = (wall: number) => (wall - after > change ? wall - after : Math.min(change, wall - before));
    return (this.week[weekday(date)] ?? []).flatMap(([from, to]) => {
      const [open, close] = [first(date + from * minuteMs), last(date + to * minuteMs)];
      return open < close ? [{ open, close }] : [];
    });
  }

  /** Stretches that end after a time, in their order; those that touch are one. */
  private *from(time: number): Generator<Segment> {
    // Clocks of a zone are at most fourteen hours from UTC.
    const start = dateOf(time) - 2 * dayMs;
    let current: Segment | undefined;
    for (let date = start; date <= start + searchDays * dayMs; date += dayMs)
      for (const { open, close } of this.on(date)) {
        if (close <= time) continue;
        if (current && open <= current.close) current = { open: current.open, close: Math.max(close, current.close) };
        else {
          if (current) yield current;
          current = { open, close };
        }
      }
    if (current) yield current;
  }

  isOpen(time: number): boolean {
    const [next] = this.from(time);
    return next !== undefined && next.open <= time;
  }

  /** When somebody is there again; null: somebody is there. */
  opensAt(time: number): number | null {
    const [next] = this.from(time);
    return next === undefined || next.open <= time ? null : next.open;
  }

  /** The instant at which people were there for so long after a time. Undefined: not in the days that are looked through. */
  after(time: number, ms: number): number | undefined {
    let left = ms;
    for (const { open, close } of this.from(time)) {
      const begin = Math.max(open, time);
      if (close - begin >= left) return begin + left;
      left -= close - begin;
    }
    return undefined;
  }

  /** For the database: stretches that touch the time between, as two arrays. A desk that never closes has one. */
  between(from: number, until: number): { opens: number[]; closes: number[] } {
    const opens: number[] = [];
    const closes: number[] = [];
    for (const { open, close } of this.from(from)) {
      if (open >= until) break;
      opens.push(Math.max(open, from));
      closes.push(Math.min(close, until));
    }
    return { opens, closes };
  }

  shown(now: number): DeskHoursShown {
    const [next] = this.from(now);
    const open = next !== undefined && next.open <= now;
    const today = dateOf(now + this.offsetAt(now));
    const closed: string[] = [];
    for (let date = today; date < today + shownDays * dayMs; date += dayMs)
      if (this.isClosed(date) && (this.week[weekday(date)] ?? []).length > 0) closed.push(new Date(date).toISOString().slice(0, 10));
    return {
      zone: this.zone,
      week: this.week.flatMap((day, at) => day.map(([from, to]) => ({ weekday: at, from: text(from), to: text(to) }))),
      closed,
      open,
      opensAt: open ? null : (next?.open ?? null),
      closesAt: open && next.close < now + shownDays * dayMs ? next.close : null,
    };
  }
}

const text = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
