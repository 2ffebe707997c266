import type { Clock } from './clock.ts';

interface Timer {
  at: number;
  order: number;
  work: () => void;
}

/** A clock that a test or simulation moves. Timers fire in order of time, then of creation. Promises settle between two timers. */
export class ManualClock implements Clock {
  private elapsed = 0;
  private offset: number;
  private count = 0;
  private timers: Timer[] = [];
  private ready: (() => void)[] = [];

  constructor(start = 1_000_000) {
    this.offset = start;
  }

  now(): number {
    return this.elapsed + this.offset;
  }

  /** Elapsed time. `now` may have jumped. */
  get elapsedMs(): number {
    return this.elapsed;
  }

  after(delayMs: number, work: () => void): () => void {
    this.count += 1;
    const timer = { at: this.elapsed + Math.max(0, delayMs), order: this.count, work };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  defer(work: () => void): void {
    this.ready.push(work);
  }

  /** Sets the wall clock without passing time. */
  jump(byMs: number): void {
    this.offset += byMs;
  }

  /** Passes `ms` and fires the timers that become due. */
  async pass(ms: number): Promise<void> {
    const until = this.elapsed + ms;
    for (;;) {
      await this.settle();
      const next = this.earliest();
      if (!next || next.at > until) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.elapsed = Math.max(this.elapsed, next.at);
      next.work();
    }
    this.elapsed = until;
    await this.settle();
  }

  /** Runs everything that is ready now, until nothing is. */
  async settle(): Promise<void> {
    for (;;) {
      await settlePromises();
      const ready = this.ready.splice(0);
      if (ready.length === 0) return;
      for (const work of ready) work();
    }
  }

  private earliest(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}

/** A turn of the event loop comes after every promise that can settle has settled. */
const settlePromises = () => new Promise<void>((resolve) => setImmediate(resolve));
