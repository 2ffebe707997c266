import { floorDivSigned } from '../base/exact.ts';
import { bandHigh, bandLow } from '../catalogue/band.ts';

/** Samples of this many seconds make the average. */
const basisSeconds = 60;
/** Samples are kept within this many ticks, so that their sum is always exact; no market is that far from its index. */
const farthest = 2 ** 46;

/** One sample a second of the last minute, the oldest first. */
export interface StoredBasis {
  second: number;
  samples: readonly { second: number; basis: number }[];
}

/** How far the middle of the book was from the index over the last minute: one sample a second, the latest of its second. */
export class BasisWindow {
  /** A ring by the second's number. `second` is the newest seen; older ones drop out as it moves on. */
  private readonly samples = new Float64Array(basisSeconds);
  private readonly taken = new Uint8Array(basisSeconds);
  private second = 0;
  private sum = 0;
  private count = 0;

  /** Forgets what is older than a minute at a time in milliseconds. */
  moveTo(timeMs: number): void {
    const second = Math.floor(timeMs / 1000);
    for (let at = Math.max(this.second + 1, second - basisSeconds + 1); at <= second; at++) this.drop(at % basisSeconds);
    if (second > this.second) this.second = second;
  }

  /** The latest sample of the current second stands for it. */
  sample(basisTicks: number): void {
    const at = this.second % basisSeconds;
    this.drop(at);
    const kept = within(basisTicks, -farthest, farthest);
    this.samples[at] = kept;
    this.taken[at] = 1;
    this.sum += kept;
    this.count += 1;
  }

  /** Ticks, rounded down; 0 without a sample. */
  average(): number {
    return this.count === 0 ? 0 : floorDivSigned(this.sum, this.count);
  }

  private drop(at: number): void {
    if (this.taken[at] === 0) return;
    this.sum -= this.samples[at]!;
    this.count -= 1;
    this.taken[at] = 0;
  }

  store(): StoredBasis {
    const samples: { second: number; basis: number }[] = [];
    for (let second = Math.max(0, this.second - basisSeconds + 1); second <= this.second; second++) {
      const at = second % basisSeconds;
      if (this.taken[at] === 1) samples.push({ second, basis: this.samples[at]! });
    }
    return { second: this.second, samples };
  }

  load(stored: StoredBasis): void {
    this.second = stored.second;
    for (const { second, basis } of stored.samples) {
      this.samples[second % basisSeconds] = basis;
      this.taken[second % basisSeconds] = 1;
      this.sum += basis;
      this.count += 1;
    }
  }
}

/**
 * The mark price: the median of the index, the index plus the average basis, and the last trade, the latter two first brought within the
 * contract's band of the index. `lastTicks` 0: no trade yet, and the index stands in.
 */
export function medianMark(index: number, basisTicks: number, lastTicks: number, bandBps: number): number {
  const low = bandLow(index, bandBps);
  const high = bandHigh(index, bandBps);
  const fair = within(index + basisTicks, low, high);
  const traded = lastTicks === 0 ? index : within(lastTicks, low, high);
  return median(index, fair, traded);
}

export const isTwoSided = (bid: number, ask: number) => bid > 0 && ask < Number.POSITIVE_INFINITY;

/** The middle of a two-sided book in ticks, rounded down. */
export const middleOf = (bid: number, ask: number) => bid + Math.floor((ask - bid) / 2);

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
