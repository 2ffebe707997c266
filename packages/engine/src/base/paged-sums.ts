const pageBits = 12;
const pageSize = 1 << pageBits;

/** Sums by slot, most of them zero: pages of numbers, made when somebody there has a sum. A look-up is two steps and no hashing. */
export class PagedSums {
  private readonly pages: (Float64Array | undefined)[] = [];

  get(slot: number): number {
    const page = this.pages[slot >> pageBits];
    return page === undefined ? 0 : page[slot & (pageSize - 1)]!;
  }

  add(slot: number, amount: number): void {
    const at = slot >> pageBits;
    const page = this.pages[at] ?? this.open(at);
    page[slot & (pageSize - 1)]! += amount;
  }

  private open(at: number): Float64Array {
    // Filled without holes: an array with holes would be a dictionary.
    while (this.pages.length <= at) this.pages.push(undefined);
    const page = new Float64Array(pageSize);
    this.pages[at] = page;
    return page;
  }
}
