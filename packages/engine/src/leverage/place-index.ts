/** Instrument slots are below 4,096 (see `limits.instruments`), directions are two. */
const placeSpan = 16_384;

/** One number for an account (slot), an instrument (slot) and a direction. */
export const placeKey = (owner: number, instrument: number, direction: number) => owner * placeSpan + instrument * 2 + direction - 1;

const pageBits = 10;
const pageSize = 1 << pageBits;
/** Empty pages kept for reuse, so that a position that opens and closes repeatedly allocates none. */
const maxSpare = 64;
type Pages = (Int32Array | undefined)[];

/**
 * Slots by `placeKey`. Each instrument and direction has pages of 1,024 accounts, and a page exists only while one of its accounts has a slot. The traders
 * of one instrument therefore lie close together in memory, where a hash table would scatter them. The last number of a page counts its slots.
 */
export class PlaceIndex {
  private readonly places: Pages[] = [];
  private readonly spare: Int32Array[] = [];

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

  /** Adds a key that is not in the index yet. */
  add(key: number, slot: number): void {
    const owner = Math.floor(key / placeSpan);
    const place = key - owner * placeSpan;
    // Fill without holes, because the runtime would turn an array with holes into a dictionary.
    while (this.places.length <= place) this.places.push([]);
    const pages = this.places[place]!;
    const at = owner >> pageBits;
    while (pages.length <= at) pages.push(undefined);
    const page = pages[at] ?? this.spare.pop() ?? new Int32Array(pageSize + 1);
    pages[at] = page;
    page[owner & (pageSize - 1)] = slot;
    page[pageSize]! += 1;
  }

  /** Removes a key that is in the index. */
  remove(key: number): void {
    const owner = Math.floor(key / placeSpan);
    const pages = this.places[key - owner * placeSpan]!;
    const at = owner >> pageBits;
    const page = pages[at]!;
    page[owner & (pageSize - 1)] = 0;
    page[pageSize]! -= 1;
    if (page[pageSize] !== 0) return;
    pages[at] = undefined;
    if (this.spare.length < maxSpare) this.spare.push(page);
  }

  /** Pages in use. */
  get pages(): number {
    return this.places.reduce((sum, pages) => sum + pages.filter((page) => page !== undefined).length, 0);
  }
}
