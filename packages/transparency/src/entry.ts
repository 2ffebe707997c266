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

const nothing = new Uint8Array(0);

/** Layout of entries and of what they cover. */
export const entryLayout = 1;
export const entryBytes = 1 + 2 * hashBytes;

/** Entries are cut from it in turn: memory of its own for each would cost as much as a hash. */
let sheet = nothing;

export function encodeEntry({ command, events }: Entry): Uint8Array {
  if (sheet.length < entryBytes) sheet = new Uint8Array(entryBytes * 256);
  const bytes = sheet.subarray(0, entryBytes);
  sheet = sheet.subarray(entryBytes);
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

/** What is hashed behind the secret and in front of a command: written again for each, because memory of its own costs as much as a hash. */
const saltedBytes = new Uint8Array(12);
const salted = new DataView(saltedBytes.buffer);
const lengthBytes = new Uint8Array(4);
const lengthOfCommand = new DataView(lengthBytes.buffer);

/** Places of salts. An event has two: a fill is told once for each side. */
export const saltPlaces = { command: 0, all: 1, event: (index: number, side: 0 | 1): number => 2 + 2 * index + side } as const;

/**
 * The salts of one command, by their places: halves of SHA-256(secret ‖ number of the command ‖ number of the half). All three have a fixed length, so no salt
 * can be lengthened into another one.
 */
export class Salts {
  private readonly secret: Uint8Array;
  private readonly seq: number;
  private block: Uint8Array = nothing;
  private at = -1;

  /** `secret`: 32 bytes. */
  constructor(secret: Uint8Array, seq: number) {
    if (secret.length !== hashBytes) throw new RangeError(`The secret of salts has ${hashBytes} bytes.`);
    this.secret = secret;
    this.seq = seq;
  }

  of(place: number): Uint8Array {
    const block = Math.floor(place / 2);
    if (block !== this.at) {
      const high = Math.floor(this.seq / 2 ** 32);
      salted.setUint32(0, high);
      salted.setUint32(4, this.seq - high * 2 ** 32);
      salted.setUint32(8, block);
      this.block = sha256(this.secret, saltedBytes);
      this.at = block;
    }
    const from = (place % 2) * saltBytes;
    return this.block.subarray(from, from + saltBytes);
  }
}

/** Covers a command and how it was answered. `command` are the bytes of the command alone. */
export function commandHash(salt: Uint8Array, command: Uint8Array, outcome: string): Uint8Array {
  lengthOfCommand.setUint32(0, command.length);
  return sha256(salt, lengthBytes, command, outcome);
}

/** Of an event's text, or of the bytes of everything that a command did. */
export const eventLeaf = (salt: Uint8Array, content: Uint8Array | string): Uint8Array => leafHash(salt, content);

/** Root over the event leaves of one command. */
export function eventsRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot();
  if (leaves.length === 1) return leaves[0]!;
  const complete = completeNodes({ from: 0, to: leaves.length });
  return foldRight(complete.map(({ level, index }) => completeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))));
}

/** The nodes of a tree over the event leaves of one command, for proofs. */
export const nodesOf =
  (leaves: readonly Uint8Array[]) =>
  async (nodes: readonly { level: number; index: number }[]): Promise<Uint8Array[]> =>
    nodes.map(({ level, index }) => completeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
