import { crc32 } from '../base/crc32.ts';
import type { Command, SequencedCommand, Signature } from '../commands.ts';
import { type Actor, actorKinds, customer, feed, system } from '../core/actor.ts';
import { ByteReader, ByteWriter, CodecError } from '../define/bytes.ts';
import { readBody, writeBody } from './bodies.ts';

export { CodecError } from '../define/bytes.ts';

/**
 * The form in which commands are kept. A journal names it in the first two bytes of each batch: a mark, then the format number.
 *
 * Format 1: CRC-32 of the rest, count, first sequence, first time; then each command: a byte of bits (1: has a command id, 2: sequence is
 * not the last plus one, 4 and 8: kind of actor, 16: the actor's number is written out, 32: is signed), time since the last, command id,
 * actor's number, body, and of a signed command the device's number, the signed time, call, body as sent and 64 bytes of signature. A
 * customer's number is the account that the body begins with, unless it is written out.
 */
export const journalFormat = 1;
const mark = 0xb5;
const idBytes = 16;
const headerBytes = 6;

const Bit = { commandId: 1, sequence: 2, actorId: 16, signed: 32 } as const;
const allBits = 63;
const signatureBytes = 64;
/** The gateway takes no longer body. */
const bodyBytesMax = 65_536;
const actorShift = 2;

/** The format of a journal by the first bytes of a batch; 0 when they are none of a journal that names its format. */
export const formatOf = (bytes: Uint8Array): number => (bytes[0] === mark ? (bytes[1] ?? 0) : 0);

const accountOf = (command: Command): number => ('account' in command ? command.account : 0);
const usualId = (by: Actor['by'], command: Command): number => (by === 'customer' ? accountOf(command) : 0);

function actorOf(by: Actor['by'], id: number): Actor {
  if (by === 'customer') return customer(id);
  if (id !== 0) return { by, id };
  return by === 'system' ? system : by === 'feed' ? feed : { by, id };
}

/** Memory of its own for each writing would cost as much as the writing. */
const commandWriter = new ByteWriter();
const noHeader = new Uint8Array(headerBytes);

function isNamed(commandId: Uint8Array): boolean {
  for (let at = 0; at < idBytes; at += 1) if (commandId[at] !== 0) return true;
  return false;
}

/** Throws a `CodecError` (`unencodable`) for a command whose fields are not of their types: such a command must be refused before it is sequenced. */
export function encodeCommands(commands: readonly SequencedCommand[]): Uint8Array {
  const w = commandWriter;
  w.clear();
  w.raw(noHeader);
  w.count(commands.length);
  let seq = (commands[0]?.seq ?? 1) - 1;
  let time = commands[0]?.time ?? 0;
  w.count(seq);
  w.count(time);
  for (const { seq: next, time: at, commandId, actor, command, signed } of commands) {
    if (commandId.length !== idBytes) throw new CodecError('unencodable', 'a command id has 16 bytes');
    const named = isNamed(commandId);
    const usual = actor.id === usualId(actor.by, command);
    const kind = actorKinds.indexOf(actor.by) << actorShift;
    const more = (usual ? 0 : Bit.actorId) | (signed === undefined ? 0 : Bit.signed);
    w.byte((named ? Bit.commandId : 0) | (next === seq + 1 ? 0 : Bit.sequence) | kind | more);
    if (next !== seq + 1) w.count(next - seq);
    w.count(at - time);
    if (named) w.raw(commandId);
    if (!usual) w.count(actor.id);
    writeBody(w, command);
    if (signed !== undefined) writeSignature(w, signed);
    seq = next;
    time = at;
  }
  const bytes = w.done();
  const checksum = crc32(bytes, headerBytes);
  bytes[0] = mark;
  bytes[1] = journalFormat;
  for (let at = 0; at < 4; at += 1) bytes[2 + at] = checksum >>> (8 * at);
  return bytes;
}

/** Throws a `CodecError` (`truncated`, `corrupt`, `version`) for anything but what `encodeCommands` made. */
export function decodeCommands(bytes: Uint8Array): SequencedCommand[] {
  if (bytes.length < headerBytes) throw new CodecError('truncated', `${bytes.length} bytes`);
  if (formatOf(bytes) !== journalFormat) throw new CodecError('version', `format ${formatOf(bytes)}, not ${journalFormat}`);
  const content = bytes.subarray(headerBytes);
  const stated = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(2, true);
  if (crc32(content) !== stated) throw new CodecError('corrupt', 'the checksum differs');
  const r = new ByteReader(content);
  const count = r.count();
  let seq = r.count();
  let time = r.count();
  if (count > r.left) throw new CodecError('corrupt', `${count} commands in ${r.left} bytes`);
  const commands: SequencedCommand[] = [];
  for (let n = 0; n < count; n++) {
    const bits = r.byte();
    if (bits > allBits) throw new CodecError('corrupt', 'unknown bits');
    seq += bits & Bit.sequence ? r.count() : 1;
    time += r.count();
    const commandId = bits & Bit.commandId ? r.raw(idBytes).slice() : new Uint8Array(idBytes);
    const by = actorKinds[(bits >> actorShift) & 3]!;
    const id = bits & Bit.actorId ? r.count() : undefined;
    const command = readBody(r);
    const one: SequencedCommand = { seq, time, commandId, actor: actorOf(by, id ?? usualId(by, command)), command };
    if (bits & Bit.signed) one.signed = readSignature(r);
    commands.push(one);
  }
  if (r.left > 0) throw new CodecError('corrupt', `${r.left} bytes too many`);
  return commands;
}

function writeSignature(w: ByteWriter, { device, time, call, body, bytes }: Signature): void {
  if (bytes.length !== signatureBytes) throw new CodecError('unencodable', 'a signature has 64 bytes');
  w.count(device);
  w.count(time);
  w.text(call);
  w.text(body, bodyBytesMax);
  w.raw(bytes);
}

function readSignature(r: ByteReader): Signature {
  const device = r.count();
  const time = r.count();
  const call = r.text();
  const body = r.text(bodyBytesMax);
  return { device, time, call, body, bytes: r.raw(signatureBytes).slice() };
}

const bodyWriter = new ByteWriter();

/** Canonical bytes of a command alone: two commands are the same request exactly when these are equal. Throws like `encodeCommands`. */
export function bodyBytes(command: Command): Uint8Array {
  bodyWriter.clear();
  writeBody(bodyWriter, command);
  return bodyWriter.done();
}
