import type { OrderStatus } from '@bourse/protocol/enums';

/**
 * Remembers the last finished orders, so that a customer who cancels an order that was just filled learns what happened. Entries are addressed by the low
 * bits of the id. Ids grow by one, so a finished order is remembered until about as many later ones have come. The limit is rounded up to a power of two.
 */
export class FinishedOrders {
  readonly ids: Float64Array;
  readonly accounts: Float64Array;
  readonly statuses: Uint8Array;

  private readonly mask: number;

  constructor(limit: number) {
    let size = 1;
    while (size < limit) size *= 2;
    this.mask = size - 1;
    this.ids = new Float64Array(size);
    this.accounts = new Float64Array(size);
    this.statuses = new Uint8Array(size);
  }

  add(order: number, account: number, status: OrderStatus): void {
    const at = order & this.mask;
    this.ids[at] = order;
    this.accounts[at] = account;
    this.statuses[at] = status;
  }

  /** A copy with room for another number of orders. If they do not all fit, the newest stay. */
  resized(limit: number): FinishedOrders {
    const other = new FinishedOrders(limit);
    const places = [...this.ids.keys()].filter((at) => this.ids[at] !== 0).sort((a, b) => this.ids[a]! - this.ids[b]!);
    for (const at of places) other.add(this.ids[at]!, this.accounts[at]!, this.statuses[at] as OrderStatus);
    return other;
  }

  /** How an account's order ended; undefined when it is not remembered or belongs to another account. */
  status(order: number, account: number): OrderStatus | undefined {
    const at = order & this.mask;
    return this.ids[at] === order && this.accounts[at] === account ? (this.statuses[at] as OrderStatus) : undefined;
  }
}
