import { crc32 } from '../base/crc32.ts';
import type { Command, SequencedCommand } from '../commands.ts';
import { readBody, writeBody } from './bodies.ts';
import { ByteReader, ByteWriter, CodecError } from './bytes.ts';

export { CodecError } from './bytes.ts';

/**
 * Commands as the journal keeps them. Version 1: version byte, CRC-32 of the rest, count, first sequence, first time; then each command:
 * a byte of bits (1: has a command id, 2: sequence is not the last plus one), time since the last, command id, body.
 */
const version = 1;
const idBytes = 16;
const headerBytes = 5;

/** Throws a `CodecError` (`unencodable`) for a command whose fields are not of their types: such a command must be refused before it is sequenced. */
export function encodeCommands(commands: readonly SequencedCommand[]): Uint8Array {
  const w = new ByteWriter();
  w.count(commands.length);
  let seq = (commands[0]?.seq ?? 1) - 1;
  let time = commands[0]?.time ?? 0;
  w.count(seq);
  w.count(time);
  for (const { seq: next, time: at, commandId, command } of commands) {
    if (commandId.length !== idBytes) throw new CodecError('unencodable', 'a command id has 16 bytes');
    const named = commandId.some((byte) => byte !== 0);
    w.byte((named ? 1 : 0) | (next === seq + 1 ? 0 : 2));
    if (next !== seq + 1) w.count(next - seq);
    w.count(at - time);
    if (named) w.raw(commandId);
    writeBody(w, command);
    seq = next;
    time = at;
  }
  const content = w.done();
  const bytes = new Uint8Array(headerBytes + content.length);
  bytes[0] = version;
  new DataView(bytes.buffer).setUint32(1, crc32(content), true);
  bytes.set(content, headerBytes);
  return bytes;
}

/** Throws a `CodecError` (`truncated`, `corrupt`, `version`) for anything but what `encodeCommands` made. */
export function decodeCommands(bytes: Uint8Array): SequencedCommand[] {
  if (bytes.length < headerBytes) throw new CodecError('truncated', `${bytes.length} bytes`);
  if (bytes[0] !== version) throw new CodecError('version', `${bytes[0]}`);
  const content = bytes.subarray(headerBytes);
  const stated = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true);
  if (crc32(content) !== stated) throw new CodecError('corrupt', 'the checksum differs');
  const r = new ByteReader(content);
  const count = r.count();
  let seq = r.count();
  let time = r.count();
  if (count > r.left) throw new CodecError('corrupt', `${count} commands in ${r.left} bytes`);
  const commands: SequencedCommand[] = [];
  for (let n = 0; n < count; n++) {
    const bits = r.byte();
    if (bits > 3) throw new CodecError('corrupt', 'unknown bits');
    seq += bits & 2 ? r.count() : 1;
    time += r.count();
    const commandId = bits & 1 ? r.raw(idBytes).slice() : new Uint8Array(idBytes);
    commands.push({ seq, time, commandId, command: readBody(r) });
  }
  if (r.left > 0) throw new CodecError('corrupt', `${r.left} bytes too many`);
  return commands;
}

const bodyWriter = new ByteWriter();

/** Canonical bytes of a command alone: two commands are the same request exactly when these are equal. Throws like `encodeCommands`. */
export function bodyBytes(command: Command): Uint8Array {
  bodyWriter.clear();
  writeBody(bodyWriter, command);
  return bodyWriter.done();
}
