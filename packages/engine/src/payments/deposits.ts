import { DenseSet } from '../base/dense-set.ts';
import type { Deposit } from './declare.ts';

/**
 * How far ahead of the highest credited number the next may be. Strangers use numbers up too: each payment that is too small has one, and tens of thousands cost a few coins on
 * some networks. The bits of so many take 2 MB.
 */
const maxAhead = 1 << 24;

/** Which deposits were credited, and the newest of them in full: an older one can no longer be reversed by its number. */
export class Deposits {
  /** Every number that was ever credited. */
  readonly numbers = new DenseSet(maxAhead);
  private readonly byNumber = new Map<number, Deposit>();

  get(number: number): Deposit | undefined {
    return this.byNumber.get(number);
  }

  /** `most`: how many are kept in full. */
  add(deposit: Deposit, most: number): void {
    this.numbers.add(deposit.deposit);
    this.put(deposit);
    for (const oldest of this.byNumber.keys()) {
      if (this.byNumber.size <= most) break;
      this.byNumber.delete(oldest);
    }
  }

  /** Puts one that is kept already, or was. */
  put(deposit: Deposit): void {
    this.byNumber.set(deposit.deposit, deposit);
  }

  /** In the order in which they were credited. */
  list(): Deposit[] {
    return [...this.byNumber.values()];
  }
}
