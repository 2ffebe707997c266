/** The base of numeric digits: PostgreSQL stores numeric values in groups of four decimal digits. */
const numericBase = 10_000;
const twoGroups = numericBase ** 2;
const negative = 0x4000;

const shortText = 256;

const uuidBytes = 16;
const dash = 45;
const noDigit = 255;
const hexDigits = new Uint8Array(128).fill(noDigit);
for (let digit = 0; digit < 16; digit += 1) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit;
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** Values in PostgreSQL's binary form, each preceded by its length, after space for a header. Both binary arrays and rows of `COPY` use this form. */
export class Cells {
  private bytes = Buffer.allocUnsafe(1024);
  private view = viewOf(this.bytes);
  private at: number;
  private nulls = 0;

  constructor(headerBytes: number) {
    this.at = headerBytes;
  }

  get hasNull(): boolean {
    return this.nulls > 0;
  }

  /** The bytes so far. The caller fills in the header. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  nothing(): void {
    this.begin(0, -1);
    this.nulls += 1;
  }

  /** A two-byte number without a length: the number of values in the row. */
  mark(value: number): void {
    this.reserve(2);
    this.short(value);
  }

  byte(value: number): void {
    this.begin(1, 1);
    this.view.setInt8(this.at++, value);
  }

  int16(value: number): void {
    if (value !== (value << 16) >> 16) throw tooLarge(value);
    this.begin(2, 2);
    this.view.setInt16(this.at, value);
    this.at += 2;
  }

  int32(value: number): void {
    if (value !== (value | 0)) throw tooLarge(value);
    this.begin(4, 4);
    this.view.setInt32(this.at, value);
    this.at += 4;
  }

  int64(value: number): void {
    const high = Math.floor(whole(value) / 2 ** 32);
    this.begin(8, 8);
    this.view.setInt32(this.at, high);
    this.view.setUint32(this.at + 4, value - high * 2 ** 32);
    this.at += 8;
  }

  numeric(value: number | bigint): void {
    if (typeof value === 'bigint' && !isSafe(value)) this.long(value);
    else this.safe(whole(Number(value)));
  }

  /** At most four groups, split with 32-bit arithmetic. The remainder of doubles would cost more than the rest of the row. */
  private safe(value: number): void {
    const size = Math.abs(value);
    const high = Math.floor(size / twoGroups);
    const low = size - high * twoGroups;
    const third = (high / numericBase) | 0;
    const second = high - third * numericBase;
    const first = (low / numericBase) | 0;
    const last = low - first * numericBase;
    const count = third > 0 ? 4 : second > 0 ? 3 : first > 0 ? 2 : last > 0 ? 1 : 0;
    this.groups(count, value < 0);
    if (count > 3) this.short(third);
    if (count > 2) this.short(second);
    if (count > 1) this.short(first);
    if (count > 0) this.short(last);
  }

  private long(value: bigint): void {
    const base = BigInt(numericBase);
    const groups: number[] = [];
    for (let rest = value < 0n ? -value : value; rest > 0n; rest /= base) groups.push(Number(rest % base));
    this.groups(groups.length, value < 0n);
    for (const group of groups.reverse()) this.short(group);
  }

  /** The head of a numeric value. Its groups follow, the most significant first. */
  private groups(count: number, below: boolean): void {
    const length = 8 + 2 * count;
    this.begin(length, length);
    this.short(count);
    this.short(Math.max(0, count - 1));
    this.short(below ? negative : 0);
    this.short(0);
  }

  /** A short text is written letter by letter: asking Node for its length and then to write it costs more, unless a letter is not in ASCII. */
  text(value: string): void {
    if (value.length > shortText || !this.ascii(value)) this.utf8(value);
  }

  private ascii(value: string): boolean {
    const { length } = value;
    this.reserve(4 + length);
    const { bytes } = this;
    const at = this.at + 4;
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > 127) return false;
      bytes[at + index] = code;
    }
    this.view.setInt32(this.at, length);
    this.at = at + length;
    return true;
  }

  private utf8(value: string): void {
    const length = Buffer.byteLength(value);
    this.begin(length, length);
    this.at += this.bytes.write(value, this.at, 'utf8');
  }

  /** Any number of bytes in hex digits. */
  hex(digits: string): void {
    this.digits(digits, digits.length / 2);
  }

  raw(bytes: Uint8Array): void {
    this.begin(bytes.length, bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  uuid(text: string): void {
    this.digits(text, uuidBytes);
  }

  /** `length` bytes in hex digits, with dashes between them or not. */
  private digits(text: string, length: number): void {
    if (length * 2 > text.length || !Number.isInteger(length)) throw notHex(text);
    this.begin(length, length);
    let count = 0;
    let high = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === dash) continue;
      const digit = code < hexDigits.length ? hexDigits[code]! : noDigit;
      if (digit === noDigit || count === 2 * length) throw notHex(text);
      if (count % 2 === 0) high = digit << 4;
      else this.bytes[this.at + (count >> 1)] = high | digit;
      count += 1;
    }
    if (count !== 2 * length) throw notHex(text);
    this.at += length;
  }

  /** Text, after the version number of its binary form. */
  json(value: string): void {
    const length = Buffer.byteLength(value);
    this.begin(length + 1, length + 1);
    this.view.setInt8(this.at, 1);
    this.at += 1 + this.bytes.write(value, this.at + 1, 'utf8');
  }

  private short(value: number): void {
    this.view.setInt16(this.at, value);
    this.at += 2;
  }

  private begin(room: number, length: number): void {
    this.reserve(4 + room);
    this.view.setInt32(this.at, length);
    this.at += 4;
  }

  private reserve(room: number): void {
    const needed = this.at + room;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
    this.view = viewOf(larger);
  }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw tooLarge(value);
  return value;
}

const notHex = (text: string) => new RangeError(`${text} is not the hex digits of whole bytes`);

const tooLarge = (value: number) => new RangeError(`${value} is no whole number that its column holds exactly`);

const isSafe = (value: bigint) => value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
