import { maxSafe } from '../base/exact.ts';
import { utf8Decode, utf8Encode, writeAscii } from '../base/utf8.ts';

/** Bytes that are not commands, or a command that has no bytes (a field is not a value of its type). */
export class CodecError extends Error {
  readonly problem: 'truncated' | 'corrupt' | 'version' | 'unencodable';
  constructor(problem: CodecError['problem'], detail: string) {
    super(`${problem}: ${detail}`);
    this.name = 'CodecError';
    this.problem = problem;
  }
}

const maxTextBytes = 1024;
const maxBigBytes = 32;

/** Grows as it is written. Integers take seven bits a byte, smallest first. */
export class ByteWriter {
  private bytes = new Uint8Array(256);
  private at = 0;

  get length(): number {
    return this.at;
  }

  byte(value: number): void {
    this.room(1);
    this.bytes[this.at++] = value;
  }

  flag(value: boolean): void {
    if (typeof value !== 'boolean') throw new CodecError('unencodable', 'neither true nor false');
    this.byte(value ? 1 : 0);
  }

  /** A safe integer not below zero. */
  count(value: number): void {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      throw new CodecError('unencodable', `${value} is not a count`);
    this.room(8);
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.bytes[this.at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    let low = rest | 0;
    while (low >= 0x80) {
      this.bytes[this.at++] = (low & 0x7f) | 0x80;
      low >>>= 7;
    }
    this.bytes[this.at++] = low;
  }

  /** A bigint not below zero: its length in bytes, then the bytes, smallest first. */
  big(value: bigint): void {
    if (typeof value !== 'bigint' || value < 0n || value >= 1n << BigInt(maxBigBytes * 8))
      throw new CodecError('unencodable', 'not an amount');
    const bytes: number[] = [];
    for (let rest = value; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn));
    this.byte(bytes.length);
    this.raw(Uint8Array.from(bytes));
  }

  /** Its length in bytes of UTF-8, then the bytes. */
  text(value: string, maxBytes = maxTextBytes): void {
    if (typeof value !== 'string') throw new CodecError('unencodable', 'not a text');
    if (value.length > maxBytes) throw new CodecError('unencodable', 'text too long');
    const from = this.at;
    this.count(value.length);
    this.room(value.length);
    if (writeAscii(value, this.bytes, this.at)) {
      this.at += value.length;
      return;
    }
    this.at = from;
    const bytes = utf8Encode(value);
    if (bytes.length > maxBytes) throw new CodecError('unencodable', 'text too long');
    this.count(bytes.length);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Starts anew in the room it has. */
  clear(): void {
    this.at = 0;
  }

  /** A copy of what was written. */
  done(): Uint8Array {
    return this.bytes.slice(0, this.at);
  }

  private room(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.at + more));
    wider.set(this.bytes);
    this.bytes = wider;
  }
}

/** Reads what `ByteWriter` wrote; any other bytes end in a `CodecError`, never in a wrong value past the end. */
export class ByteReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new CodecError('truncated', `at byte ${this.at}`);
    return this.bytes[this.at++]!;
  }

  flag(): boolean {
    const byte = this.byte();
    if (byte > 1) throw new CodecError('corrupt', 'neither true nor false');
    return byte === 1;
  }

  count(): number {
    let value = 0;
    let scale = 1;
    for (let n = 0; n < 8; n++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > maxSafe) break;
        return value;
      }
      scale *= 128;
    }
    throw new CodecError('corrupt', `a count before byte ${this.at} is too large`);
  }

  big(): bigint {
    const length = this.byte();
    if (length > maxBigBytes) throw new CodecError('corrupt', `an amount of ${length} bytes`);
    const bytes = this.raw(length);
    let value = 0n;
    for (let n = length - 1; n >= 0; n--) value = (value << 8n) | BigInt(bytes[n]!);
    return value;
  }

  text(maxBytes = maxTextBytes): string {
    const length = this.count();
    if (length > maxBytes) throw new CodecError('corrupt', `a text of ${length} bytes`);
    const text = utf8Decode(this.raw(length));
    if (text === undefined) throw new CodecError('corrupt', 'a text that is not UTF-8');
    return text;
  }

  /** A view of the next bytes. */
  raw(length: number): Uint8Array {
    if (length > this.left) throw new CodecError('truncated', `${length} bytes wanted, ${this.left} left`);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
