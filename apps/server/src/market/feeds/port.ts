import type { InstrumentInfo } from '../port.ts';

/**
 * A source of prices. The simulated and the replay feed stand behind it today; a feed of live exchange sockets is another implementation.
 * Prices are integer ticks and sizes integer lots of our instrument; whatever cannot be said so never leaves the feed.
 */
export interface Feed {
  readonly kind: InstrumentInfo['source']['feed'];
  /** Instruments it prices, with the source's name as customers read it, at most 32 characters. */
  covers(instrument: number): string | undefined;
  start(sink: FeedSink): void;
  stop(): void;
  /**
   * What the source says about the past: closed base candles, ascending and without overlap, of the given span, with `from` inclusive and `to` exclusive.
   * Deterministic: asked twice, it answers the same.
   */
  history(instrument: number, from: number, to: number, spanMs: number): BaseCandle[];
  /**
   * When an instant of the instrument's real past is played here, and a name for the time it is played: undefined where it is not, as in a simulated market,
   * which has no such past.
   */
  played(instrument: number, instant: number): { wall: number; pass: string } | undefined;
  /** Holes the source itself has shown since the start, by source name. */
  gaps(): ReadonlyMap<string, number>;
}

export interface FeedSink {
  tick(tick: FeedTick): void;
  /** A row that could not be read at all. */
  garbage(source: string): void;
  /** The source begins anew at another level (a recording that starts over): no price is to be compared across it. */
  restart(instrument: number): void;
}

export interface FeedTick {
  instrument: number;
  /** Milliseconds since the epoch, as the source gives them (shifted to now by a replay). */
  time: number;
  bid: number;
  ask: number;
  /** Last price of the source. */
  last: number;
  /** Lots that changed hands at `last`; 0 when the tick is a quote only. */
  lots: number;
  /** Taker's side of that trade: 0 bought, 1 sold. */
  side: 0 | 1;
}

export interface BaseCandle {
  t: number;
  /** Exclusive. */
  end: number;
  o: number;
  h: number;
  l: number;
  c: number;
  /** Lots. */
  v: number;
  /** Turnover in tick·lots. */
  q: number;
}
