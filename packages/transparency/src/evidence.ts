import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64 } from './base64.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { commandHash, type Entry, eventLeaf, parseEntry, saltBytes } from './entry.ts';
import { leafHash, sameHash } from './hashes.ts';
import type { VerifierKey } from './keys.ts';
import { parseNote, signersOf } from './note.ts';
import { isIncluded } from './tree.ts';

/** One content of an entry, opened: everything as text, hashes, salts and bytes in base64. */
export type Opening =
  /** An event: its leaf `at` of `of` event leaves, and the way from there to the root over the events. */
  | { kind: 'event'; salt: string; text: string; at: number; of: number; path: readonly string[] }
  /** The command as the journal encodes it, and its outcome as JSON. */
  | { kind: 'command'; salt: string; command: string; outcome: string };

/** An entry of the log with what of it is shown, and the way from the entry to the root of the head. */
export interface ShownEntry {
  /** Number of the command, from 1. It is leaf `seq − 1`. */
  seq: number;
  entry: string;
  path: readonly string[];
  opened: readonly Opening[];
}

/** Facts with their proof: they are in the log whose signed head is given. It can be checked without the exchange. */
export interface Evidence {
  /** A head as a signed note. */
  head: string;
  shown: readonly ShownEntry[];
}

/** What evidence proves, once checked. */
export interface Proven {
  head: Checkpoint;
  /** Names of the keys that signed the head, of those that were asked for. */
  signers: readonly string[];
  /** By the number of the command: event texts, and the command with its outcome if it was opened. */
  commands: readonly { seq: number; events: readonly string[]; command: { bytes: Uint8Array; outcome: string } | undefined }[];
}

/** Why evidence proves nothing. */
export class BadEvidence extends Error {
  override name = 'BadEvidence';
}

/**
 * Checks evidence down to the signatures. Throws `BadEvidence` where something does not follow, also when none of `keys` signed the head. No input makes it throw
 * anything else.
 */
export function checkEvidence(evidence: Evidence, keys: readonly VerifierKey[]): Proven {
  try {
    const note = parseNote(evidence.head);
    const signers = signersOf(note, keys).map(({ key }) => key.name);
    if (signers.length === 0) throw new BadEvidence('The head is not signed by a known key.');
    const head = parseCheckpoint(note.text);
    return { head, signers, commands: evidence.shown.map((shown) => checkEntry(shown, head)) };
  } catch (error) {
    if (error instanceof BadEvidence) throw error;
    throw new BadEvidence((error as Error).message);
  }
}

function checkEntry(shown: ShownEntry, head: Checkpoint): Proven['commands'][number] {
  const bytes = bytesOf(shown.entry);
  const entry = parseEntry(bytes);
  if (entry === undefined) throw new BadEvidence('The entry has an unknown layout.');
  if (!isIncluded(leafHash(bytes), shown.seq - 1, head.size, head.root, shown.path.map(bytesOf)))
    throw new BadEvidence(`Command ${shown.seq} is not in the log of the head as it is shown.`);
  const events: string[] = [];
  let command: { bytes: Uint8Array; outcome: string } | undefined;
  for (const opening of shown.opened) {
    if (opening.kind === 'command') command = openedCommand(opening, entry, shown.seq);
    else events.push(openedEvent(opening, entry, shown.seq));
  }
  return { seq: shown.seq, events, command };
}

function openedEvent(opening: Extract<Opening, { kind: 'event' }>, entry: Entry, seq: number): string {
  const leaf = eventLeaf(saltOf(opening.salt), utf8ToBytes(opening.text));
  if (!isIncluded(leaf, opening.at, opening.of, entry.events, opening.path.map(bytesOf)))
    throw new BadEvidence(`An event is not among those of command ${seq}.`);
  return opening.text;
}

function openedCommand({ salt, command, outcome }: Extract<Opening, { kind: 'command' }>, entry: Entry, seq: number) {
  const bytes = bytesOf(command);
  if (!sameHash(commandHash(saltOf(salt), bytes, outcome), entry.command))
    throw new BadEvidence(`Command ${seq} or its outcome differs from the entry.`);
  return { bytes, outcome };
}

/** A salt of another length would move the border between salt and content. */
function saltOf(text: string): Uint8Array {
  const salt = bytesOf(text);
  if (salt.length !== saltBytes) throw new BadEvidence(`A salt has ${saltBytes} bytes.`);
  return salt;
}

function bytesOf(text: string): Uint8Array {
  const bytes = typeof text === 'string' ? fromBase64(text) : undefined;
  if (bytes === undefined) throw new BadEvidence('A hash or salt is not in base64.');
  return bytes;
}
