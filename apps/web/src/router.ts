import { createRouter, parseSearchWith, redirect, stringifySearchWith } from '@tanstack/react-router';
import { frontTree } from './front-screens.ts';
import type { routeTree } from './routeTree.gen.ts';

/** Query strings stay texts: an id of nineteen digits must not pass through a float. */
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export const router = createRouter({
  // The generated table has the same root: loading it completes this one.
  routeTree: frontTree as unknown as typeof routeTree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  defaultPendingMs: 400,
  scrollRestoration: true,
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(text),
});

let complete = false;
/** Brings in the table of all screens. Answers whether it was missing when asked. */
export async function learnAllScreens(): Promise<boolean> {
  if (complete) return false;
  await import('./routeTree.gen.ts');
  if (!complete) router.setRoutes(router.buildRouteTree());
  complete = true;
  return true;
}

// An address that only the root answers is one that the first table does not know.
frontTree.options.beforeLoad = async ({ location, matches }) => {
  if (matches.length === 1 && (await learnAllScreens())) throw redirect({ href: location.href, replace: true });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
