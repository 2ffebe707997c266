import { lastValue, useRead, useSignedIn } from '../../../data/index.ts';

/**
 * Which products are on, as the server says. Until it has answered nothing is offered: a button that then disappears is worse than one
 * that comes a moment later.
 */
export function useVisible(): { isOn: (key: string) => boolean; reasonOf: (key: string) => string | null } {
  const signedIn = useSignedIn();
  // Another account sees another answer; signing in clears what was read before.
  const controls = lastValue(useRead('GET system/view-control/list', {}, { staleMs: signedIn ? 60_000 : 300_000 }));
  const find = (key: string) => controls?.find((control) => control.key === key);
  return { isOn: (key) => find(key)?.visible === true, reasonOf: (key) => find(key)?.reason ?? null };
}
