import { canonicalJson } from '@bourse/protocol/canonical';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Encode } from '../base/utf8.ts';

export { canonicalJson };

/** SHA-256 of the canonical text of any receipt's facts, as 64 hex digits. */
export const receiptHash = (facts: object): string => bytesToHex(sha256(utf8Encode(canonicalJson(facts))));
