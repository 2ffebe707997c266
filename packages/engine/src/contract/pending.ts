/** Opening orders of one account, contract and direction that are open: what they may still add to a position. */
export interface Opening {
  orders: number;
  /** Lots still open times the price they reserve at, in quote units. */
  value: number;
  /** Mode and leverage that all of them share, as `sameTerms` packs them. */
  terms: number;
}

/**
 * Sums over open opening orders, so that tiers are checked against everything that may fill without walking an account's orders. They follow from the
 * orders and are stored nowhere.
 */
export class Pending {
  private readonly openings = new Map<number, Opening>();
  /** Frozen for opening orders in segmented mode, by balance. */
  private readonly segmented = new Map<number, number>();

  get(key: number): Opening | undefined {
    return this.openings.get(key);
  }

  add(key: number, terms: number, orders: number, value: number): void {
    const known = this.openings.get(key);
    if (known === undefined) {
      this.openings.set(key, { orders, value, terms });
      return;
    }
    known.orders += orders;
    known.value += value;
    if (known.orders === 0) this.openings.delete(key);
  }

  addSegmented(balance: number, units: number): void {
    const sum = (this.segmented.get(balance) ?? 0) + units;
    if (sum === 0) this.segmented.delete(balance);
    else this.segmented.set(balance, sum);
  }

  segmentedReserve(balance: number): number {
    return this.segmented.size === 0 ? 0 : (this.segmented.get(balance) ?? 0);
  }

  each(visit: (key: number, opening: Opening) => void): void {
    for (const [key, opening] of this.openings) visit(key, opening);
  }
}
