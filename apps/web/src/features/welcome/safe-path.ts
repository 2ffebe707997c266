/** Where a link may lead after a stop: a page of ours, never another site. */
export const safePath = (to: string | undefined, fallback = '/home'): string =>
  to !== undefined && /^\/(?![/\\])[^\s]*$/.test(to) ? to : fallback;
