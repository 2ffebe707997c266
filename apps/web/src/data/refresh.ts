/** Refreshes what pushes would change. The code that applies pushes loads with the socket, after the first paint. */

/** The changes of a command arrive by push. */
export const awaitPush = (seq: number): void => void import('./changes/follow.ts').then((follow) => follow.awaitPush(seq));
