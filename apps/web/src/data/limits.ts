/** Constants of the product specification, sections 4 and 9. The socket's are proved equal to the protocol's by a test, without shipping its schemas. */
export const socketLimits = {
  heartbeatMs: 2_000,
  pingMs: 6_000,
  offlineMs: 6_000,
  reconnectCheckMs: 5_000,
  maxManualReconnects: 5,
  maxReconnects: 9_999,
} as const;
export const refreshEveryMs = 5_000;
export const replacedEveryMs = 3_000;
/** A replaced session may take its place back for this long. */
export const takeBackMs = 60_000;
export const walletFundThrottleMs = 2_000;
export const exchangeRateStaleMs = 3_000;
export const candlesStaleMs = 5_000;
export const marketListPersistMs = 10_000;
export const pageSize = 15;
/** Ticks are handed to the page this often, at most: as often as the server bundles what changed. The first after a pause is not kept waiting. */
export const tickFlushMs = 200;
/** A price older than this greys out and closes order buttons. */
export const priceStaleMs = 10_000;
