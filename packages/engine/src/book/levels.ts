import { RecordStore } from '../base/store.ts';

/** Fields of a price level's record (48 bytes): total lots still open, and the queue of its orders. */
export const levelWidth = 6;
export const Lev = { price: 0, lots: 1 } as const;
export const LevI = { head: 4, tail: 5, orders: 6, instrument: 7, side: 8, next: 9 } as const;

export class Levels {
  readonly store: RecordStore;
  constructor(capacity: number) {
    this.store = new RecordStore(levelWidth, LevI.next, capacity);
  }
}
