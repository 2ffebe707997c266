import { coldBytes } from '../codec/events.ts';
import { ColdRecord, CommandRecord, lengthOf } from './layouts.ts';
import { Records } from './records.ts';

/** What one command did. */
export interface CommandRecords {
  seq: number;
  records: Records;
  /**
   * The same as bytes, for hashes: the length of the numbers (4 bytes, big endian), the numbers (8 bytes each, little endian, zero without a sign), then
   * the events of the cold lane. The place of a cold event counts within the command, so that the bytes do not depend on what was taken together.
   */
  bytes: Uint8Array;
}

/** Splits records by their commands. Commands that told nothing are not among them. */
export function* byCommand({ numbers, cold, sources }: Records): Generator<CommandRecords> {
  let coldAt = 0;
  for (let from = 0; from < numbers.length; ) {
    let to = from + lengthOf(numbers[from]!);
    const coldFrom = coldAt;
    while (to < numbers.length && numbers[to] !== CommandRecord.code) {
      if (numbers[to] === ColdRecord.code) coldAt = numbers[to + ColdRecord.place]! + 1;
      to += lengthOf(numbers[to]!);
    }
    const own = numbers.subarray(from, to);
    yield {
      seq: numbers[from + CommandRecord.seq]!,
      records: new Records(own, cold, sources),
      bytes: bytesOf(own, coldAt === coldFrom ? undefined : { from: coldFrom, bytes: coldBytes(cold.slice(coldFrom, coldAt)) }),
    };
    from = to;
  }
}

function bytesOf(numbers: Float64Array, cold: { from: number; bytes: Uint8Array } | undefined): Uint8Array {
  // Four bytes are left out in front: numbers of 8 bytes have to stand at a multiple of 8.
  const buffer = new ArrayBuffer(8 + numbers.byteLength + (cold?.bytes.length ?? 0));
  const plain = new Float64Array(buffer, 8, numbers.length);
  // Adding zero takes the sign of a negative zero away.
  for (let at = 0; at < numbers.length; at += 1) plain[at] = numbers[at]! + 0;
  if (cold)
    for (let at = 0; at < plain.length; at += lengthOf(plain[at]!))
      if (plain[at] === ColdRecord.code) plain[at + ColdRecord.place] = plain[at + ColdRecord.place]! - cold.from;
  const bytes = new Uint8Array(buffer, 4);
  new DataView(buffer).setUint32(4, plain.length);
  if (cold) bytes.set(cold.bytes, 4 + plain.byteLength);
  return bytes;
}
