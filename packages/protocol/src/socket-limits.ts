/** Limits of the socket, both sides. They stand apart from the schemas, which browsers do not load. */
export const socketLimits = {
  heartbeatMs: 2_000,
  pingMs: 6_000,
  offlineMs: 6_000,
  reconnectCheckMs: 5_000,
  maxManualReconnects: 5,
  maxReconnects: 9_999,
  bundleMs: 200,
  maxFrameBytes: 16_384,
  maxMessagesPerSecond: 20,
  authRecheckMs: 1_000,
} as const;
