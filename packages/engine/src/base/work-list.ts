/** How many entries the lists of an engine have together: one look tells that a command before left no work over. */
export interface LeftOver {
  count: number;
}

/** Instruments or calendars whose work a command left to the next ones. It is taken in the order of their numbers. */
export class WorkList {
  private readonly numbers = new Set<number>();
  private readonly all: LeftOver;

  constructor(all: LeftOver) {
    this.all = all;
  }

  get size(): number {
    return this.numbers.size;
  }

  has(number: number): boolean {
    return this.numbers.has(number);
  }

  add(number: number): void {
    if (this.numbers.has(number)) return;
    this.numbers.add(number);
    this.all.count += 1;
  }

  delete(number: number): void {
    if (this.numbers.delete(number)) this.all.count -= 1;
  }

  /** A copy, ascending: the work may change the list. */
  sorted(): readonly number[] {
    return [...this.numbers].sort((a, b) => a - b);
  }
}
