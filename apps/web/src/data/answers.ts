import { Cache } from './cache.ts';

const retryable = (error: unknown): boolean => {
  const status = (error as { status?: unknown }).status;
  return status === 0 || (typeof status === 'number' && status >= 500);
};

/** What this page has read. */
export const cache = new Cache({
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  retryable,
  visible: () => !document.hidden,
});

/** Coming back to the page, or to the network: what is older than half a minute is asked again. */
export function refreshOnReturn(): void {
  const again = () => {
    if (!document.hidden) void cache.refetchActive(30_000);
  };
  document.addEventListener('visibilitychange', again);
  window.addEventListener('online', again);
}
