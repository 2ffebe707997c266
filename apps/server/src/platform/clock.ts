/** Time as the server's parts see it. Passed in, so that a simulation can own it. */
export interface Clock {
  /** Milliseconds since the epoch. May jump either way; whoever needs order clamps it. */
  now(): number;
  /** Calls `work` once after `delayMs`; returns what cancels it. */
  after(delayMs: number, work: () => void): () => void;
  /** Calls `work` when everything that is ready now has run. */
  defer(work: () => void): void;
}

/** Node's timers hold at most this long; longer waits are cut and asked again. */
const longestTimerMs = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, delayMs), longestTimerMs));
    return () => clearTimeout(timer);
  },
  defer: (work) => {
    setImmediate(work);
  },
};

export const sleep = (clock: Clock, delayMs: number) => new Promise<void>((resolve) => clock.after(delayMs, resolve));

/** Waiting times that double from `firstMs` to `maxMs`; `reset` after a success. */
export function backOff(firstMs: number, maxMs: number) {
  let next = firstMs;
  return {
    next() {
      const wait = next;
      next = Math.min(next * 2, maxMs);
      return wait;
    },
    reset() {
      next = firstMs;
    },
  };
}
