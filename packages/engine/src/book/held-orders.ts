import { Ord, type Orders, OrdI, orderWidth } from './orders.ts';

/** The place of a held order, which is in no price level and no heap. */
const heldPlace = -1;

/**
 * Protective stops of one instrument that have fired but cannot trade within their bounds, by id. When a new order rests in the book or the bounds move,
 * each stop is reviewed once, oldest first. If a command's limit interrupts the round, the next command continues where it stopped, so every stop gets its
 * turn.
 */
export class Held {
  /** Slots. */
  private readonly list: number[] = [];
  private readonly store: Orders['store'];
  /** Id of the order reviewed last; 0 between rounds. */
  lookedTo = 0;
  /** Reviews of this round that are still to come. */
  due = 0;

  constructor(orders: Orders) {
    this.store = orders.store;
  }

  get size(): number {
    return this.list.length;
  }

  get slots(): readonly number[] {
    return this.list;
  }

  has(slot: number): boolean {
    return this.store.i[slot * orderWidth * 2 + OrdI.place] === heldPlace;
  }

  add(slot: number): void {
    this.list.splice(this.behind(this.idOf(slot)), 0, slot);
    this.store.i[slot * orderWidth * 2 + OrdI.place] = heldPlace;
  }

  remove(slot: number): void {
    this.list.splice(this.behind(this.idOf(slot)) - 1, 1);
    this.store.i[slot * orderWidth * 2 + OrdI.place] = 0;
  }

  /** The next order to review; 0 when the round is over. */
  next(): number {
    const at = this.behind(this.lookedTo);
    const slot = this.due === 0 ? undefined : (this.list[at] ?? this.list[0]);
    this.due = slot === undefined ? 0 : this.due - 1;
    this.lookedTo = slot === undefined ? 0 : this.idOf(slot);
    return slot ?? 0;
  }

  private idOf(slot: number): number {
    return this.store.f[slot * orderWidth + Ord.id]!;
  }

  /** How many orders have this id or a lower one. */
  private behind(id: number): number {
    let from = 0;
    let to = this.list.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.idOf(this.list[middle]!) <= id) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
