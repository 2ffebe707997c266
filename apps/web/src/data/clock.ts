import { useSyncExternalStore } from 'react';

/** Smaller differences are the network's, not the device's. */
const noiseMs = 500;

/** What the server's clock is ahead of this device's; 0 until the socket has told it. */
let aheadMs = 0;

/**
 * The time as the server has it. Every instant of the server's (a session's open, a contract's end, a price's age) is compared with this one: a device's
 * clock may be minutes off.
 */
export const serverNow = (): number => Date.now() + aheadMs;

/** The server said what time it is, when this device's clock stood at `here`. */
export function heardTime(server: number, here: number): void {
  if (Math.abs(server - here - aheadMs) > noiseMs) aheadMs = server - here;
}

/** One clock for every age on the page: it beats each second while somebody looks. */
const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time, to the second. Only small leaves should use it. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  );
