import { sha256 as portable } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Bytes of a hash. */
export const hashBytes = 32;

let digest: (bytes: Uint8Array) => Uint8Array = portable;

/** Lets a program hand in the SHA-256 of its own platform, which is faster than the portable one that browsers take. */
export function useSha256(own: (bytes: Uint8Array) => Uint8Array): void {
  digest = own;
}

/** Parts are joined here before they are hashed. Nearly all of them fit. */
const joined = new Uint8Array(8_192);
/** Its beginnings by their length: a new view costs a tenth of a hash. */
const beginnings: Uint8Array[] = [];

/** SHA-256 of some parts that follow each other: bytes, and texts as UTF-8. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only instanceof Uint8Array) return digest(only);
  let most = 0;
  for (const part of parts) most += typeof part === 'string' ? part.length * 3 : part.length;
  const bytes = most <= joined.length ? joined : new Uint8Array(most);
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at = writeText(part, bytes, at);
    else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  if (bytes !== joined) return digest(bytes.subarray(0, at));
  const beginning = beginnings[at] ?? joined.subarray(0, at);
  beginnings[at] = beginning;
  return digest(beginning);
}

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** Writes a text as UTF-8 and answers where it ends. Nearly all are in ASCII, which needs no memory of its own. */
function writeText(text: string, bytes: Uint8Array, from: number): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) {
      const encoded = utf8ToBytes(text);
      bytes.set(encoded, from);
      return from + encoded.length;
    }
    bytes[from + at] = code;
  }
  return from + text.length;
}

/** Hash of one leaf (RFC 6962, section 2.1). Its prefix keeps a leaf from being shown as a node. */
export const leafHash = (...entry: readonly (Uint8Array | string)[]): Uint8Array => sha256(leafPrefix, ...entry);

/** Hash of two subtrees that stand beside each other. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(nodePrefix, left, right);

/** Root of a complete subtree: of a row of 1, 2, 4, 8, … hashes. */
export function completeHash(row: readonly Uint8Array[]): Uint8Array {
  const left = [...row];
  for (let width = left.length; width > 1; width /= 2)
    for (let at = 0; at < width; at += 2) left[at / 2] = nodeHash(left[at]!, left[at + 1]!);
  return left[0]!;
}

/** One hash from complete subtrees that stand beside each other, the largest first. */
export function foldRight(hashes: readonly Uint8Array[]): Uint8Array {
  const last = hashes.at(-1);
  if (last === undefined) throw new RangeError('There is nothing to hash.');
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** Root of a tree without leaves. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array(0));

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);
