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
   * They are good until the next command is asked for.
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

/** Where the bytes of one command are written. Memory of its own for each would cost as much as their hash. */
class Page {
  /** Four bytes are left out in front: numbers of 8 bytes have to stand at a multiple of 8. */
  private readonly plain: Float64Array;
  private readonly view: DataView;
  private readonly bytes: Uint8Array;

  constructor(numbers: number) {
    this.plain = new Float64Array(1 + numbers);
    this.view = new DataView(this.plain.buffer);
    this.bytes = new Uint8Array(this.plain.buffer);
  }

  get room(): number {
    return this.plain.length - 1;
  }

  write(numbers: Float64Array, cold: { from: number; bytes: Uint8Array } | undefined): Uint8Array {
    const { plain, bytes } = this;
    const { length } = numbers;
    // Adding zero takes the sign of a negative zero away.
    for (let at = 0; at < length; at += 1) plain[1 + at] = numbers[at]! + 0;
    if (cold)
      for (let at = 1; at <= length; at += lengthOf(plain[at]!))
        if (plain[at] === ColdRecord.code) plain[at + ColdRecord.place] = plain[at + ColdRecord.place]! - cold.from;
    this.view.setUint32(4, length);
    const end = 8 + numbers.byteLength;
    if (cold) bytes.set(cold.bytes, end);
    return bytes.subarray(4, end + (cold?.bytes.length ?? 0));
  }
}

let page = new Page(1_024);

function bytesOf(numbers: Float64Array, cold: { from: number; bytes: Uint8Array } | undefined): Uint8Array {
  const needed = numbers.length + Math.ceil((cold?.bytes.length ?? 0) / 8);
  if (needed > page.room) page = new Page(needed);
  return page.write(numbers, cold);
}
