import type { FeedTick } from './feeds/port.ts';

/** Why a tick was refused. Refusals are counted by reason and shown with the sources. */
export type Refused = 'malformed' | 'future' | 'outOfOrder' | 'spike';

/** A price this far from the last one within a minute is accepted only when the source repeats it. */
const spikeShare = 0.2;
const spikeWindowMs = 60_000;
const saidAgain = 3;
const futureMs = 2_000;

/** Filters a source's ticks before anybody trusts its prices. One guard per instrument. */
export class TickGuard {
  private last = 0;
  private lastTime = 0;
  private suspect = 0;
  private times = 0;

  /** Undefined when the tick may pass. */
  check(tick: FeedTick, now: number): Refused | undefined {
    const { bid, ask, last, lots, time } = tick;
    const wellFormed =
      Number.isSafeInteger(bid) &&
      Number.isSafeInteger(ask) &&
      Number.isSafeInteger(last) &&
      Number.isSafeInteger(lots) &&
      Number.isSafeInteger(time) &&
      bid > 0 &&
      ask >= bid &&
      last > 0 &&
      lots >= 0 &&
      time > 0;
    if (!wellFormed) return 'malformed';
    if (time > now + futureMs) return 'future';
    if (time < this.lastTime) return 'outOfOrder';
    if (this.last > 0 && time - this.lastTime < spikeWindowMs && Math.abs(last - this.last) > this.last * spikeShare) {
      const same = Math.abs(last - this.suspect) <= this.suspect * 0.01;
      this.times = same ? this.times + 1 : 1;
      this.suspect = last;
      if (this.times < saidAgain) return 'spike';
    }
    this.last = last;
    this.lastTime = time;
    this.suspect = 0;
    this.times = 0;
    return undefined;
  }
  /** The source starts over: earlier prices no longer count. */
  restart() {
    this.last = 0;
    this.lastTime = 0;
  }
}
