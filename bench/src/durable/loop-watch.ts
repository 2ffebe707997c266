import { readFileSync } from 'node:fs';

/** Processor time that this thread has used, ms, where the kernel tells it. */
function threadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Watches how long the event loop is held up: the longest time between two turns of a one-millisecond timer, and the most processor time within one. */
export function watchLoop() {
  let longestMs = 0;
  let busiestMs = 0;
  let at = performance.now();
  let used = threadMs();
  const start = used;
  const timer = setInterval(() => {
    const now = performance.now();
    const total = threadMs();
    longestMs = Math.max(longestMs, now - at);
    busiestMs = Math.max(busiestMs, total - used);
    at = now;
    used = total;
  }, 1);
  return {
    /** Ends the watch. `threadMs` is the processor time of the whole watch. */
    end() {
      clearInterval(timer);
      return { longestMs, busiestMs, threadMs: threadMs() - start };
    },
  };
}
