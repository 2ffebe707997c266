import type { InstrumentInfo } from '../port.ts';

/**
 * A source of prices. Adapters today: the simulated and the replay feed; a feed of live exchange sockets would be another. Prices are integer ticks
 * and sizes integer lots of our instrument. A value that does not fit never leaves the feed.
 */
export interface Feed {
  readonly kind: InstrumentInfo['source']['feed'];
  /** Instruments that it prices, with the source's name as customers read it, at most 32 characters. */
  covers(instrument: number): string | undefined;
  /**
   * Says every price of an instrument from `since` on, those of the past at once and then those of now. Without it, the prices from now on. Minutes that
   * were under way when the server started are whole this way.
   */
  start(sink: FeedSink, since?: (instrument: number) => number): void;
  stop(): void;
  /**
   * The source's past: closed base candles of the given span, ascending and without overlap; `from` is inclusive and `to` exclusive. Deterministic:
   * the same question gets the same answer.
   */
  history(instrument: number, from: number, to: number, spanMs: number): BaseCandle[];
  /**
   * When an instant of the instrument's real past is played here, and a name for that pass. Undefined where it is not played, as in a simulated
   * market without such a past.
   */
  played(instrument: number, instant: number): { wall: number; pass: string } | undefined;
  /** Each time, after `from` and not after `to`, at which an instant of the real past was or is played here, also in the past that charts show. Ascending. */
  crossings(instrument: number, instant: number, from: number, to: number): readonly number[];
  /** The source's own time up to which it has told everything; undefined or left out where it cannot say. A stalled source shows by it. */
  toldUpTo?(): number | undefined;
  /** Gaps in the source's data since the start, by source name. */
  gaps(): ReadonlyMap<string, number>;
}

export interface FeedSink {
  tick(tick: FeedTick): void;
  /** A row that could not be read. */
  garbage(source: string): void;
}

export interface FeedTick {
  instrument: number;
  /** Milliseconds since the epoch, as the source reports them (a replay shifts them to now). */
  time: number;
  bid: number;
  ask: number;
  /** The source's last price. */
  last: number;
  /** Lots traded at `last`; 0 when the tick is only a quote. */
  lots: number;
  /** Taker's side of that trade: 0 bought, 1 sold. */
  side: 0 | 1;
  /**
   * Which print of the source this price belongs to. Ticks with the same number are one witness: a print that is repeated because it still holds, or the
   * four prices of one bar. Left out where every tick is a print of its own.
   */
  row?: number;
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
