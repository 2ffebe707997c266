import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

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

/** 32 random bytes in hexadecimal: whoever sees a digest cannot guess what it is of. */
export const saltForm = /^[0-9a-f]{64}$/;

export interface DestinationFacts {
  account: number;
  rail: number;
  /** The canonical form that `checkAddress` answers. */
  address: string;
  tag?: number | undefined;
  salt: string;
}

/** What the journal names a destination by. */
export const destinationDigest = ({ account, rail, address, tag, salt }: DestinationFacts): string =>
  digestOf('destination', account, rail, address, tag ?? '', hexToBytes(salt));

export interface PayoutFacts {
  account: number;
  /** The id of the customer's command: one request is one payout. */
  commandId: string;
  rail: number;
  /** Digest of the destination. */
  destination: string;
  /** What the receiver gets, in the chain's smallest units. */
  units: bigint;
  salt: string;
}

/** What the owner signs, what the journal keeps as evidence, and what operators approve. */
export const payoutDigest = ({ account, commandId, rail, destination, units, salt }: PayoutFacts): string =>
  digestOf('payout', account, commandId, rail, hexToBytes(destination), units, hexToBytes(salt));

export interface ProposalFacts {
  venue: string;
  commandId: string;
  proposer: number;
  /** The proposed command in the engine's codec. */
  body: Uint8Array;
}

/** What each operator who approves signs. */
export const proposalDigest = ({ venue, commandId, proposer, body }: ProposalFacts): string =>
  digestOf('proposal', venue, commandId, proposer, body);

/** A customer's public key, as the signer remembers when it first saw it. `spki` is the key in DER. */
export const customerKeyDigest = (account: number, spki: Uint8Array): string => digestOf('customer key', account, spki);

/** What the vault signs with Ed25519 about an address that receives: an address that was changed in a database has no such signature. */
export const attestedText = (network: string, account: number, index: number, address: string, tag?: number): Uint8Array =>
  utf8ToBytes(`bourse deposit address 1\n${network}\n${account}\n${index}\n${address}\n${tag ?? ''}\n`);
