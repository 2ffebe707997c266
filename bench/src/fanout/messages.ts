/**
 * How a bundle reaches the clients: our frames made once; or JSON made for each client and compressed for each client (as everybody calls it, with the
 * defaults, or at our own fastest level), or sent plain at five times the bytes.
 */
export type Way = 'ours' | 'stringify-gzip' | 'stringify-gzip-fastest' | 'stringify';

/** `go`: everybody has joined, prices may move. */
export type ToServer = 'go' | 'begin' | 'end';
export type FromServer = { kind: 'listening'; port: number } | { kind: 'measured'; cpuMicros: number; delivered: number; wallMs: number };
