import { sha256 } from '@noble/hashes/sha2.js';

/** Bytes of a hash. */
export const hashBytes = 32;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** Hash of one leaf (RFC 6962, section 2.1). Its prefix keeps a leaf from being shown as a node. */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256.create().update(leafPrefix).update(entry).digest();

/** Hash of two subtrees that stand beside each other. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256.create().update(nodePrefix).update(left).update(right).digest();

/** Root of a tree without leaves. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array(0));

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);
