import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Clock } from '../platform/clock.ts';
import { type Candle, CandleBuilder } from './candles/builder.ts';
import { type Bucket, Buckets } from './candles/intervals.ts';
import { inNewShares } from './candles/shares.ts';
import type { FeedSink, FeedTick } from './feeds/port.ts';
import { type HeldPrice, type Refused, type SplitRatio, TickGuard } from './guard.ts';
import type { Catalogue, InstrumentInfo } from './port.ts';
import type { Sessions } from './sessions/index.ts';
import { DayStatistics } from './statistics.ts';

/** A price is fresh while its tick is no older than this. The engines apply the same rule. */
export const staleMs = 5_000;
/** Lets the last ticks of a minute arrive. */
const lateMs = 1_000;
/** Minutes that wait for the past of their chart. Beyond it the oldest go: a week, like the longest standstill that is filled in minute by minute. */
const maxEarly = 10_080;

/** The live data of one instrument. Prices in ticks. */
export interface Live {
  readonly instrument: InstrumentInfo;
  readonly sessions: Sessions | null;
  readonly builder: CandleBuilder;
  readonly day: DayStatistics;
  readonly guard: TickGuard;
  last: number;
  /** Time of the newest tick; 0 before the first. A price taken from the last candle has no tick. */
  time: number;
  /** Time of the price shown: that of the newest tick, or the end of the candle that the price comes from. */
  shownAt: number;
  /** Minutes of the ticks that came before the past was loaded; null once they have joined it. */
  early: Candle[] | null;
  /** Splits up to this time are in the shown price and the day's figures. */
  restatedTo: number;
  /** True once past candles are loaded and shown. */
  ready: boolean;
}

export type SplitsPlayed = (instrument: InstrumentInfo, from: number, to: number) => readonly SplitRatio[];

export interface BoardListener {
  tick?(live: Live): void;
  /** Its past is loaded: it may have its first price without a tick. */
  loaded?(live: Live): void;
  /** A price began to wait. */
  held?(live: Live, held: HeldPrice): void;
  candleClosed?(live: Live, interval: number, candle: Candle): void;
}

/** The current market: the last tick of every feed, the refused ticks, candles and day figures. All reads are from memory. */
export class Board implements FeedSink {
  private readonly clock: Clock;
  private readonly splits: SplitsPlayed | undefined;
  private readonly byId = new Map<number, Live>();
  private readonly listeners = new Set<BoardListener>();
  readonly refused: Record<Refused, number> = { malformed: 0, future: 0, outOfOrder: 0, jump: 0 };
  /** Set while the server accepts no new orders of any instrument. */
  cancelOnly = false;
  /** Unreadable rows, counted by source. */
  readonly garbageRows = new Map<string, number>();
  readonly all: readonly Live[];
  /** The money that the house brings into each venue. */
  readonly house: Catalogue['house'];

  /** `splits` names the splits that a stock's source played between two times. */
  constructor(catalogue: Catalogue, clock: Clock, splits?: SplitsPlayed) {
    this.clock = clock;
    this.splits = splits;
    this.house = catalogue.house;
    this.all = catalogue.instruments.map((instrument) => this.live(instrument));
    for (const one of this.all) this.byId.set(one.instrument.id, one);
  }

  private live(instrument: InstrumentInfo): Live {
    const sessions = instrument.hours;
    const stock = instrument.kind === 3;
    const live: Live = {
      instrument,
      sessions,
      builder: new CandleBuilder(
        new Buckets(stock ? sessions : null),
        (interval, candle) => this.closed(live, interval, candle),
        stock ? (from, to) => this.splitsOf(live, from, to) : undefined,
      ),
      day: new DayStatistics(sessions, stock),
      guard: new TickGuard({ jumpBps: instrument.jumpBps, splits: (from, to) => this.splitsOf(live, from, to) }),
      last: 0,
      time: 0,
      shownAt: 0,
      early: [],
      restatedTo: 0,
      ready: false,
    };
    return live;
  }

