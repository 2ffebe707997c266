import { cache, useIsDemo, useRead } from '../../data/index.ts';

const own = { needsSession: true, staleMs: 30_000 } as const;

/** The address that an invitation is: registering there fills in the code. A demo account invites into the demo. */
export const inviteLink = (code: string, demo: boolean): string =>
  `${window.location.origin}/register?${demo ? 'demoInvite' : 'inviteCode'}=${encodeURIComponent(code)}`;

/** The code that the invitation shows, with its link. */
export function useInvitation() {
  const demo = useIsDemo();
  const remote = useRead('GET system/invite-code/default', {}, own);
  return { remote, demo };
}

export const useCodes = () => useRead('GET system/invite-code/page', { pageSize: 100 }, { ...own, keepPrevious: true });
export const useTerms = () => useRead('GET pay/rebate-config/all', {}, { staleMs: 3_600_000 });

/** After a code was made or changed. */
export function rereadCodes(): void {
  void cache.invalidate('GET system/invite-code/page');
  void cache.invalidate('GET system/invite-code/default');
}
