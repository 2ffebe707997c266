import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';

/** What a key signs: `log` heads of its own log (type 1), `witness` heads of other logs, with a time (type 4, cosignature/v1). */
export type KeyRole = 'log' | 'witness';

const roleBytes: Record<KeyRole, number> = { log: 1, witness: 4 };

/** Who signs, and how its signatures are checked. */
export interface VerifierKey {
  name: string;
  role: KeyRole;
  /** Four bytes that tell keys of one name apart. */
  id: Uint8Array;
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array;
}

export interface SignerKey extends VerifierKey {
  /** 32 bytes, the Ed25519 seed. */
  secret: Uint8Array;
}

export class BadKey extends Error {
  override name = 'BadKey';
}

/** A key's name has no spaces and no plus sign: both separate fields where it is written. */
export const isKeyName = (name: string): boolean => name.length > 0 && !/[\s+\p{Z}\p{C}]/u.test(name);

const idOf = (name: string, role: KeyRole, publicKey: Uint8Array): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(roleBytes[role]), publicKey)).slice(0, 4);

function verifierOf(name: string, role: KeyRole, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new BadKey(`"${name}" is no name for a key: a name has no spaces and no plus sign.`);
  return { name, role, publicKey, id: idOf(name, role, publicKey) };
}

/** From 32 secret bytes of a source of chance for keys. */
export function signerFromSeed(name: string, role: KeyRole, secret: Uint8Array): SignerKey {
  if (secret.length !== 32) throw new BadKey('The seed of a key has 32 bytes.');
  return { ...verifierOf(name, role, ed25519.getPublicKey(secret)), secret };
}

/** `name+id+key`, the form in which public keys of logs and witnesses are handed around. */
export const verifierText = ({ name, role, id, publicKey }: VerifierKey): string =>
  `${name}+${hex(id)}+${toBase64(concatBytes(Uint8Array.of(roleBytes[role]), publicKey))}`;

export function parseVerifier(text: string): VerifierKey {
  const parts = partsOf(text);
  if (parts === undefined) throw new BadKey(`"${text}" is no Ed25519 key of a log or witness. It has the form name+id+key.`);
  return withId(verifierOf(parts.name, parts.role, parts.bytes), parts.id);
}

const secretMark = 'PRIVATE+KEY+';

/** The form in which a secret key is kept in a file. */
export const signerText = ({ name, role, id, secret }: SignerKey): string =>
  `${secretMark}${name}+${hex(id)}+${toBase64(concatBytes(Uint8Array.of(roleBytes[role]), secret))}`;

/** Its errors never quote the secret. */
export function parseSigner(text: string): SignerKey {
  const parts = text.startsWith(secretMark) ? partsOf(text.slice(secretMark.length)) : undefined;
  if (parts === undefined) throw new BadKey(`This is no secret Ed25519 key of a log or witness. It has the form ${secretMark}name+id+key.`);
  return withId(signerFromSeed(parts.name, parts.role, parts.bytes), parts.id);
}

/** The secret key that a file holds, or a new one from `secret` when there is no file yet. Name and role of a key never change. `file` is named in errors. */
export function openSigner(
  { text, file }: { text: string | undefined; file: string },
  name: string | undefined,
  role: KeyRole,
  secret: () => Uint8Array,
): SignerKey {
  if (text === undefined && name === undefined) throw new BadKey('The first start makes the key and needs its name.');
  const key = text === undefined ? signerFromSeed(name!, role, secret()) : parseSigner(text.trim());
  if ((name !== undefined && key.name !== name) || key.role !== role)
    throw new BadKey(`The key in ${file} is of the ${key.role} ${key.name}, not of the ${role} ${name ?? key.name}.`);
  return key;
}

function partsOf(text: string): { name: string; id: string; role: KeyRole; bytes: Uint8Array } | undefined {
  // Base64 may hold plus signs; a name and an id cannot.
  const [, name, id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const role = (Object.keys(roleBytes) as KeyRole[]).find((one) => roleBytes[one] === bytes?.[0]);
  if (name === undefined || id === undefined || bytes?.length !== 33 || role === undefined) return undefined;
  return { name, id, role, bytes: bytes.slice(1) };
}

function withId<Key extends VerifierKey>(key: Key, id: string): Key {
  if (hex(key.id) !== id) throw new BadKey(`The id of the key ${key.name} should be ${hex(key.id)}, not ${id}: a letter was changed.`);
  return key;
}

export const signBytes = (key: SignerKey, message: Uint8Array): Uint8Array => ed25519.sign(message, key.secret);

/** Never throws: bytes that are no signature are a wrong one. */
export function isSignedBy({ publicKey }: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    // RFC 8032 and not ZIP 215: everybody must agree on which signatures count.
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
