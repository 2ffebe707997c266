import type { Command } from '../commands.ts';
import { commandByKind, commandByNumber, commands } from '../declared.ts';
import { type ByteReader, type ByteWriter, CodecError } from '../define/bytes.ts';
import { type FieldEntries, readFields } from '../define/field.ts';

const entries = new Map<number, FieldEntries>(commands.map(({ number, fields }) => [number, Object.entries(fields)]));

/** A command's number and its fields in their one order: the same command always gives the same bytes. */
export function writeBody(w: ByteWriter, command: Command): void {
  const declaration = commandByKind.get(command.kind);
  if (declaration === undefined) throw new CodecError('unencodable', `no command ${String(command.kind)}`);
  const { number, packed } = declaration;
  w.byte(number);
  if (packed === undefined) {
    const values = command as unknown as Record<string, unknown>;
    for (const [name, field] of entries.get(number)!) field.write(w, values[name]);
  } else packed.write(w, command as never);
}

/** Reads what `writeBody` wrote. */
export function readBody(r: ByteReader): Command {
  const declaration = commandByNumber[r.byte()];
  if (declaration === undefined) throw new CodecError('corrupt', 'no such command');
  const { kind, number, packed } = declaration;
  const values = packed === undefined ? readFields(entries.get(number)!, r) : packed.read(r);
  return { kind, ...values } as unknown as Command;
}
