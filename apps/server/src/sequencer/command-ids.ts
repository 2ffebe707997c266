import { createHash, hash } from 'node:crypto';
import type { Command } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';

export const noCommandId = new Uint8Array(16);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A client's UUID in lower case; refuses what is none, and the nil UUID, which stands for "no id" in the journal. */
export function normaliseCommandId(text: string): string {
  const id = text.toLowerCase();
  if (!uuid.test(id) || !/[1-9a-f]/.test(id)) throw new Refusal('commandIdInvalid');
  return id;
}

/** The bytes of a normalised id. Digit by digit, because every command of a client passes here and Node's own way takes a microsecond. */
export function commandIdBytes(id: string): Uint8Array {
  const bytes = new Uint8Array(16);
  let at = 0;
  for (let index = 0; index < id.length; index += 2) {
    if (id[index] === '-') index += 1;
    bytes[at] = (digit(id.charCodeAt(index)) << 4) | digit(id.charCodeAt(index + 1));
    at += 1;
  }
  return bytes;
}
const digit = (code: number) => (code <= 57 ? code - 48 : code - 87);

export function commandIdText(bytes: Uint8Array): string | undefined {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  if (!/[1-9a-f]/.test(hex)) return undefined;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A version-8 UUID (custom) derived from a purpose, for commands of the server that must happen once. */
export function derivedCommandId(purpose: string): string {
  const bytes = createHash('sha256').update(`bourse:${purpose}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return commandIdText(bytes) as string;
}

/** Milliseconds since the epoch that a version-7 UUID carries; undefined for other versions. */
export const timeOfId = (id: string): number | undefined =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;

/** First 32 hex digits of the SHA-256 of a command's canonical body. */
export const bodyHashOf = (body: Uint8Array): string => hash('sha256', body, 'hex').slice(0, 32);

/** The account whose command id space a command belongs to; 0 for commands of no account. */
export const accountOf = (command: Command): number => ('account' in command ? command.account : 0);
