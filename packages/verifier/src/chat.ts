import { canonicalJson } from '@bourse/protocol/canonical';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/**
 * The chain of a conversation. The exchange computes it when it writes an entry; the customer's device computes it again, from the transcript alone.
 *
 * `bodyHash` = SHA-256(salt, 16 bytes ‖ canonical JSON of the body, UTF-8).
 * `hash` = SHA-256 of 97 bytes, numbers big-endian:
 *
 * | bytes | what |
 * | --- | --- |
 * | 0–31 | `hash` of the entry before; zeros before the first |
 * | 32–39 | number of the group |
 * | 40–47 | offset, from 1 |
 * | 48 | kind: 1 message, 2 edit, 3 withdraw, 4 join, 5 leave, 6 finish |
 * | 49–56 | member who sent it; 0: the exchange |
 * | 57–64 | time, milliseconds since 1970 |
 * | 65–96 | `bodyHash` |
 *
 * Without body and salt an entry still hashes, so that what was erased leaves a whole chain; the salt keeps a short erased text from being guessed.
 */
export const chatKinds = { message: 1, edit: 2, withdraw: 3, join: 4, leave: 5, finish: 6 } as const;
export type ChatKind = keyof typeof chatKinds;

export const chatStart = '0'.repeat(64);
export const chatSaltBytes = 16;
const saltForm = /^[0-9a-f]{32}$/;

export interface ChatLink {
  prev: string;
  groupId: string;
  offset: number;
  kind: ChatKind;
  sender: string | null;
  time: number;
  bodyHash: string;
}

/** An entry as the exchange answers it. */
export interface ChatLinked extends ChatLink {
  hash: string;
  salt: string | null;
  payload: unknown;
}

export const chatBodyHash = (salt: string, body: unknown): string =>
  bytesToHex(sha256(concatBytes(hexToBytes(salt), new TextEncoder().encode(canonicalJson(body)))));

/** Throws on a field that has no place in the layout. */
export function chatEntryHash({ prev, groupId, offset, kind, sender, time, bodyHash }: ChatLink): string {
  const bytes = new Uint8Array(97);
  const view = new DataView(bytes.buffer);
  bytes.set(hash32(prev), 0);
  view.setBigUint64(32, whole(groupId));
  view.setBigUint64(40, whole(offset));
  view.setUint8(48, kindByte(kind));
  view.setBigUint64(49, sender === null ? 0n : whole(sender));
  view.setBigUint64(57, whole(time));
  bytes.set(hash32(bodyHash), 65);
  return bytesToHex(sha256(bytes));
}

export type ChatFlaw =
  | 'unreadable'
  | 'otherGroup'
  | 'gap'
  | 'prevDiffers'
  | 'bodyDiffers'
  | 'hashDiffers'
  | 'headDiffers'
  | 'memberUnknown';
export type CheckedChat =
  /** `erased`: entries whose words are gone; their places in the chain are not. */
  { ok: true; head: string; offset: number; erased: number } | { ok: false; offset: number; flaw: ChatFlaw };

/** Checks entries that follow `from`, in their order. No input makes it throw. */
export function checkChat(groupId: string, entries: readonly ChatLinked[], from = { offset: 0, head: chatStart }): CheckedChat {
  let { offset, head } = from;
  let erased = 0;
  for (const entry of entries) {
    const flaw = flawOf(entry, groupId, offset, head);
    if (flaw) return { ok: false, offset: offset + 1, flaw };
    if (entry.salt === null) erased += 1;
    offset += 1;
    head = entry.hash;
  }
  return { ok: true, head, offset, erased };
}

/** Checks a saved transcript, which came from anywhere. */
export function checkTranscript(given: unknown): CheckedChat {
  const unreadable: CheckedChat = { ok: false, offset: 0, flaw: 'unreadable' };
  try {
    const { version, groupId, head, entries, members } = given as {
      version: unknown;
      groupId: string;
      head: string;
      entries: ChatLinked[];
      members: { id: string }[];
    };
    if (version !== 1 || !Array.isArray(entries) || !Array.isArray(members)) return unreadable;
    const known = new Set(members.map(({ id }) => id));
    const checked = checkChat(groupId, entries);
    if (!checked.ok) return checked;
    const stranger = entries.find(({ sender }) => sender !== null && !known.has(sender));
    if (stranger) return { ok: false, offset: stranger.offset, flaw: 'memberUnknown' };
    return checked.head === head ? checked : { ok: false, offset: checked.offset, flaw: 'headDiffers' };
  } catch {
    return unreadable;
  }
}

function flawOf(entry: ChatLinked, groupId: string, before: number, head: string): ChatFlaw | undefined {
  try {
    if (entry.groupId !== groupId) return 'otherGroup';
    if (entry.offset !== before + 1) return 'gap';
    if (entry.prev !== head) return 'prevDiffers';
    // Either both are there or neither is: a body without its salt could say anything.
    if ((entry.salt === null) !== (entry.payload === null)) return 'bodyDiffers';
    if (entry.salt !== null) {
      // One form only: capital digits would be another transcript of the same bytes.
      if (!saltForm.test(entry.salt) || chatBodyHash(entry.salt, entry.payload) !== entry.bodyHash) return 'bodyDiffers';
    }
    return chatEntryHash(entry) === entry.hash ? undefined : 'hashDiffers';
  } catch {
    return 'unreadable';
  }
}

function hash32(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new RangeError('This is no SHA-256.');
  return hexToBytes(text);
}
function whole(value: string | number): bigint {
  if (typeof value === 'number' ? !Number.isSafeInteger(value) || value < 0 : !/^(?:0|[1-9][0-9]{0,18})$/.test(value))
    throw new RangeError(`${value} is no whole number.`);
  return BigInt(value);
}
function kindByte(kind: ChatKind): number {
  const byte = Object.hasOwn(chatKinds, kind) ? chatKinds[kind] : undefined;
  if (byte === undefined) throw new RangeError(`${kind} is no kind of entry.`);
  return byte;
}
