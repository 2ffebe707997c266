import { placeSpan } from './place-key.ts';

const pageBits = 10;
const pageSize = 1 << pageBits;
type Pages = (Int32Array | undefined)[];

/**
 * Slots by `placeKey`: for each contract and direction a page of slots for every 1,024 accounts of which one has something there. Whoever trades a contract
 * stands close together, where a hash table would scatter them over the memory.
 */
export class PlaceIndex {
  private readonly places: Pages[] = [];

  /** The slot of a key, 0 when absent. */
  get(key: number): number {
    const owner = Math.floor(key / placeSpan);
    const place = key - owner * placeSpan;
    if (place >= this.places.length) return 0;
    const pages = this.places[place]!;
    const at = owner >> pageBits;
    if (at >= pages.length) return 0;
    const page = pages[at];
    return page === undefined ? 0 : page[owner & (pageSize - 1)]!;
  }

  add(key: number, slot: number): void {
    const owner = Math.floor(key / placeSpan);
    const place = key - owner * placeSpan;
    // Filled without holes: an array with holes would be a dictionary.
    while (this.places.length <= place) this.places.push([]);
    const pages = this.places[place]!;
    const at = owner >> pageBits;
    while (pages.length <= at) pages.push(undefined);
    const page = pages[at] ?? new Int32Array(pageSize);
    pages[at] = page;
    page[owner & (pageSize - 1)] = slot;
  }

  /** Forgets a key that is there. */
  remove(key: number): void {
    this.add(key, 0);
  }
}
