/** Reading again what pushes would change. How pushes do it is loaded with the socket, after the first paint. */

/** Everything of the customer's funds, orders and positions that is looked at. */
export const refreshFunds = (): void => void import('./changes/follow.ts').then(({ readAgain }) => readAgain());
/** What a command changed comes by push. */
export const awaitPush = (seq: number): void => void import('./changes/follow.ts').then((follow) => follow.awaitPush(seq));
