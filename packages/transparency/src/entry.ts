import { utf8ToBytes } from '@noble/hashes/utils.js';
import { completeHash, emptyRoot, foldRight, hashBytes, leafHash, sha256 } from './hashes.ts';
import { completeNodes } from './tree.ts';

/**
 * What leaf `seq − 1` of a venue's log says about command `seq`: hashes only, so that entries are public. Each content is hashed behind a salt of its own,
 * which nobody can guess; whoever is shown one content and its salt learns nothing about the others.
 *
 *     entry       = layout (1 byte) ‖ command (32) ‖ events (32)
 *     command     = SHA-256(salt ‖ length of the command (4, big endian) ‖ command as the journal encodes it ‖ outcome as JSON)
 *     events      = root (RFC 6962) over the event leaves
 *     event leaf  = leaf hash (RFC 6962) of salt ‖ content
 *
 * The first event leaf holds everything that the command did. The others hold one event each, as the text that its receipt rests on, with the terms that were in force.
 */
export interface Entry {
  command: Uint8Array;
  events: Uint8Array;
}

/** Layout of entries and of what they cover. */
export const entryLayout = 1;
export const entryBytes = 1 + 2 * hashBytes;

export function encodeEntry({ command, events }: Entry): Uint8Array {
  const bytes = new Uint8Array(entryBytes);
  bytes[0] = entryLayout;
  bytes.set(command, 1);
  bytes.set(events, 1 + hashBytes);
  return bytes;
}

/** Undefined for bytes that are no entry of this layout. */
export function parseEntry(bytes: Uint8Array): Entry | undefined {
  if (bytes.length !== entryBytes || bytes[0] !== entryLayout) return undefined;
  return { command: bytes.slice(1, 1 + hashBytes), events: bytes.slice(1 + hashBytes) };
}

export const saltBytes = 16;

/** Places of salts. An event has two: a fill is told once for each side. */
export const saltPlaces = { command: 0, all: 1, event: (index: number, side: 0 | 1): number => 2 + 2 * index + side } as const;

/**
 * The salts of one command, by their places: halves of SHA-256(secret ‖ number of the command ‖ number of the half). All three have a fixed length, so no salt
 * can be lengthened into another one.
 */
export class Salts {
  private readonly input: Uint8Array;
  private readonly view: DataView;
  private block: Uint8Array = new Uint8Array(0);
  private at = -1;

  /** `secret`: 32 bytes. */
  constructor(secret: Uint8Array, seq: number) {
    if (secret.length !== hashBytes) throw new RangeError(`The secret of salts has ${hashBytes} bytes.`);
    this.input = new Uint8Array(hashBytes + 12);
    this.input.set(secret);
    this.view = new DataView(this.input.buffer);
    this.view.setBigUint64(hashBytes, BigInt(seq));
  }

  of(place: number): Uint8Array {
    const block = Math.floor(place / 2);
    if (block !== this.at) {
      this.view.setUint32(hashBytes + 8, block);
      this.block = sha256(this.input);
      this.at = block;
    }
    const from = (place % 2) * saltBytes;
    return this.block.subarray(from, from + saltBytes);
  }
}

/** Covers a command and how it was answered. `command` are the bytes of the command alone. */
export function commandHash(salt: Uint8Array, command: Uint8Array, outcome: string): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, command.length);
  return sha256(salt, length, command, utf8ToBytes(outcome));
}

export const eventLeaf = (salt: Uint8Array, content: Uint8Array): Uint8Array => leafHash(salt, content);

/** Root over the event leaves of one command. */
export function eventsRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot();
  const complete = completeNodes({ from: 0, to: leaves.length });
  return foldRight(complete.map(({ level, index }) => completeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))));
}

/** The nodes of a tree over the event leaves of one command, for proofs. */
export const nodesOf =
  (leaves: readonly Uint8Array[]) =>
  async (nodes: readonly { level: number; index: number }[]): Promise<Uint8Array[]> =>
    nodes.map(({ level, index }) => completeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
