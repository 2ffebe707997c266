import { Ord, type Orders, OrdI, orderWidth } from './orders.ts';

/**
 * Untriggered orders of one direction, with the next to fire on top: rising ones by lowest trigger, falling ones by highest, equal triggers by order id.
 * Each order stores its place in the heap, so that cancelling one needs no search.
 */
export class TriggerHeap {
  private readonly orders: Orders;
  private readonly sign: number;
  private slots = new Int32Array(16);
  size = 0;

  constructor(orders: Orders, rising: boolean) {
    this.orders = orders;
    this.sign = rising ? 1 : -1;
  }

  /** Slot of the next order to fire, 0 when there is none. */
  top(): number {
    return this.size === 0 ? 0 : this.slots[0]!;
  }

  push(slot: number): void {
    if (this.size === this.slots.length) {
      const wider = new Int32Array(this.size * 2);
      wider.set(this.slots);
      this.slots = wider;
    }
    this.size += 1;
    this.settle(slot, this.size - 1);
  }

  remove(slot: number): void {
    const at = this.orders.store.i[slot * orderWidth * 2 + OrdI.place]!;
    this.size -= 1;
    const last = this.slots[this.size]!;
    if (last !== slot) this.settle(last, at);
  }

  each(visit: (slot: number) => void): void {
    for (let at = 0; at < this.size; at++) visit(this.slots[at]!);
  }

  /** Puts an order at `start` and moves it up or down to where it belongs. */
  private settle(slot: number, start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(slot, this.slots[parent]!)) break;
      this.put(this.slots[parent]!, at);
      at = parent;
    }
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.slots[child + 1]!, this.slots[child]!)) child += 1;
      if (!this.before(this.slots[child]!, slot)) break;
      this.put(this.slots[child]!, at);
      at = child;
    }
    this.put(slot, at);
  }

  private put(slot: number, at: number): void {
    this.slots[at] = slot;
    this.orders.store.i[slot * orderWidth * 2 + OrdI.place] = at;
  }

  private before(a: number, b: number): boolean {
    const f = this.orders.store.f;
    const difference = (f[a * orderWidth + Ord.trigger]! - f[b * orderWidth + Ord.trigger]!) * this.sign;
    return difference !== 0 ? difference < 0 : f[a * orderWidth]! < f[b * orderWidth]!;
  }
}
