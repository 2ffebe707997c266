const pageBits = 12;
const pageSize = 1 << pageBits;

/**
 * Sums by slot, for slots that are mostly zero. Numbers are kept in pages, and a page is created when one of its slots gets a sum. A look-up takes two
 * steps and no hashing.
 */
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
    // Fill without holes, because the runtime would turn an array with holes into a dictionary.
    while (this.pages.length <= at) this.pages.push(undefined);
    const page = new Float64Array(pageSize);
    this.pages[at] = page;
    return page;
  }
}
