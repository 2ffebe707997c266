import { canonicalJson } from './canonical.ts';

/**
 * What devices sign, the same on both sides. Keys are ECDSA P-256, hashes SHA-256. A public key travels as its uncompressed point of 65 bytes, a
 * signature as r and s of 32 bytes each, both in base64url without padding. A key's name is the SHA-256 of its point, in base64url.
 */

/** A request that moves money or orders, as its device signs it. */
export interface SignedRequest {
  venue: string;
  /** Account number in the venue's ledger. */
  account: number;
  /** The key's name. */
  key: string;
  /** The Idempotency-Key, in lower case. */
  commandId: string;
  /** Milliseconds since the epoch, by the device's clock. */
  time: number;
  /** Method and path as in the table of calls, such as `GET pay/order-coin/revoke/{id}`. */
  call: string;
  /** Canonical JSON of the body, or of query and path parameters as texts. */
  body: string;
}

/** The text that is signed, as UTF-8. No field but the last holds a line break, so two requests never share a text. */
export const signedText = ({ venue, account, key, commandId, time, call, body }: SignedRequest): string =>
  ['bourse command 1', venue, account, key, commandId, time, call, body].join('\n');

/** The text with which a device shows that it holds the key it registers. */
export const keyText = ({ customer, key, time }: { customer: string; key: string; time: number }): string =>
  ['bourse key 1', customer, key, time].join('\n');

/** Path and query parameters reach the server as texts, and are signed as such. A parameter that is not given is not sent. */
export function signedBody(call: string, input: object): string {
  if (!call.startsWith('GET ')) return canonicalJson(input);
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return canonicalJson(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
}

/** The header that carries a signature: the key's name, the signed time and the signature. */
export const signatureHeader = 'X-Signature';
export const headerOf = ({ key, time, signature }: { key: string; time: number; signature: string }): string =>
  `${key}.${time}.${signature}`;
const headerForm = /^([A-Za-z0-9_-]{43})\.([0-9]{1,15})\.([A-Za-z0-9_-]{86})$/;

export function readHeader(text: string): { key: string; time: number; signature: string } | undefined {
  const [, key, time, signature] = headerForm.exec(text) ?? [];
  return key && time && signature ? { key, time: Number(time), signature } : undefined;
}

/** Order of the curve's group, and half of it, as 32 bytes. */
const order = bytesOf('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const half = bytesOf('7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8');

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/** Compares 32 bytes from `from` with a number of 32 bytes: below 0 when they are smaller. Numbers of this kind cost a twentieth of a `bigint`. */
function compare(bytes: Uint8Array, from: number, number: Uint8Array): number {
  for (let at = 0; at < 32; at += 1) {
    const difference = bytes[from + at]! - number[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

const isZero = (bytes: Uint8Array, from: number) => bytes.subarray(from, from + 32).every((byte) => byte === 0);

/**
 * The one form of a signature that is kept. To each (r, s) there is a twin (r, order − s) that verifies as well and that anybody can make; the one with
 * the smaller s stands for both. Undefined when it is no signature: not 64 bytes, or r or s out of range.
 */
export function lowForm(signature: Uint8Array): Uint8Array | undefined {
  if (signature.length !== 64) return undefined;
  for (const from of [0, 32]) if (compare(signature, from, order) >= 0 || isZero(signature, from)) return undefined;
  if (compare(signature, 32, half) <= 0) return signature;
  const low = new Uint8Array(signature);
  let borrow = 0;
  for (let at = 31; at >= 0; at -= 1) {
    const digit = order[at]! - signature[32 + at]! - borrow;
    borrow = digit < 0 ? 1 : 0;
    low[32 + at] = digit;
  }
  return low;
}
