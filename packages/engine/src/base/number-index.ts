/**
 * A hash table from positive safe integers to positive slots. It uses open addressing in one flat array, so that a look-up costs one cache miss. It grows
 * step by step: each insertion moves a few entries out of the old table, so no single command pays for a rehash.
 */
const moved = -1;
const stepsPerInsert = 8;
const smallest = 16;

export class NumberIndex {
  private table: Float64Array;
  private mask: number;
  private live = 0;
  private old: Float64Array | undefined;
  private oldMask = 0;
  private cursor = 0;
  private oldLive = 0;

  /** `expected` entries fit without growing. */
  constructor(expected = 0) {
    let capacity = smallest;
    while (capacity < expected * 2) capacity *= 2;
    // Filling makes the system provide the memory now. The first touch of a new page costs microseconds, which no order should pay.
    this.table = new Float64Array(capacity * 2).fill(0);
    this.mask = capacity - 1;
  }

  get size(): number {
    return this.live + this.oldLive;
  }

  /** The slot of a key, 0 when absent. */
  get(key: number): number {
    const table = this.table;
    const mask = this.mask;
    let at = home(key, mask);
    for (;;) {
      const found = table[at * 2]!;
      if (found === key) return table[at * 2 + 1]!;
      if (found === 0) return this.old === undefined ? 0 : this.getOld(key);
      at = (at + 1) & mask;
    }
  }

  /** Adds a key that is not in the table yet. */
  add(key: number, slot: number): void {
    if (this.old !== undefined) this.migrate();
    if ((this.live + 1) * 2 > this.mask + 1) this.grow();
    this.put(key, slot);
  }

  /** Removes a key; nothing happens when it is absent. */
  remove(key: number): void {
    const table = this.table;
    const mask = this.mask;
    let at = home(key, mask);
    for (;;) {
      const found = table[at * 2]!;
      if (found === key) break;
      if (found === 0) {
        if (this.old !== undefined) this.removeOld(key);
        return;
      }
      at = (at + 1) & mask;
    }
    this.live -= 1;
    // Close the hole by moving back every later entry of the run that may be placed here. There are no tombstones, so look-ups never slow down.
    let hole = at;
    let next = (at + 1) & mask;
    for (;;) {
      const key = table[next * 2]!;
      if (key === 0) break;
      const wanted = home(key, mask);
      if (((next - wanted) & mask) >= ((next - hole) & mask)) {
        table[hole * 2] = key;
        table[hole * 2 + 1] = table[next * 2 + 1]!;
        hole = next;
      }
      next = (next + 1) & mask;
    }
    table[hole * 2] = 0;
  }

  private put(key: number, slot: number): void {
    const table = this.table;
    const mask = this.mask;
    let at = home(key, mask);
    while (table[at * 2] !== 0) at = (at + 1) & mask;
    table[at * 2] = key;
    table[at * 2 + 1] = slot;
    this.live += 1;
  }

  private grow(): void {
    while (this.old !== undefined) this.migrate();
    this.old = this.table;
    this.oldMask = this.mask;
    this.oldLive = this.live;
    this.cursor = 0;
    this.live = 0;
    this.table = new Float64Array(this.old.length * 2);
    this.mask = this.oldMask * 2 + 1;
  }

  private migrate(): void {
    const old = this.old!;
    const end = Math.min(this.cursor + stepsPerInsert, this.oldMask + 1);
    for (let at = this.cursor; at < end; at++) {
      const key = old[at * 2]!;
      if (key <= 0) continue;
      this.put(key, old[at * 2 + 1]!);
      old[at * 2] = moved;
      this.oldLive -= 1;
    }
    this.cursor = end;
    if (end > this.oldMask) this.old = undefined;
  }

  private findOld(key: number): number {
    const old = this.old!;
    let at = home(key, this.oldMask);
    for (;;) {
      const found = old[at * 2]!;
      if (found === key) return at;
      if (found === 0) return -1;
      at = (at + 1) & this.oldMask;
    }
  }

  private getOld(key: number): number {
    const at = this.findOld(key);
    return at < 0 ? 0 : this.old![at * 2 + 1]!;
  }

  private removeOld(key: number): void {
    const at = this.findOld(key);
    if (at < 0) return;
    this.old![at * 2] = moved;
    this.oldLive -= 1;
  }
}

/**
 * The preferred place of a key. Eight neighbouring keys share two cache lines, so ids given out in sequence (orders, accounts) fill the table line by line.
 * Fibonacci hashing of both halves spreads the groups.
 */
function home(key: number, mask: number): number {
  const low = key | 0;
  const group = (low >>> 3) ^ Math.imul(key / 0x1_0000_0000, 0x85eb_ca6b);
  const mixed = Math.imul(group, 0x9e37_79b1);
  return (((mixed ^ (mixed >>> 15)) << 3) | (low & 7)) & mask;
}
