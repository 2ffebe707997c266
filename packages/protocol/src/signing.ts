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

/** Order of the curve's group. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const half = order >> 1n;

const toNumber = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/**
 * The one form of a signature that is kept. To each (r, s) there is a twin (r, order − s) that verifies as well and that anybody can make; the one with
 * the smaller s stands for both. Undefined when it is no signature: not 64 bytes, or r or s out of range.
 */
export function lowForm(signature: Uint8Array): Uint8Array | undefined {
  if (signature.length !== 64) return undefined;
  const [r, s] = [toNumber(signature.subarray(0, 32)), toNumber(signature.subarray(32))];
  if (r === 0n || r >= order || s === 0n || s >= order) return undefined;
  if (s <= half) return signature;
  const low = new Uint8Array(signature);
  let rest = order - s;
  for (let at = 63; at >= 32; at -= 1) {
    low[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return low;
}
