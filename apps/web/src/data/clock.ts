import { useSyncExternalStore } from 'react';

/** A smaller difference is network latency, not the device's clock. */
const noiseMs = 500;

/** How far the server's clock is ahead of this device's; 0 until the socket has measured it. */
let aheadMs = 0;

/**
 * The server's time. Compare every server instant (a session's open, a contract's expiry, a price's age) with this clock: a device's clock
 * may be minutes off.
 */
export const serverNow = (): number => Date.now() + aheadMs;

/** The server reported its time when this device's clock read `here`. */
export function heardTime(server: number, here: number): void {
  if (Math.abs(server - here - aheadMs) > noiseMs) aheadMs = server - here;
}

/** One clock for every age on the page: it ticks each second while it has listeners. */
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

/** The server's time, to the second. Use it only in small leaf components. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  );
