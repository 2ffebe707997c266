import { lastValue, useRead, useSignedIn } from '../../../data/index.ts';

/**
 * The products that are on, according to the server. Offer none until it answers: a button that disappears is worse than one that appears a
 * moment later.
 */
export function useVisible(): { isOn: (key: string) => boolean; reasonOf: (key: string) => string | null } {
  const signedIn = useSignedIn();
  // Another account gets another answer; signing in clears the cache.
  const controls = lastValue(useRead('GET system/view-control/list', {}, { staleMs: signedIn ? 60_000 : 300_000 }));
  const find = (key: string) => controls?.find((control) => control.key === key);
  return { isOn: (key) => find(key)?.visible === true, reasonOf: (key) => find(key)?.reason ?? null };
}
