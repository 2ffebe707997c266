import type { Candle } from './candles/builder.ts';
import { inNewShares } from './candles/shares.ts';
import type { SplitRatio } from './guard.ts';
import { dayMs, type Sessions } from './sessions/index.ts';

/** Max. number of minutes kept: a day around the clock, or several sessions of a stock. */
const keptMinutes = 1500;
const points = 48;
const silentMs = 3_600_000;

export interface DayFigures {
  open: number;
  high: number;
  low: number;
  lots: number;
  tickLots: number;
}

/**
 * The day's statistics, from closed minutes and the forming one. Around the clock, they cover the last 24 hours, and the window moves minute by
 * minute. For a stock, they cover the current or last session, compared with the close before it. Within the window everything is an exact sum of
 * integers.
 */
export class DayStatistics {
  private readonly sessions: Sessions | null;
  private readonly bySession: boolean;
  private minutes: Candle[] = [];
  private closed: DayFigures = { open: 0, high: 0, low: Number.POSITIVE_INFINITY, lots: 0, tickLots: 0 };
  private pointsCache: number[] = [];
  private from = 0;

  /** `bySession` is for stocks. A market with a trading week but no daily session uses its last 24 hours of open time. */
  constructor(sessions: Sessions | null, bySession: boolean) {
    this.sessions = sessions;
    this.bySession = bySession;
  }

  load(minutes: readonly Candle[], now: number) {
    // Minutes that closed while these were read are newer.
    const newest = minutes.at(-1)?.t ?? Number.NEGATIVE_INFINITY;
    this.minutes = [...minutes, ...this.minutes.filter(({ t }) => t > newest)].slice(-keptMinutes);
    this.roll(now);
  }
  /** `rolls` is false while the past is loaded: figures are not shown yet. */
  addClosed(minute: Candle, now: number, rolls = true) {
    this.minutes.push(minute);
    if (this.minutes.length > keptMinutes + 100) this.minutes.splice(0, this.minutes.length - keptMinutes);
    if (rolls) this.roll(now);
  }

  /** A split: the day's earlier prices and volumes in shares of today, so that the change is not the split. */
  restate(split: SplitRatio) {
    this.minutes = this.minutes.map((minute) => inNewShares(minute, split));
  }

  private window(now: number): { from: number; to: number } {
    if (!this.sessions) {
      // A source that is silent for longer, such as a recording's weekend, shows the last day that it had.
      const heard = this.minutes.at(-1)?.end ?? now;
      const to = now - heard > silentMs ? heard : now;
      return { from: Math.ceil((to - dayMs) / 60_000) * 60_000, to };
    }
    const day = this.sessions.lastDay(now);
    const open = day?.segments[0]?.open ?? now;
    const close = day?.segments.at(-1)?.close ?? now;
    const to = Math.min(now, close);
    return this.bySession ? { from: open, to } : { from: Math.ceil((to - dayMs) / 60_000) * 60_000, to };
  }

  /** Recomputes the closed minutes of the window, once a minute per instrument. */
  roll(now: number) {
    const { from, to } = this.window(now);
    this.from = from;
    const figures: DayFigures = { open: 0, high: 0, low: Number.POSITIVE_INFINITY, lots: 0, tickLots: 0 };
    const spark: number[] = [];
    const step = Math.max(1, to - from) / points;
    for (const minute of this.minutes) {
      if (minute.t < from) {
        figures.open = minute.c;
        continue;
      }
      if (figures.open === 0) figures.open = minute.o;
      if (minute.h > figures.high) figures.high = minute.h;
      if (minute.l < figures.low) figures.low = minute.l;
      figures.lots += minute.v;
      figures.tickLots += minute.q;
      spark[Math.min(points - 1, Math.floor((minute.t - from) / step))] = minute.c;
    }
    let before = figures.open;
    for (let index = 0; index < points; index += 1) {
      before = spark[index] ?? before;
      spark[index] = before;
    }
    this.closed = figures;
    this.pointsCache = before > 0 ? spark : [];
  }

  /** Closed minutes plus the forming one. */
  figures(forming: Readonly<Candle> | undefined, last: number): DayFigures {
    const { open, high, low, lots, tickLots } = this.closed;
    const inside = forming && forming.t >= this.from ? forming : undefined;
    const top = Math.max(high, inside?.h ?? 0);
    const bottom = Math.min(low, inside?.l ?? Number.POSITIVE_INFINITY);
    return {
      open: open || inside?.o || last,
      high: top || last,
      low: Number.isFinite(bottom) ? bottom : last,
      lots: lots + (inside?.v ?? 0),
      tickLots: tickLots + (inside?.q ?? 0),
    };
  }

  /** 48 prices over the window, in ticks; the newest is last. */
  spark(last: number): number[] {
    if (this.pointsCache.length === 0) return [];
    return [...this.pointsCache.slice(0, -1), last || this.pointsCache.at(-1) || 0];
  }
}
