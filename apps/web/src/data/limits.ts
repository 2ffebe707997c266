/** Constants of the product specification, sections 4 and 9. */
export const refreshEveryMs = 5_000;
export const replacedEveryMs = 3_000;
/** How long a replaced session can take its place back. */
export const takeBackMs = 60_000;
export const walletFundThrottleMs = 2_000;
export const exchangeRateStaleMs = 3_000;
export const candlesStaleMs = 5_000;
export const marketListPersistMs = 10_000;
export const pageSize = 15;
/**
 * The shortest interval between two updates of the page with ticks, the same as the server's bundling interval. The first tick after a
 * pause is not delayed.
 */
export const tickFlushMs = 200;
/** An older price turns grey and closes order buttons. */
export const priceStaleMs = 10_000;
