import type { BaseCandle } from '../feeds/port.ts';
import { type Bucket, type Buckets, finerThan, intervalCount } from './intervals.ts';
import { inNewShares, noSplits, type SplitsBetween } from './shares.ts';

export type Candle = BaseCandle;
export type OnClose = (interval: number, candle: Candle) => void;

/**
 * The ten forming candles of one instrument. A candle closes once and is handed on. After that its stretch of time never changes: ticks that arrive
 * for it are refused and counted. Where a stock was split meanwhile, a forming candle is in the shares of its newest part, and a closed one in those of its
 * end.
 */
export class CandleBuilder {
  readonly buckets: Buckets;
  private readonly forming: (Candle | undefined)[] = new Array(intervalCount);
  private readonly closedUntil = new Float64Array(intervalCount);
  private readonly onClose: OnClose;
  private readonly splits: SplitsBetween;
  /** The forming candles are in the shares of this time. */
  private sharesOf = 0;
  /** Ticks refused because their minute was closed or their market was shut. */
  refused = 0;

  constructor(buckets: Buckets, onClose: OnClose, splits = noSplits) {
    this.buckets = buckets;
    this.onClose = onClose;
    this.splits = splits;
  }

  /** Splits up to `time` are in the forming candles from here on. */
  restate(time: number) {
    if (time <= this.sharesOf) return;
    for (const split of this.splits(this.sharesOf, time))
      for (const [interval, candle] of this.forming.entries()) if (candle) this.forming[interval] = inNewShares(candle, split);
    this.sharesOf = time;
  }

  /** A part of the past, in the shares of its own end, joins candles that may be in later ones. */
  private inFormingShares(part: Candle): Candle {
    this.restate(part.end);
    return this.splits(part.end, this.sharesOf).reduce<Candle>(inNewShares, part);
  }

  /** Adds one trade or price. Returns false when it came too late or outside the session. */
  add(time: number, price: number, lots: number): boolean {
    const minute = this.buckets.at(0, time);
    if (!minute || time < this.closedUntil[0]!) {
      this.refused += 1;
      return false;
    }
    this.closeBefore(time);
    this.restate(time);
    for (let interval = 0; interval < intervalCount; interval += 1) {
      const candle = this.forming[interval] ?? this.open(interval, this.buckets.at(interval, time), price);
      if (!candle) continue;
      if (price > candle.h) candle.h = price;
      if (price < candle.l) candle.l = price;
      candle.c = price;
      candle.v += lots;
      candle.q += lots * price;
    }
    return true;
  }

  private open(interval: number, bucket: Bucket | undefined, price: number): Candle | undefined {
    if (!bucket || bucket.end <= this.closedUntil[interval]!) return undefined;
    const candle = { t: bucket.start, end: bucket.end, o: price, h: price, l: price, c: price, v: 0, q: 0 };
    this.forming[interval] = candle;
    return candle;
  }

  /**
   * Closes every candle that ends at or before `time`. Finest intervals close first, so that a store never holds a coarse candle without its parts.
   */
  closeBefore(time: number) {
    for (let interval = 0; interval < intervalCount; interval += 1) {
      const candle = this.forming[interval];
      if (!candle || candle.end > time) continue;
      this.close(interval, candle);
    }
  }

  current(interval: number): Readonly<Candle> | undefined {
    return this.forming[interval];
  }

  /**
   * Takes closed base candles of the past, ascending. Each contributes to its own interval and to every coarser one. Candles that end by `until` are
   * closed and handed on; the others stay forming.
   */
  addPast(interval: number, candles: readonly Candle[], until: number) {
    for (const told of candles) {
      for (let coarser = interval; coarser < intervalCount; coarser += 1) {
        const current = this.forming[coarser];
        if (current && told.t >= current.end) this.close(coarser, current);
      }
      const part = this.inFormingShares(told);
      for (let coarser = interval; coarser < intervalCount; coarser += 1) {
        const bucket = this.buckets.at(coarser, part.t);
        // Skip a part that ends after the bucket: a daily candle does not tell in which hours it traded.
        if (!bucket || part.end > bucket.end || part.t < this.closedUntil[coarser]!) continue;
        this.merge(coarser, part);
      }
    }
    this.closeBefore(until);
  }

  /** Restores the state after a restart: the time `until` which candles were closed, and the parts of the candle that was forming then. */
  restore(interval: number, until: number, parts: readonly Candle[]) {
    this.closedUntil[interval] = Math.max(this.closedUntil[interval]!, until);
    for (const part of parts) if (part.t >= this.closedUntil[interval]!) this.merge(interval, this.inFormingShares(part));
    const finer = interval > 0 ? this.forming[finerThan(interval)] : undefined;
    if (finer) this.merge(interval, finer);
  }

  private close(interval: number, candle: Candle) {
    this.forming[interval] = undefined;
    this.closedUntil[interval] = candle.end;
    this.onClose(interval, this.splits(this.sharesOf, candle.end).reduce<Candle>(inNewShares, candle));
  }

  private merge(interval: number, part: Candle) {
    const candle = this.forming[interval] ?? this.open(interval, this.buckets.at(interval, part.t), part.o);
    if (!candle) return;
    candle.h = Math.max(candle.h, part.h);
    candle.l = Math.min(candle.l, part.l);
    candle.c = part.c;
    candle.v += part.v;
    candle.q += part.q;
  }
}
