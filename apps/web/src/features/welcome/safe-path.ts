/** A path that a redirect can lead to: a page of ours, never another site. */
export const safePath = (to: string | undefined, fallback = '/home'): string =>
  to !== undefined && /^\/(?![/\\])[^\s]*$/.test(to) ? to : fallback;
