import { bandHigh, bandLow } from '../catalogue/instruments.ts';

/** Basis samples of this many seconds make the average. */
const basisSeconds = 60;
/** Samples are kept within this many ticks, so that their sum is always exact; no market is that far from its index. */
const farthest = 2 ** 46;

/** What a mark price is made of, and what of it is kept between ticks. */
export interface StoredMark {
  ticks: number;
  basis: number;
  last: number;
  second: number;
  /** Samples by second, the oldest first. */
  samples: { second: number; basis: number }[];
}

/**
 * The mark price of a contract: the median of its index, the index plus the average basis of the last minute, and the last trade, the
 * latter two first brought within a band of the index. It changes at ticks only.
 */
export class MarkPrice {
  /** Ticks; 0 until the first tick. */
  ticks = 0;
  /** Average basis that the mark was made with, ticks. */
  basis = 0;
  /** Price of the last trade, 0 before the first. */
  last = 0;
  /** One sample a second in a ring by the second's number. `second` is the newest second seen; older ones drop out as it moves on. */
  private readonly samples = new Float64Array(basisSeconds);
  private readonly taken = new Uint8Array(basisSeconds);
  private second = 0;
  private sum = 0;
  private count = 0;

  /**
   * A new index price at a time in milliseconds. `bid` and `ask` are the best of the book, 0 and Infinity where a side is empty: such a
   * book gives no sample.
   */
  update(index: number, bid: number, ask: number, timeMs: number, bandBps: number): void {
    this.moveTo(Math.floor(timeMs / 1000));
    if (isTwoSided(bid, ask)) this.sample(middleOf(bid, ask) - index);
    this.basis = this.count === 0 ? 0 : Math.floor(this.sum / this.count);
    const low = bandLow(index, bandBps);
    const high = bandHigh(index, bandBps);
    const fair = within(index + this.basis, low, high);
    const traded = this.last === 0 ? index : within(this.last, low, high);
    this.ticks = median(index, fair, traded);
  }

  private moveTo(second: number): void {
    for (let at = Math.max(this.second + 1, second - basisSeconds + 1); at <= second; at++) this.drop(at % basisSeconds);
    if (second > this.second) this.second = second;
  }

  private drop(at: number): void {
    if (this.taken[at] === 0) return;
    this.sum -= this.samples[at]!;
    this.count -= 1;
    this.taken[at] = 0;
  }

  /** The latest sample of a second stands for it. */
  private sample(basis: number): void {
    const at = this.second % basisSeconds;
    this.drop(at);
    const kept = within(basis, -farthest, farthest);
    this.samples[at] = kept;
    this.taken[at] = 1;
    this.sum += kept;
    this.count += 1;
  }

  store(): StoredMark {
    const samples: StoredMark['samples'] = [];
    for (let second = Math.max(0, this.second - basisSeconds + 1); second <= this.second; second++) {
      const at = second % basisSeconds;
      if (this.taken[at] === 1) samples.push({ second, basis: this.samples[at]! });
    }
    return { ticks: this.ticks, basis: this.basis, last: this.last, second: this.second, samples };
  }

  load(stored: StoredMark): void {
    this.ticks = stored.ticks;
    this.basis = stored.basis;
    this.last = stored.last;
    this.second = stored.second;
    for (const { second, basis } of stored.samples) {
      this.samples[second % basisSeconds] = basis;
      this.taken[second % basisSeconds] = 1;
      this.sum += basis;
      this.count += 1;
    }
  }
}

export const isTwoSided = (bid: number, ask: number) => bid > 0 && ask < Number.POSITIVE_INFINITY;

/** The middle of a two-sided book in ticks, rounded down. */
export const middleOf = (bid: number, ask: number) => bid + Math.floor((ask - bid) / 2);

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
