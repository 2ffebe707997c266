import { OrderSide } from '@bourse/protocol/enums';
import { Lev, type Levels, LevI, levelWidth } from './levels.ts';

const capacity = 256;

/** A run of neighbouring price levels, keys ascending. */
class Chunk {
  readonly keys = new Float64Array(capacity);
  readonly slots = new Int32Array(capacity);
  size = 0;
}

/**
 * The sorted price levels of one side. Inserting into a plain sorted array would shift half of a wide book. Here an insertion shifts only a chunk of at
 * most 256 levels, found by bisection. Keys ascend to the best price (asks are negated), so that work at the top of the book, which is nearly all of it,
 * touches only the end of the last chunk.
 */
export class BookSide {
  readonly side: OrderSide;
  private readonly instrument: number;
  private readonly levels: Levels;
  private readonly sign: number;
  private chunks: Chunk[] = [new Chunk()];
  private count = 0;
  /** Slot of the best level, 0 when the side is empty. */
  best = 0;

  constructor(side: OrderSide, instrument: number, levels: Levels) {
    this.side = side;
    this.instrument = instrument;
    this.levels = levels;
    this.sign = side === OrderSide.buy ? 1 : -1;
  }

  get size(): number {
    return this.count;
  }

  /** The level at a price, created if needed. */
  obtain(priceTicks: number): number {
    const key = priceTicks * this.sign;
    const chunkAt = this.chunkFor(key);
    const chunk = this.chunks[chunkAt]!;
    const at = lowerBound(chunk, key);
    if (at < chunk.size && chunk.keys[at] === key) return chunk.slots[at]!;
    const slot = this.newLevel(priceTicks);
    this.insert(chunkAt, at, key, slot);
    return slot;
  }

  /** Removes an empty level. */
  remove(slot: number): void {
    const key = this.levels.store.f[slot * levelWidth]! * this.sign;
    const chunkAt = this.chunkFor(key);
    const chunk = this.chunks[chunkAt]!;
    const at = lowerBound(chunk, key);
    closeGap(chunk, at);
    chunk.size -= 1;
    this.count -= 1;
    if (chunk.size < capacity / 4 && this.chunks.length > 1) this.join(chunkAt, chunk);
    this.setBest();
    this.levels.store.give(slot);
  }

  /** Restores a loaded level; levels come in any order. */
  restore(slot: number): void {
    const key = this.levels.store.f[slot * levelWidth]! * this.sign;
    const chunkAt = this.chunkFor(key);
    this.insert(chunkAt, lowerBound(this.chunks[chunkAt]!, key), key, slot);
  }

  /** Visits levels best first until told to stop. */
  walk(visit: (slot: number) => boolean): void {
    for (let c = this.chunks.length - 1; c >= 0; c--) {
      const chunk = this.chunks[c]!;
      for (let at = chunk.size - 1; at >= 0; at--) if (!visit(chunk.slots[at]!)) return;
    }
  }

  private newLevel(priceTicks: number): number {
    const store = this.levels.store;
    const slot = store.take();
    const at = slot * levelWidth;
    store.f[at + Lev.price] = priceTicks;
    store.f[at + Lev.lots] = 0;
    const i = store.i;
    i[at * 2 + LevI.head] = 0;
    i[at * 2 + LevI.tail] = 0;
    i[at * 2 + LevI.orders] = 0;
    i[at * 2 + LevI.instrument] = this.instrument;
    i[at * 2 + LevI.side] = this.side;
    i[at * 2 + LevI.next] = 0;
    return slot;
  }

  private insert(chunkAt: number, at: number, key: number, slot: number): void {
    let chunk = this.chunks[chunkAt]!;
    let place = at;
    if (chunk.size === capacity) {
      const half = capacity / 2;
      const upper = new Chunk();
      upper.keys.set(chunk.keys.subarray(half));
      upper.slots.set(chunk.slots.subarray(half));
      upper.size = capacity - half;
      chunk.size = half;
      this.chunks.splice(chunkAt + 1, 0, upper);
      if (place > half) {
        chunk = upper;
        place -= half;
      }
    }
    openGap(chunk, place);
    chunk.keys[place] = key;
    chunk.slots[place] = slot;
    chunk.size += 1;
    this.count += 1;
    this.setBest();
  }

  /** Joins a thin chunk with a neighbour if both fit in three quarters of a chunk, so that the result is not split again at once. */
  private join(at: number, thin: Chunk): void {
    if (thin.size === 0) {
      this.chunks.splice(at, 1);
      return;
    }
    const left = at > 0 ? at - 1 : at;
    const a = this.chunks[left]!;
    const b = this.chunks[left + 1]!;
    if (a.size + b.size > (capacity * 3) / 4) return;
    a.keys.set(b.keys.subarray(0, b.size), a.size);
    a.slots.set(b.slots.subarray(0, b.size), a.size);
    a.size += b.size;
    this.chunks.splice(left + 1, 1);
  }

  private setBest(): void {
    const last = this.chunks[this.chunks.length - 1]!;
    this.best = last.size === 0 ? 0 : last.slots[last.size - 1]!;
  }

  /** The chunk where a key belongs: the last one whose first key is not above it. A chunk is empty only if it is the only one. */
  private chunkFor(key: number): number {
    const chunks = this.chunks;
    let high = chunks.length - 1;
    if (high === 0 || key >= chunks[high]!.keys[0]!) return high;
    let low = 0;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (chunks[middle]!.keys[0]! <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** For fewer entries a plain loop is faster than the built-in, because the built-in is a call out of compiled code. */
const fewEntries = 48;

function openGap(chunk: Chunk, at: number): void {
  const { keys, slots, size } = chunk;
  if (size - at > fewEntries) {
    keys.copyWithin(at + 1, at, size);
    slots.copyWithin(at + 1, at, size);
    return;
  }
  for (let n = size; n > at; n--) {
    keys[n] = keys[n - 1]!;
    slots[n] = slots[n - 1]!;
  }
}

function closeGap(chunk: Chunk, at: number): void {
  const { keys, slots, size } = chunk;
  if (size - at > fewEntries) {
    keys.copyWithin(at, at + 1, size);
    slots.copyWithin(at, at + 1, size);
    return;
  }
  for (let n = at + 1; n < size; n++) {
    keys[n - 1] = keys[n]!;
    slots[n - 1] = slots[n]!;
  }
}

/** Index of the first key not below `key`. */
function lowerBound(chunk: Chunk, key: number): number {
  const keys = chunk.keys;
  let low = 0;
  let high = chunk.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
