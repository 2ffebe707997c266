import { type Clock, systemClock } from './clock.ts';

/** What a steady clock is made from; tests and simulations supply their own. */
export interface TimeSources extends Pick<Clock, 'after' | 'defer'> {
  /** The system clock: the time of day, as operators and time servers set it. */
  wall(): number;
  /** Milliseconds that have passed. Nobody can set it. */
  monotonic(): number;
}

/** The system clock did not go with the passing time. */
export interface ClockStep {
  /** How much further the system clock is than the time that the exchange keeps; negative: behind. */
  byMs: number;
  /** When the exchange trades again, if the clock does not step again: milliseconds from now. */
  evenInMs: number;
}

/** A difference up to this is drift, which is followed slowly. */
const stepMs = 1_000;
const lookMs = 250;
/** After a step, the two clocks must go evenly for this long. */
const evenMs = 60_000;
/** Two looks differ by no more than this while the clocks go evenly. */
const jitterMs = 100;
/** Share of the passing time by which drift is followed. */
const followShare = 1 / 250;
/** Share of the passing time that the exchange's time gives up while it waits for a system clock that was set back. */
const waitShare = 1 / 16;

/**
 * The exchange's own time. It goes with the monotonic clock, never goes back, and follows the system clock:
 * - A difference of at most a second is drift. The time runs a little faster or slower until it is gone.
 * - More is a step. The time goes on as if nothing had happened, and the exchange cancels only, until both clocks have gone evenly for a minute.
 * - Then a system clock that is ahead is taken over at once. For one that is behind, the time runs slower by a sixteenth until they meet.
 */
export class SteadyClock implements Clock {
  private readonly sources: TimeSources;
  private base: number;
  private since: number;
  private highest: number;
  /** The difference at the last look. */
  private seen: number;
  private lookedAt: number;
  private evenSince: number | undefined;
  /** A clock that was set back goes evenly since: the time waits for it. */
  private accepted = false;
  private readonly listeners = new Set<(step: ClockStep | undefined) => void>();
  private cancel = () => {};

  constructor(sources: TimeSources) {
    this.sources = sources;
    this.since = sources.monotonic();
    this.base = sources.wall();
    this.highest = this.base;
    this.lookedAt = this.since;
    this.seen = 0;
  }

  now(): number {
    const time = Math.floor(this.base + this.sources.monotonic() - this.since);
    if (time > this.highest) this.highest = time;
    return this.highest;
  }

  after(delayMs: number, work: () => void): () => void {
    return this.sources.after(delayMs, work);
  }

  defer(work: () => void): void {
    this.sources.defer(work);
  }

  /** The venue's journal has times up to this one. A system clock that was set back while the server was down does not make it repeat them. */
  atLeast(time: number): void {
    if (time > this.now()) this.set(time);
  }

  /** The step that is not over, or undefined. */
  get step(): ClockStep | undefined {
    if (this.evenSince === undefined) return undefined;
    return { byMs: this.difference(), evenInMs: Math.max(0, this.evenSince + evenMs - this.sources.monotonic()) };
  }

  /** Hears of each step when it is seen, and of its end. */
  onStep(listener: (step: ClockStep | undefined) => void): void {
    this.listeners.add(listener);
  }

  watch(): void {
    const loop = () => {
      this.look();
      this.cancel = this.sources.after(lookMs, loop);
    };
    loop();
  }
  stop(): void {
    this.cancel();
  }

  /** Compares the clocks. */
  private look(): void {
    const monotonic = this.sources.monotonic();
    const passed = monotonic - this.lookedAt;
    this.lookedAt = monotonic;
    const byMs = this.difference();
    const even = Math.abs(byMs - this.seen) <= jitterMs;
    this.seen = byMs;
    if (Math.abs(byMs) <= stepMs) {
      this.accepted = false;
      if (this.evenSince !== undefined) this.settle();
      this.slew(byMs, passed * followShare);
    } else if (this.accepted && even) this.slew(byMs, passed * waitShare);
    else if (this.evenSince === undefined || !even) {
      this.accepted = false;
      this.evenSince = monotonic;
      this.tell();
    } else if (monotonic - this.evenSince >= evenMs) {
      this.settle();
      if (byMs > 0) this.set(this.sources.wall());
      else this.accepted = true;
    }
  }

  private difference(): number {
    return Math.round(this.sources.wall() - (this.base + this.sources.monotonic() - this.since));
  }

  private slew(byMs: number, most: number): void {
    const change = Math.max(-most, Math.min(most, byMs));
    this.base += change;
    this.seen -= change;
  }

  private set(time: number): void {
    this.base = time;
    this.since = this.sources.monotonic();
    this.seen = this.difference();
  }

  private settle(): void {
    this.evenSince = undefined;
    this.tell();
  }

  private tell(): void {
    const { step } = this;
    for (const listener of this.listeners) listener(step);
  }
}

/** The clock of a running server, which looks at the system clock from now on. */
export function steadySystemClock(): SteadyClock {
  const { now: wall, after, defer } = systemClock;
  const clock = new SteadyClock({ wall, monotonic: () => performance.now(), after, defer });
  clock.watch();
  return clock;
}

/** A step in a sentence for operators. */
export const stepText = ({ byMs, evenInMs }: ClockStep): string =>
  `The system clock was set ${byMs > 0 ? 'ahead' : 'back'}: it differs by ${(Math.abs(byMs) / 1000).toFixed(1)} s from the time that the exchange keeps. New orders are stopped for ${Math.ceil(evenInMs / 1000)} s, and longer if it changes again.`;
