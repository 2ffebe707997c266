import { useRouter, useSearch } from '@tanstack/react-router';

/** A path of this app: it starts with one slash that no second slash or backslash follows. Anything else could be another site. */
export const safePath = (wish: string | undefined): string => (wish && /^\/(?![/\\])/.test(wish) ? wish : '/home');

/** Leaves the sign-in form for the page that asked for it, otherwise for home. The form does not stay in the history. */
export function useArrive(): () => void {
  const router = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  return () => router.history.replace(safePath(redirect));
}
