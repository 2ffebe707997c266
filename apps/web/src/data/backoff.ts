/**
 * The delay before the n-th reconnect: it doubles from half a second to 30 s, with 20% jitter so that clients do not all return at once.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const base = Math.min(500 * 2 ** Math.min(attempt, 6), 30_000);
  return Math.round(base * (0.9 + random() * 0.2));
}
