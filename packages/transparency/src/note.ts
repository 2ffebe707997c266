import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';
import { isKeyName, isSignedBy, type SignerKey, signBytes, type VerifierKey } from './keys.ts';

/** One signature line of a note: who it says it is from, and the bytes behind its key id. */
export interface NoteSignature {
  name: string;
  id: Uint8Array;
  bytes: Uint8Array;
}

/** A signed note (C2SP signed-note): text that ends with a newline, and signatures. */
export interface Note {
  text: string;
  signatures: NoteSignature[];
}

export class BadNote extends Error {
  override name = 'BadNote';
}

/** Longer notes and more signatures are refused unread. */
export const noteLimits = { bytes: 1_000_000, signatures: 100 };

const dash = '\u2014';

export function parseNote(whole: string): Note {
  if (whole.length > noteLimits.bytes) throw new BadNote('The note is too long.');
  // Control characters could hide a part of the text from who reads it.
  if (/[^\P{Cc}\n]/u.test(whole)) throw new BadNote('The note has control characters.');
  const split = whole.lastIndexOf('\n\n');
  if (split < 0 || !whole.endsWith('\n')) throw new BadNote('The note has no signatures behind an empty line.');
  return { text: whole.slice(0, split + 1), signatures: parseSignatures(whole.slice(split + 2)) };
}

/** Reads signature lines by themselves, as a witness answers with them. */
export function parseSignatures(text: string): NoteSignature[] {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length > noteLimits.signatures) throw new BadNote(`There are more than ${noteLimits.signatures} signatures.`);
  return lines.map(parseSignature);
}

export const formatNote = ({ text, signatures }: Note): string => `${text}\n${formatSignatures(signatures)}`;

export const formatSignatures = (signatures: readonly NoteSignature[]): string =>
  signatures.map(({ name, id, bytes }) => `${dash} ${name} ${toBase64(concatBytes(id, bytes))}\n`).join('');

function parseSignature(line: string): NoteSignature {
  const [mark, name = '', encoded = '', ...more] = line.split(' ');
  const bytes = fromBase64(encoded);
  if (mark !== dash || !isKeyName(name) || more.length > 0 || bytes === undefined || bytes.length < 5)
    throw new BadNote(`"${line}" is no signature line.`);
  return { name, id: bytes.slice(0, 4), bytes: bytes.slice(4) };
}

/** Signs a text. A witness adds the time, in seconds since 1970, to what it signs. */
export function signNote(text: string, key: SignerKey, seconds?: number): NoteSignature {
  if (!text.endsWith('\n')) throw new BadNote('The text of a note ends with a newline.');
  const { name, id, role } = key;
  if (role === 'log') return { name, id, bytes: signBytes(key, utf8ToBytes(text)) };
  if (seconds === undefined || !Number.isSafeInteger(seconds) || seconds <= 0) throw new BadNote('A witness signs with a time in seconds.');
  return { name, id, bytes: concatBytes(timeBytes(seconds), signBytes(key, utf8ToBytes(witnessed(text, seconds)))) };
}

/** A key whose signature on a note holds, and for a witness when it saw the text. */
export interface Signed {
  key: VerifierKey;
  seconds: number | undefined;
}

/** Those of `keys` whose signature holds. Throws for a signature by one of them that does not: somebody tampered with the note. */
export function signersOf({ text, signatures }: Note, keys: readonly VerifierKey[]): Signed[] {
  const found = new Map<VerifierKey, Signed>();
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id.every((byte, at) => byte === signature.id[at]));
    if (key === undefined || found.has(key)) continue;
    const seconds = key.role === 'witness' ? secondsOf(signature.bytes) : undefined;
    const signed = seconds === undefined ? text : witnessed(text, seconds);
    const bytes = key.role === 'witness' ? signature.bytes.slice(8) : signature.bytes;
    if (!isSignedBy(key, utf8ToBytes(signed), bytes)) throw new BadNote(`The signature by ${key.name} does not hold.`);
    found.set(key, { key, seconds });
  }
  return [...found.values()];
}

const witnessed = (text: string, seconds: number): string => `cosignature/v1\ntime ${seconds}\n${text}`;

function timeBytes(seconds: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds));
  return bytes;
}

const secondsOf = (bytes: Uint8Array): number =>
  bytes.length < 8 ? 0 : Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0));
