import { NumberIndex } from '../base/number-index.ts';
import { RecordStore } from '../base/store.ts';

/**
 * Fields of an order record (96 bytes): doubles, then 32-bit integers. `flags` packs what `Flag` names. A by-value order keeps its
 * quote amount in `lots`; a stop-market or take-profit-market order keeps the price it reserves at in `price`.
 */
export const orderWidth = 12;
export const Ord = { id: 0, price: 1, trigger: 2, lots: 3, filled: 4, filledQuote: 5, placedAt: 6 } as const;
export const OrdI = {
  /** Account slot. */
  owner: 14,
  /** Instrument slot. */
  instrument: 15,
  flags: 16,
  /** Neighbours in the price level's queue; also chains freed slots. */
  next: 17,
  previous: 18,
  /** Neighbours in the account's list, by id. */
  ownerNext: 19,
  ownerPrevious: 20,
  /** Level slot of a resting order; place in the trigger heap of an untriggered one; -1 while held. */
  place: 21,
  /** Balance in which its reserve is frozen. */
  reserve: 22,
  /** What it does to a position (`terms.ts`), 0 for a spot order. */
  terms: 23,
} as const;

/**
 * Open orders of all books, found by id. Ids grow by one, so a ring addressed by the low bits of the id finds nearly all of them in one step and fills
 * cache lines in order. An order that is still open when the ring returns to its place moves to a separate index. Incoming orders have a record too, but
 * only those that stay open are registered.
 */
export class Orders {
  readonly store: RecordStore;
  private ring: Int32Array;
  private mask: number;
  private old = new NumberIndex();
  private count = 0;

  constructor(capacity: number) {
    this.store = new RecordStore(orderWidth, OrdI.next, capacity);
    this.ring = new Int32Array(ringFor(capacity)).fill(0);
    this.mask = this.ring.length - 1;
  }

  /** The slot of an open order, 0 when there is none. */
  slot(id: number): number {
    const slot = this.ring[id & this.mask]!;
    if (slot !== 0 && this.store.f[slot * orderWidth] === id) return slot;
    return this.old.size === 0 ? 0 : this.old.get(id);
  }

  register(id: number, slot: number): void {
    this.count += 1;
    if (this.count * 2 > this.ring.length) this.widen();
    this.put(id, slot);
  }

  forget(id: number): void {
    this.count -= 1;
    const at = id & this.mask;
    const slot = this.ring[at]!;
    if (slot !== 0 && this.store.f[slot * orderWidth] === id) this.ring[at] = 0;
    else this.old.remove(id);
  }

  get open(): number {
    return this.count;
  }

  /** Clears all ids before the loader registers them again. */
  reindex(capacity: number): void {
    this.ring = new Int32Array(ringFor(capacity)).fill(0);
    this.mask = this.ring.length - 1;
    this.old = new NumberIndex();
    this.count = 0;
  }

  /** The newer of two orders keeps the place in the ring. A snapshot restores orders in any sequence, so either may be the newer. */
  private put(id: number, slot: number): void {
    const at = id & this.mask;
    const there = this.ring[at]!;
    if (there === 0) {
      this.ring[at] = slot;
      return;
    }
    const other = this.store.f[there * orderWidth]!;
    if (other > id) this.old.add(id, slot);
    else {
      this.ring[at] = slot;
      this.old.add(other, there);
    }
  }

  private widen(): void {
    const narrow = this.ring;
    this.ring = new Int32Array(narrow.length * 2);
    this.mask = this.ring.length - 1;
    for (const slot of narrow) if (slot !== 0) this.put(this.store.f[slot * orderWidth]!, slot);
  }
}

function ringFor(capacity: number): number {
  let size = 256;
  while (size < capacity * 2) size *= 2;
  return size;
}
