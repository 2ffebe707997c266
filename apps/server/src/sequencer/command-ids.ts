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

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function commandIdText(b: Uint8Array): string | undefined {
  if (b.every((byte) => byte === 0)) return undefined;
  const pair = (at: number) => hex[b[at]!]! + hex[b[at + 1]!]!;
  return `${pair(0)}${pair(2)}-${pair(4)}-${pair(6)}-${pair(8)}-${pair(10)}${pair(12)}${pair(14)}`;
}

/** A version-8 UUID (custom) derived from a purpose, for commands of the server that must happen once. */
export function derivedCommandId(purpose: string): string {
  const bytes = createHash('sha256').update(`bourse:${purpose}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return commandIdText(bytes) as string;
}

/** Milliseconds since the epoch that a normalised version-7 UUID carries; undefined for other versions. Asked several times for each command. */
export function timeOfId(id: string): number | undefined {
  if (id[14] !== '7') return undefined;
  return digitsAt(id, 0, 8) * 0x1_0000 + digitsAt(id, 9, 13);
}

function digitsAt(id: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 16 + digit(id.charCodeAt(at));
  return value;
}

/** First 32 hex digits of the SHA-256 of a command's canonical body. */
export const bodyHashOf = (body: Uint8Array): string => hash('sha256', body, 'hex').slice(0, 32);

/** The account whose command id space a command belongs to; 0 for commands of no account. */
export const accountOf = (command: Command): number => ('account' in command ? command.account : 0);
