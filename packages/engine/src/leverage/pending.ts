import { PagedSums } from '../base/paged-sums.ts';
import { RecordStore } from '../base/store.ts';
import { PlaceIndex } from './place-index.ts';

/** Fields of a sum: doubles, then 32-bit integers. */
const width = 3;
const Sum = { value: 0, key: 1 } as const;
const SumI = { orders: 4, terms: 5 } as const;

/**
 * Sums over open opening orders, so that a tier check counts everything that may fill without walking an account's orders. For each account, instrument and
 * direction: the number of orders, their lots times the price they reserve at in quote units, and the mode and leverage they share. For each balance: what
 * is frozen for segmented orders. The sums follow from the open orders, so no snapshot stores them.
 */
export class Pending {
  private readonly store = new RecordStore(width, SumI.orders, 0);
  private readonly byKey = new PlaceIndex();
  private readonly segmented = new PagedSums();
  /** The last key looked up and its slot, because one order looks up the same sum repeatedly. */
  private lastKey = -1;
  private lastSlot = 0;

  /** Quote units that the open orders of a key may still add. */
  value(key: number): number {
    const slot = this.find(key);
    return slot === 0 ? 0 : this.store.f[slot * width + Sum.value]!;
  }

  /** Mode and leverage of the open orders of a key, as `modeAndLeverage` packs them; undefined when there are none. */
  terms(key: number): number | undefined {
    const slot = this.find(key);
    return slot === 0 ? undefined : this.store.i[slot * width * 2 + SumI.terms]!;
  }

  add(key: number, terms: number, orders: number, value: number): void {
    const known = this.find(key);
    const slot = known === 0 ? this.make(key) : known;
    const { f, i } = this.store;
    f[slot * width + Sum.value]! += value;
    if (known === 0) i[slot * width * 2 + SumI.terms] = terms;
    const left = i[slot * width * 2 + SumI.orders]! + orders;
    i[slot * width * 2 + SumI.orders] = left;
    if (left !== 0) return;
    this.byKey.remove(key);
    this.lastKey = -1;
    this.store.give(slot);
  }

  addSegmented(balance: number, units: number): void {
    this.segmented.add(balance, units);
  }

  segmentedReserve(balance: number): number {
    return this.segmented.get(balance);
  }

  each(visit: (key: number, orders: number, value: number) => void): void {
    const { f, i } = this.store;
    for (const slot of this.store.liveSlots())
      visit(f[slot * width + Sum.key]!, i[slot * width * 2 + SumI.orders]!, f[slot * width + Sum.value]!);
  }

  private find(key: number): number {
    if (key !== this.lastKey) {
      this.lastSlot = this.byKey.get(key);
      this.lastKey = key;
    }
    return this.lastSlot;
  }

  private make(key: number): number {
    const slot = this.store.take();
    const { f, i } = this.store;
    f[slot * width + Sum.value] = 0;
    f[slot * width + Sum.key] = key;
    i[slot * width * 2 + SumI.orders] = 0;
    this.byKey.add(key, slot);
    this.lastKey = -1;
    return slot;
  }
}
