import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** 32 bytes that follow from a seed and a name: keys and hashes of a stand-in. Never for real money. */
export const bytesFrom = (seed: string, name: string): Uint8Array => sha256(utf8ToBytes(`stand-in ${seed}\n${name}`));

export const hexFrom = (seed: string, name: string): string => bytesToHex(bytesFrom(seed, name));
