import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { encodeAccountID } from 'ripple-address-codec';

const base58check = createBase58check(sha256);
/** The first byte of an address on TRON. */
const tronPrefix = 0x41;

/** 20 bytes as EIP-55 writes them: capitals carry the checksum. */
export function evmText(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes);
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  return `0x${[...hex].map((digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

export const tronText = (bytes: Uint8Array): string => base58check.encode(concatBytes(Uint8Array.of(tronPrefix), bytes));

/** The 20 bytes that TRON's contracts and logs use, or undefined for other text. */
export function tronBytes(text: string): Uint8Array | undefined {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === tronPrefix ? bytes.slice(1) : undefined;
  } catch {
    return undefined;
  }
}

/** The 20 bytes of an EVM address, whatever its capitals. Throws for other text. */
export function evmBytes(text: string): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new RangeError(`${text} is no EVM address`);
  return hexToBytes(text.slice(2).toLowerCase());
}

/** The account of a public key (33 bytes) on an EVM chain or TRON: the last 20 bytes of the hash of the point. */
export const keccakAccount = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)).slice(-20);

/** The address of a public key (33 bytes) on TRON. */
export const tronAddress = (publicKey: Uint8Array): string => tronText(keccakAccount(publicKey));

export const xrpAccount = (publicKey: Uint8Array): string => encodeAccountID(ripemd160(sha256(publicKey)));

export const bitcoinParameters = (test: boolean) => (test ? TEST_NETWORK : NETWORK);

/** Pay to witness public key hash, in bech32. */
export function bitcoinAddress(publicKey: Uint8Array, test: boolean): string {
  const { address } = p2wpkh(publicKey, bitcoinParameters(test));
  if (address === undefined) throw new RangeError('the public key has no address');
  return address;
}
