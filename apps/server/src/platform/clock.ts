/** Time as the server's parts see it. It is passed in, so that a simulation can control it. */
export interface Clock {
  /** Milliseconds since the epoch. The exchange's own clock never goes back (`steady-clock.ts`); others may jump, and the engine's time is clamped. */
  now(): number;
  /** From now on no time before this one is given. */
  atLeast?(time: number): void;
  /** Calls `work` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, work: () => void): () => void;
  /** Calls `work` after everything that is ready now has run. */
  defer(work: () => void): void;
}

/** The longest delay of a Node timer. Longer delays are split. */
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

/** Delays that double from `firstMs` to `maxMs`. Call `reset` after a success. */
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
