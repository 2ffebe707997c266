import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';

/** Query strings stay texts: an id of nineteen digits must not pass through a float. */
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  defaultPendingMs: 400,
  scrollRestoration: true,
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(text),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
