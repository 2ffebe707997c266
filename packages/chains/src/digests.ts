import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';

/**
 * SHA-256 over parts that cannot run into each other: each is preceded by its length in four bytes. The first part says what the digest is of, so that a digest of
 * one kind is never one of another.
 */
function digestOf(kind: string, ...parts: readonly (string | number | bigint | Uint8Array)[]): string {
  const bytes = [`bourse ${kind} 1`, ...parts].flatMap((part) => {
    const content = part instanceof Uint8Array ? part : utf8ToBytes(String(part));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, content.length);
    return [length, content];
  });
  return bytesToHex(sha256(concatBytes(...bytes)));
}

export interface DestinationFacts {
  account: number;
  rail: number;
  /** The canonical form that `checkAddress` answers. */
  address: string;
  tag?: number | undefined;
  /** 32 random bytes in hexadecimal: whoever sees a digest cannot guess what it is of. */
  salt: string;
}

/** 32 bytes in hexadecimal. The journal names a destination by the same bytes in base64url. */
export const destinationDigest = ({ account, rail, address, tag, salt }: DestinationFacts): string =>
  digestOf('destination', account, rail, address, tag ?? '', hexToBytes(salt));

/** A customer's public key, as the signer remembers when it first saw it. `spki` is the key in DER. */
export const customerKeyDigest = (account: number, spki: Uint8Array): string => digestOf('customer key', account, spki);

/** What the vault signs with Ed25519 about an address that receives: an address that was changed in a database has no such signature. */
export const attestedText = (network: string, account: number, index: number, address: string, tag?: number): Uint8Array =>
  utf8ToBytes(`bourse deposit address 1\n${network}\n${account}\n${index}\n${address}\n${tag ?? ''}\n`);

/** A digest as the journal has it: the same 32 bytes in base64url. */
export const inJournal = (digest: string): string => base64urlnopad.encode(hexToBytes(digest));

/**
 * What the journal holds of the challenge that a customer's factor confirmed (base64url): SHA-256 with a salt (32 bytes in hexadecimal), so that nobody can tell
 * from the journal what was confirmed. 32 bytes in base64url.
 */
export const payoutEvidence = (challenge: string, salt: string): string =>
  inJournal(digestOf('payout evidence', challenge, hexToBytes(salt)));
