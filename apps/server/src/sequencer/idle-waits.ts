import type { Clock } from '../platform/clock.ts';

/** Those who wait until nothing is queued, applied or on its way into the journal. */
export class IdleWaits {
  private readonly clock: Clock;
  private waits: (() => void)[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Resolves at the next `settle`, or after `timeoutMs`. */
  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.after(timeoutMs, resolve);
      this.waits.push(() => {
        cancel();
        resolve();
      });
    });
  }

  settle(): void {
    for (const settle of this.waits.splice(0)) settle();
  }
}
