import type { BaseCandle } from '../feeds/port.ts';
import { type Bucket, type Buckets, finerThan, intervalCount } from './intervals.ts';

export type Candle = BaseCandle;
export type OnClose = (interval: number, candle: Candle) => void;

/**
 * The ten forming candles of one instrument. A candle closes once and is handed on. After that its stretch of time never changes: ticks that arrive
 * for it are refused and counted.
 */
export class CandleBuilder {
  readonly buckets: Buckets;
  private readonly forming: (Candle | undefined)[] = new Array(intervalCount);
  private readonly closedUntil = new Float64Array(intervalCount);
  private readonly onClose: OnClose;
  /** Ticks refused because their minute was closed or their market was shut. */
  refused = 0;

  constructor(buckets: Buckets, onClose: OnClose) {
    this.buckets = buckets;
    this.onClose = onClose;
  }

  /** Adds one trade or price. Returns false when it came too late or outside the session. */
  add(time: number, price: number, lots: number): boolean {
    const minute = this.buckets.at(0, time);
    if (!minute || time < this.closedUntil[0]!) {
      this.refused += 1;
      return false;
    }
    this.closeBefore(time);
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
      this.forming[interval] = undefined;
      this.closedUntil[interval] = candle.end;
      this.onClose(interval, candle);
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
    for (const part of candles) {
      for (let coarser = interval; coarser < intervalCount; coarser += 1) {
        const current = this.forming[coarser];
        if (current && part.t >= current.end) this.close(coarser, current);
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
    for (const part of parts) if (part.t >= this.closedUntil[interval]!) this.merge(interval, part);
    const finer = interval > 0 ? this.forming[finerThan(interval)] : undefined;
    if (finer) this.merge(interval, finer);
  }

  private close(interval: number, candle: Candle) {
    this.forming[interval] = undefined;
    this.closedUntil[interval] = candle.end;
    this.onClose(interval, candle);
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
