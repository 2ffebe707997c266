/**
 * Records of a fixed width in one flat buffer, seen as doubles and as 32-bit integers. A record lies in one or two cache lines, and the garbage collector
 * visits no records. Slot 0 is never used, so that 0 can mean "none". Freed slots are chained through `linkAt`.
 */
export class RecordStore {
  f: Float64Array;
  i: Int32Array;
  /** Slots ever used, slot 0 included. */
  used = 1;
  /** First of the freed slots. */
  free = 0;
  /** Slots in use now. */
  count = 0;
  readonly width: number;
  private readonly linkAt: number;

  /** `width` in doubles; `linkAt` is the 32-bit field of a record that chains freed slots; `capacity` slots fit without growing. */
  constructor(width: number, linkAt: number, capacity: number) {
    this.width = width;
    this.linkAt = linkAt;
    this.f = doublesFor((Math.max(16, capacity) + 1) * width);
    // Filling makes the system provide the memory now. The first touch of a new page costs microseconds, which no order should pay.
    this.f.fill(0);
    this.i = intsOver(this.f);
  }

  /** Returns a free slot. Its fields hold old values, so the caller must write all of them. */
  take(): number {
    this.count += 1;
    const slot = this.free;
    if (slot !== 0) {
      this.free = this.i[slot * this.width * 2 + this.linkAt]!;
      return slot;
    }
    if ((this.used + 1) * this.width > this.f.length) this.grow();
    return this.used++;
  }

  give(slot: number): void {
    this.count -= 1;
    this.i[slot * this.width * 2 + this.linkAt] = this.free;
    this.free = slot;
  }

  /** The used part as bytes: a view, valid until the next command. */
  bytes(): Uint8Array {
    return new Uint8Array(this.f.buffer, this.f.byteOffset, this.used * this.width * 8);
  }

  /** Loads stored records, with room for at least `capacity`. */
  load(bytes: Uint8Array, { used, free, count }: { used: number; free: number; count: number }, capacity: number): void {
    const slots = Math.max(capacity + 1, used + Math.max(16, used >> 3));
    this.f = doublesFor(slots * this.width);
    this.i = intsOver(this.f);
    new Uint8Array(this.f.buffer, this.f.byteOffset).set(bytes);
    this.used = used;
    this.free = free;
    this.count = count;
  }

  /** Slots in use, ascending. One sequential pass, so that indexes can be rebuilt from the records quickly. */
  *liveSlots(): Generator<number> {
    const freed = new Uint8Array(this.used);
    for (let slot = this.free; slot !== 0; slot = this.i[slot * this.width * 2 + this.linkAt]!) freed[slot] = 1;
    for (let slot = 1; slot < this.used; slot++) if (freed[slot] === 0) yield slot;
  }

  private grow(): void {
    const wider = doublesFor(this.f.length * 2);
    wider.set(this.f);
    this.f = wider;
    this.i = intsOver(wider);
  }
}

/** Large buffers usually begin 16 bytes into a page; starting 48 bytes later puts 64-byte records on cache lines of their own. */
const shift = 48;
const doublesFor = (length: number) => new Float64Array(new ArrayBuffer(shift + length * 8), shift, length);
const intsOver = (f: Float64Array) => new Int32Array(f.buffer, f.byteOffset, f.length * 2);