  get(instrument: number): Live | undefined {
    return this.byId.get(instrument);
  }
  listen(listener: BoardListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tick(tick: FeedTick) {
    const live = this.byId.get(tick.instrument);
    if (!live) return;
    const problem = live.guard.check(tick, this.clock.now());
    if (problem) {
      this.refused[problem] += 1;
      if (problem === 'jump' && live.guard.held?.since === tick.time)
        for (const listener of this.listeners) listener.held?.(live, live.guard.held);
      return;
    }
    this.restate(live, tick.time);
    live.last = tick.last;
    live.time = tick.time;
    live.shownAt = tick.time;
    if (live.early) addEarly(live.early, live.builder.buckets.at(0, tick.time), tick);
    else live.builder.add(tick.time, tick.last, tick.lots);
    for (const listener of this.listeners) listener.tick?.(live);
  }
  garbage(source: string) {
    this.garbageRows.set(source, (this.garbageRows.get(source) ?? 0) + 1);
  }

  /** Prices that wait because they are too far from the last one. */
  held(): { live: Live; held: HeldPrice }[] {
    return this.all.flatMap((live) => (live.guard.held ? [{ live, held: live.guard.held }] : []));
  }

  /** The splits of a stock that its source played after `from` and not after `to`. */
  splitsOf({ instrument }: Live, from: number, to: number): readonly SplitRatio[] {
    return this.splits?.(instrument, from, to) ?? [];
  }
  /** Stored candles, which stay as they were traded, in the shares of now. */
  inSharesOfNow(live: Live, candles: readonly Candle[]): readonly Candle[] {
    const now = this.clock.now();
    const oldest = candles[0];
    if (!oldest || this.splitsOf(live, oldest.end, now).length === 0) return candles;
    return candles.map((candle) => this.splitsOf(live, candle.end, now).reduce<Candle>(inNewShares, candle));
  }

  /** Restates the shown price, the forming candles and the day's figures by the splits that were played since. */
  private restate(live: Live, time: number) {
    if (!live.ready || time <= live.restatedTo) return;
    live.builder.restate(time);
    for (const split of this.splitsOf(live, live.restatedTo, time)) {
      live.day.restate(split);
      if (live.last > 0) live.last = Math.max(1, Math.floor((live.last * split.denominator) / split.numerator));
    }
    live.restatedTo = time;
  }

  /** The candles reach up to the first tick of this start: the ticks since then join them. */
  join(live: Live) {
    if (!live.early) return;
    live.builder.addPast(0, live.early, this.clock.now() - lateMs);
    live.early = null;
  }

  /** Past candles are loaded: statistics start from them. Until the first tick, the last close is shown and marked stale. */
  loaded(live: Live, minutes: readonly Candle[]) {
    const now = this.clock.now();
    this.join(live);
    live.builder.restate(now);
    const restated = this.inSharesOfNow(live, minutes);
    live.day.load(restated, now);
    live.restatedTo = now;
    const newest = live.builder.current(0) ?? restated.at(-1) ?? live.builder.current(7) ?? live.builder.current(9);
    if (live.last === 0 && newest) {
      live.last = newest.c;
      live.shownAt = Math.min(newest.end, now);
    }
    live.ready = true;
    for (const listener of this.listeners) listener.loaded?.(live);
  }

  /** Closes candles whose time is over even when no tick follows. One second of delay lets the last ticks of a minute arrive. */
  closeDue() {
    const now = this.clock.now();
    for (const live of this.all) if (!live.early) live.builder.closeBefore(now - lateMs);
  }
  /** Moves the windows of all instruments, including those without ticks. */
  rollDay() {
    const now = this.clock.now();
    for (const live of this.all) {
      if (!live.ready) continue;
      this.restate(live, now);
      live.day.roll(now);
    }
  }

  private closed(live: Live, interval: number, candle: Candle) {
    if (interval === 0) live.day.addClosed(candle, this.clock.now(), live.ready);
    for (const listener of this.listeners) listener.candleClosed?.(live, interval, candle);
  }

  isOpen(live: Live): boolean {
    return live.sessions === null || live.sessions.isOpen(this.clock.now());
  }
  isStale(live: Live): boolean {
    return live.time === 0 || Math.abs(this.clock.now() - live.time) > staleMs;
  }
  /** Instruments whose market is open, and how many of them have no fresh price. */
  ages(): { open: number; stale: number } {
    const open = this.all.filter((live) => live.instrument.tradable && this.isOpen(live));
    return { open: open.length, stale: open.filter((live) => this.isStale(live)).length };
  }
  status(live: Live): InstrumentStatus {
    if (!this.isOpen(live)) return InstrumentStatus.closed;
    return this.cancelOnly ? InstrumentStatus.cancelOnly : InstrumentStatus.trading;
  }
}

/** Adds a tick to the minutes that wait. Outside the session there is no minute. */
function addEarly(early: Candle[], minute: Bucket | undefined, { last: price, lots }: FeedTick) {
  if (!minute) return;
  const newest = early.at(-1);
  if (newest && minute.start < newest.t) return;
  if (newest?.t !== minute.start)
    early.push({ t: minute.start, end: minute.end, o: price, h: price, l: price, c: price, v: lots, q: lots * price });
  else {
    newest.h = Math.max(newest.h, price);
    newest.l = Math.min(newest.l, price);
    newest.c = price;
    newest.v += lots;
    newest.q += lots * price;
  }
  if (early.length > maxEarly) early.shift();
}
