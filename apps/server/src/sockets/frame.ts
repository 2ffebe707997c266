import { gzipSync } from 'node:zlib';

/** The fastest compression level: rows shrink to a quarter, and one compression serves all listeners. */
const level = 1;

/** A WebSocket frame from a server: final, binary, unmasked (RFC 6455, section 5.2). */
export function binaryFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = 0x82;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, headerLength);
  return frame;
}

/** One bundle of messages that are JSON already, joined, compressed and framed once. Every listener gets the same bytes. */
export const bundleFrame = (messages: readonly string[]): Buffer => binaryFrame(gzipSync(`{"m":[${messages.join(',')}]}`, { level }));
