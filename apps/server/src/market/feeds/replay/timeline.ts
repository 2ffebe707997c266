import type { Anchor } from '../../anchors.ts';
import { dayMs } from '../../sessions/index.ts';
import type { Recording } from './recordings.ts';

/**
 * Maps recorded time to our time. Before the start of the replay, the past is the recording's, shifted as a whole. After the start, recorded time
 * runs `speed` times as fast and starts over at the end of its stretch.
 */
export class Timeline {
  readonly anchor: Anchor;
  /** The stretch that is played, in recorded times; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  constructor(anchor: Anchor, from: number, to: number) {
    this.anchor = anchor;
    this.from = from;
    this.to = to;
  }
  get length(): number {
    return this.to - this.from;
  }
  /** Recorded time without starting over, and its pass. */
  at(wall: number): { recorded: number; pass: number } {
    const { anchor } = this;
    const unwound = anchor.recorded + (wall - anchor.wall) * (wall < anchor.wall ? 1 : anchor.speed);
    const pass = wall < anchor.wall ? 0 : Math.floor((unwound - this.from) / this.length);
    return { recorded: unwound - pass * this.length, pass };
  }
  /** Our time for a recorded time of a pass. */
  wallOf(recorded: number, pass: number): number {
    const { anchor } = this;
    const unwound = recorded + pass * this.length - anchor.recorded;
    return anchor.wall + unwound / (unwound < 0 ? 1 : anchor.speed);
  }
}

/**
 * Where a replay begins: late enough that there is a past, and at the current time of the week (of the day, in a short recording), so that days and
 * weekends of the past fall on days and weekends.
 */
export function replayPoint(from: number, to: number, now: number): number {
  const length = to - from;
  const step = length > 9 * dayMs ? 7 * dayMs : length > 1.3 * dayMs ? dayMs : 0;
  const earliest = from + Math.min(length * 0.25, dayMs);
  if (step === 0) return earliest;
  const point = earliest + ((((now - earliest) % step) + step) % step);
  return point < to - length * 0.05 ? point : earliest;
}

export const endOf = ({ t, spanMs }: Recording, index: number): number => t[index]! + Math.max(spanMs, 1);
