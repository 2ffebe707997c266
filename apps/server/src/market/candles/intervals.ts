import { Interval } from '@bourse/protocol/enums';
import { dateOf, dayMs, hourMs, minuteMs, type Sessions, weekday } from '../sessions/index.ts';

/** The ten intervals, finest first. The database stores the index. */
export const intervalNames = Object.values(Interval);
export const intervalCount = intervalNames.length;
export const intervalIndex = new Map<string, number>(intervalNames.map((name, index) => [name, index]));
const intradaySpans = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs);
export const daily = 7;
export const weekly = 8;
export const monthly = 9;
/** Nominal length; a month counts as 30 days. */
export const spanOf = (interval: number): number =>
  intradaySpans[interval] ?? (interval === daily ? dayMs : interval === weekly ? 7 * dayMs : 30 * dayMs);
/** The finer interval from which a restart rebuilds this one. */
export const finerThan = (interval: number): number => (interval === monthly ? daily : interval - 1);

export interface Bucket {
  start: number;
  /** Exclusive. */
  end: number;
}

const mondayOf = (date: number) => date - ((weekday(date) + 6) % 7) * dayMs;
const monthStart = (date: number, months = 0) => {
  const day = new Date(date);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1);
};

/** Maps an instant to its bucket in each interval. Markets around the clock (and the forex week) align to UTC, stocks to their session. */
export class Buckets {
  private readonly sessions: Sessions | null;
  private readonly cache: (Bucket | undefined)[] = new Array(intervalCount);
  /** `sessions` null aligns to UTC. */
  constructor(sessions: Sessions | null) {
    this.sessions = sessions;
  }
  /** Undefined outside the session of a market that has one. */
  at(interval: number, time: number): Bucket | undefined {
    const cached = this.cache[interval];
    if (cached && time >= cached.start && time < cached.end && interval < daily) return cached;
    const found = this.sessions ? this.inSession(this.sessions, interval, time) : this.inUtc(interval, time);
    this.cache[interval] = found;
    return found;
  }
  private inUtc(interval: number, time: number): Bucket {
    const span = intradaySpans[interval];
    if (span !== undefined) {
      const start = Math.floor(time / span) * span;
      return { start, end: start + span };
    }
    const date = dateOf(time);
    if (interval === daily) return { start: date, end: date + dayMs };
    if (interval === weekly) return { start: mondayOf(date), end: mondayOf(date) + 7 * dayMs };
    return { start: monthStart(date), end: monthStart(date, 1) };
  }
  private inSession(sessions: Sessions, interval: number, time: number): Bucket | undefined {
    const found = sessions.at(time);
    if (!found) return undefined;
    const span = intradaySpans[interval];
    if (span !== undefined) {
      const { open, close } = found.segment;
      const start = open + Math.floor((time - open) / span) * span;
      return { start, end: Math.min(start + span, close) };
    }
    const date = found.day.date;
    const [first, next] =
      interval === daily
        ? [date, date + dayMs]
        : interval === weekly
          ? [mondayOf(date), mondayOf(date) + 7 * dayMs]
          : [monthStart(date), monthStart(date, 1)];
    const opening = sessions.firstFrom(first)?.segments[0];
    const closing = sessions.previous(next)?.segments.at(-1);
    return opening && closing ? { start: opening.open, end: closing.close } : undefined;
  }
  /** The buckets of one interval that begin in [from, to), ascending. */
  *between(interval: number, from: number, to: number): Generator<Bucket> {
    if (!this.sessions) {
      let bucket = this.inUtc(interval, from);
      if (bucket.start < from) bucket = this.inUtc(interval, bucket.end);
      for (; bucket.start < to; bucket = this.inUtc(interval, bucket.end)) yield bucket;
      return;
    }
    let last = -1;
    for (let date = dateOf(from) - dayMs; date <= to + dayMs; date += dayMs) {
      for (const { open, close } of this.sessions.on(date)?.segments ?? []) {
        for (let time = open; time < close; ) {
          const bucket = this.inSession(this.sessions, interval, time);
          if (!bucket) break;
          if (bucket.start > last && bucket.start >= from && bucket.start < to) {
            last = bucket.start;
            yield bucket;
          }
          time = Math.max(bucket.end, time + hourMs / 60);
        }
      }
    }
  }
}
