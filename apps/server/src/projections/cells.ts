const headerBytes = 20;
/** Of a numeric value: base 10,000, as PostgreSQL keeps it. */
const numericBase = 10_000;
const negative = 0x4000;

/** One array of PostgreSQL's binary form: a header, then each element with its length before it. */
export class Cells {
  private readonly oid: number;
  private bytes = Buffer.allocUnsafe(1024);
  private view = viewOf(this.bytes);
  private at = headerBytes;
  private count = 0;
  private hasNull = false;

  constructor(oid: number) {
    this.oid = oid;
  }

  nothing(): void {
    this.begin(0, -1);
    this.hasNull = true;
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
    const groups = typeof value === 'bigint' && !isSafe(value) ? groupsOfBigint(value) : groupsOf(whole(Number(value)));
    const length = 8 + 2 * groups.length;
    this.begin(length, length);
    this.short(groups.length);
    this.short(Math.max(0, groups.length - 1));
    this.short(value < 0 ? negative : 0);
    this.short(0);
    for (let index = groups.length - 1; index >= 0; index -= 1) this.short(groups[index] as number);
  }

  text(value: string): void {
    this.sized(Buffer.byteLength(value), value, 'utf8');
  }

  hex(digits: string): void {
    this.sized(digits.length / 2, digits, 'hex');
  }

  /** Text after the version of its binary form. */
  json(value: string): void {
    const length = Buffer.byteLength(value);
    this.begin(length + 1, length + 1);
    this.view.setInt8(this.at, 1);
    this.at += 1 + this.bytes.write(value, this.at + 1, 'utf8');
  }

  array(): Buffer {
    const empty = this.count === 0;
    this.view.setInt32(0, empty ? 0 : 1);
    this.view.setInt32(4, this.hasNull ? 1 : 0);
    this.view.setInt32(8, this.oid);
    this.view.setInt32(12, this.count);
    this.view.setInt32(16, 1);
    return this.bytes.subarray(0, empty ? 12 : this.at);
  }

  private sized(length: number, text: string, encoding: 'utf8' | 'hex'): void {
    this.begin(length, length);
    const written = this.bytes.write(text, this.at, encoding);
    if (written !== length) throw new RangeError('not whole bytes of hex digits');
    this.at += length;
  }

  private short(value: number): void {
    this.view.setInt16(this.at, value);
    this.at += 2;
  }

  private begin(room: number, length: number): void {
    this.count += 1;
    const needed = this.at + 4 + room;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.at);
      this.bytes = larger;
      this.view = viewOf(larger);
    }
    this.view.setInt32(this.at, length);
    this.at += 4;
  }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw tooLarge(value);
  return value;
}

const tooLarge = (value: number) => new RangeError(`${value} is no whole number that its column holds exactly`);

const isSafe = (value: bigint) => value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;

/** Least significant first; none for zero. */
function groupsOf(value: number): number[] {
  const groups: number[] = [];
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / numericBase)) groups.push(rest % numericBase);
  return groups;
}

function groupsOfBigint(value: bigint): number[] {
  const base = BigInt(numericBase);
  const groups: number[] = [];
  for (let rest = value < 0n ? -value : value; rest > 0n; rest /= base) groups.push(Number(rest % base));
  return groups;
}
