import type { Clock } from '../../platform/clock.ts';
import type { FeedSink } from './port.ts';

const loopMs = 100;

/** A feed that emits what is due every 100 ms while it runs. */
export abstract class LoopingFeed {
  protected readonly clock: Clock;
  private cancel: (() => void) | null = null;
  private told: number | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Emits everything up to `now`. Public so that tests and simulations can drive the feed with their own clock. */
  abstract emitUntil(now: number, sink: FeedSink): void;

  start(sink: FeedSink): void {
    const loop = () => {
      const now = this.clock.now();
      this.emitUntil(now, sink);
      this.told = now;
      this.cancel = this.clock.after(loopMs, loop);
    };
    this.cancel = this.clock.after(loopMs, loop);
  }
  toldUpTo(): number | undefined {
    return this.told;
  }
  stop(): void {
    this.cancel?.();
    this.cancel = null;
  }
}
