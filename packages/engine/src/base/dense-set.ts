/**
 * A set of positive integers that are counted up from 1 outside the engine, one bit each. A number may arrive a little out of order but never far ahead, so
 * the set needs no more bits than there are numbers.
 */
export class DenseSet {
  private readonly maxGap: number;
  private words = new Uint32Array(16);
  /** The highest number in the set, 0 when it is empty. */
  highest = 0;
  size = 0;

  /** `maxGap`: how far ahead of the highest number the next may be. */
  constructor(maxGap = 65_536) {
    this.maxGap = maxGap;
  }

  /** The highest number that may be added now. */
  get max(): number {
    return this.highest + this.maxGap;
  }

  has(number: number): boolean {
    return number <= this.highest && ((this.words[number >>> 5]! >>> (number & 31)) & 1) === 1;
  }

  /** Whether a number may be added: not yet in the set, and not too far ahead. */
  takes(number: number): boolean {
    return number <= this.max && !this.has(number);
  }

  add(number: number): void {
    const at = number >>> 5;
    if (at >= this.words.length) {
      const wider = new Uint32Array(Math.max(at + 1, this.words.length * 2));
      wider.set(this.words);
      this.words = wider;
    }
    this.words[at]! |= 1 << (number & 31);
    this.highest = Math.max(this.highest, number);
    this.size += 1;
  }

  /** The bits, 32 a number, without zeros at the end. */
  bits(): readonly number[] {
    return [...this.words.subarray(0, this.highest === 0 ? 0 : (this.highest >>> 5) + 1)];
  }

  load(bits: readonly number[]): void {
    this.words = Uint32Array.from({ length: Math.max(16, bits.length) }, (_, at) => bits[at] ?? 0);
    this.highest = 0;
    this.size = 0;
    for (let number = 1; number < bits.length * 32; number++) {
      if (((this.words[number >>> 5]! >>> (number & 31)) & 1) === 0) continue;
      this.highest = number;
      this.size += 1;
    }
  }
}
