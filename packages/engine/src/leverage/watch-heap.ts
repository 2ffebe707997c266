import { Pos, PosI, type Positions, positionInts, positionWidth } from './positions.ts';

/**
 * Positions of one instrument and direction by the mark price at which their margin must be checked again (`Pos.watch`). The next to be crossed is on top;
 * equal prices are ordered by position id. A falling mark crosses longs, a rising one shorts. Each position stores its place (counted from 1), so that
 * moving it needs no search. Every open contract position is in a heap.
 */
export class WatchHeap {
  private readonly positions: Positions;
  private readonly sign: number;
  private slots = new Int32Array(16);
  /** Watch prices, signed for comparison. They are stored next to the slots, so that comparing reads no position record. */
  private keys = new Float64Array(16);
  size = 0;

  constructor(positions: Positions, falling: boolean) {
    this.positions = positions;
    this.sign = falling ? -1 : 1;
  }

  /** Slot of the next position to be crossed, 0 when there is none. */
  top(): number {
    return this.size === 0 ? 0 : this.slots[0]!;
  }

  /** Whether the mark has reached the watch price of the top position. */
  isCrossed(markTicks: number): boolean {
    return this.size > 0 && (markTicks - this.positions.store.f[this.slots[0]! * positionWidth + Pos.watch]!) * this.sign >= 0;
  }

  /** Adds or moves a position, by a new watch price. */
  set(slot: number, watchTicks: number): void {
    const { f, i } = this.positions.store;
    f[slot * positionWidth + Pos.watch] = watchTicks;
    const place = i[slot * positionInts + PosI.place]!;
    if (place !== 0) this.settle(slot, place - 1);
    else this.add(slot);
  }

  /** Adds a position by the watch price it already has, as after loading. */
  add(slot: number): void {
    if (this.size === this.slots.length) {
      const wider = new Int32Array(this.size * 2);
      wider.set(this.slots);
      this.slots = wider;
      const widerKeys = new Float64Array(this.size * 2);
      widerKeys.set(this.keys);
      this.keys = widerKeys;
    }
    this.size += 1;
    this.settle(slot, this.size - 1);
  }

  /** Takes a position out; does nothing if it is in no heap. */
  remove(slot: number): void {
    const { i } = this.positions.store;
    const place = i[slot * positionInts + PosI.place]!;
    if (place === 0) return;
    i[slot * positionInts + PosI.place] = 0;
    this.size -= 1;
    const last = this.slots[this.size]!;
    if (last !== slot) this.settle(last, place - 1);
  }

  each(visit: (slot: number) => void): void {
    for (let at = 0; at < this.size; at++) visit(this.slots[at]!);
  }

  private settle(slot: number, start: number): void {
    const key = this.positions.store.f[slot * positionWidth + Pos.watch]! * this.sign;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(key, slot, parent)) break;
      this.put(this.keys[parent]!, this.slots[parent]!, at);
      at = parent;
    }
    // A position that has moved up precedes everything below it.
    while (at >= start) {
      let child = at * 2 + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.keys[child + 1]!, this.slots[child + 1]!, child)) child += 1;
      if (this.before(key, slot, child)) break;
      this.put(this.keys[child]!, this.slots[child]!, at);
      at = child;
    }
    this.put(key, slot, at);
  }

  private put(key: number, slot: number, at: number): void {
    this.keys[at] = key;
    this.slots[at] = slot;
    this.positions.store.i[slot * positionInts + PosI.place] = at + 1;
  }

  /** Whether a position is crossed before the one at a given place. */
  private before(key: number, slot: number, at: number): boolean {
    const other = this.keys[at]!;
    if (key !== other) return key < other;
    const { f } = this.positions.store;
    return f[slot * positionWidth]! < f[this.slots[at]! * positionWidth]!;
  }
}
