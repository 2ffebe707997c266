import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { Clock } from '../../platform/clock.ts';

export interface PressureLimits {
  /** Max. number of calls in flight. Beyond it: `overloaded`. */
  inFlight: number;
  /** Event-loop delay (p99 of the last sample) above which new calls are refused. */
  loopDelayMs: number;
  /** A call that takes longer is answered with a timeout. */
  deadlineMs: number;
}
export const defaultPressure: PressureLimits = { inFlight: 4_096, loopDelayMs: 1_500, deadlineMs: 20_000 };

interface Waiting {
  until: number;
  late: ErrorName;
  reject: (refusal: Refusal) => void;
}

const sampleMs = 500;

/**
 * Keeps the gateway responsive under overload: it refuses early and gives up on calls that hang. One timer watches all calls in flight, because a
 * timer per call costs more than most calls.
 */
export class Pressure {
  private readonly limits: PressureLimits;
  private readonly clock: Clock;
  private readonly waiting = new Set<Waiting>();
  private readonly delay = monitorEventLoopDelay({ resolution: 20 });
  private readonly timer: NodeJS.Timeout;
  private lagging = false;

  constructor(limits: PressureLimits, clock: Clock) {
    this.limits = limits;
    this.clock = clock;
    this.delay.enable();
    this.timer = setInterval(() => this.sample(), sampleMs);
    this.timer.unref();
  }

  get inFlight(): number {
    return this.waiting.size;
  }

  /** Runs `work` unless the gateway is overloaded. The caller gets `late` when `work` does not finish in time. */
  run<T>(late: ErrorName, work: () => Promise<T>): Promise<T> {
    if (this.lagging || this.waiting.size >= this.limits.inFlight) return Promise.reject(new Refusal('overloaded'));
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting = { until: this.clock.now() + this.limits.deadlineMs, late, reject };
      this.waiting.add(entry);
      work().then(
        (value) => {
          this.waiting.delete(entry);
          resolve(value);
        },
        (error: unknown) => {
          this.waiting.delete(entry);
          reject(error);
        },
      );
    });
  }

  close(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }

  private sample(): void {
    this.lagging = this.delay.percentile(99) / 1e6 > this.limits.loopDelayMs;
    this.delay.reset();
    const now = this.clock.now();
    for (const entry of this.waiting) {
      if (entry.until > now) continue;
      this.waiting.delete(entry);
      entry.reject(new Refusal(entry.late));
    }
  }
}
