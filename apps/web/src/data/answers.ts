import { Cache } from './cache.ts';

const retryable = (error: unknown): boolean => {
  const status = (error as { status?: unknown }).status;
  return status === 0 || (typeof status === 'number' && status >= 500);
};

/** The cache of this page's reads. */
export const cache = new Cache({
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  retryable,
  visible: () => !document.hidden,
});

/** When the page becomes visible or the network returns, refresh what is older than half a minute. */
export function refreshOnReturn(): void {
  const again = () => {
    if (!document.hidden) void cache.refetchActive(30_000);
  };
  document.addEventListener('visibilitychange', again);
  window.addEventListener('online', again);
}
