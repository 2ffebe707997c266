import { dayMs, type Sessions } from '../../sessions/index.ts';

/** A day in which trading is spread over these times, in milliseconds of the day. */
interface Day {
  open: readonly (readonly [from: number, to: number])[];
  span: number;
}

/**
 * Market time: an hour of trading counts more than an hour of night, and a weekend almost nothing. So a market that opens has moved a little
 * overnight, and most of its variance lies in its session.
 */
export class MarketTime {
  private readonly sessions: Sessions | null;
  private readonly weights: readonly [open: number, closed: number];
  private readonly days = new Map<number, Day>();
  private latest: { number: number; day: Day } | undefined;
  constructor(sessions: Sessions | null) {
    this.sessions = sessions;
    const perDay =
      (sessions?.lastDay(Date.UTC(2024, 0, 12))?.segments ?? []).reduce((sum, { open, close }) => sum + close - open, 0) / dayMs;
    if (!sessions) this.weights = [1, 1];
    else this.weights = perDay > 0.9 ? [1, 0.05] : [0.75 / perDay, 0.25 / (1 - perDay)];
  }

  /** Seconds of market time in a UTC day. */
  span(day: number): number {
    return this.day(day).span;
  }
  /** The part of a UTC day's market time that is over at a time in it. */
  passed(day: number, time: number): number {
    if (!this.sessions) return time / dayMs - day;
    const { open, span } = this.day(day);
    return this.weighed(open, time - day * dayMs) / span;
  }

  private day(number: number): Day {
    if (this.latest?.number === number) return this.latest.day;
    const day = this.days.get(number) ?? this.made(number);
    this.latest = { number, day };
    return day;
  }
  private made(number: number): Day {
    const date = number * dayMs;
    const open = [date, date + dayMs].flatMap((label) =>
      (this.sessions?.calendar.sessionOn(label)?.segments ?? []).map(
        (one) => [Math.max(one.open - date, 0), Math.min(one.close - date, dayMs)] as const,
      ),
    );
    const day = { open, span: this.weighed(open, dayMs) };
    this.days.set(number, day);
    return day;
  }
  private weighed(open: Day['open'], part: number): number {
    let traded = 0;
    for (const [from, to] of open) if (part > from) traded += Math.max(0, Math.min(part, to) - from);
    return (traded * this.weights[0] + (part - traded) * this.weights[1]) / 1000;
  }
}
