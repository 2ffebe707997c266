import { useRouter, useSearch } from '@tanstack/react-router';

/** A path of this app, never another site: one slash, then anything but a slash or a backslash. */
export const safePath = (wish: string | undefined): string => (wish && /^\/(?![/\\])/.test(wish) ? wish : '/home');

/** Where a sign-in leads: back to what asked for it, otherwise home. The form is not kept in the history. */
export function useArrive(): () => void {
  const router = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  return () => router.history.replace(safePath(redirect));
}
