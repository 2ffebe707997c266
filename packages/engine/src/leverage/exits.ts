/** Open orders that would close one position. */
export interface ExitsOf {
  /** Ids of the orders that protect the whole position, 0 for none. */
  takeProfit: number;
  stopLoss: number;
  /** Ids of the orders with a trigger that protect a part. */
  parts: Set<number>;
  all: Set<number>;
}

/** Closing orders by the id of their position, because the end of a position cancels them. They follow from the open orders, so no snapshot stores them. */
export class Exits {
  private readonly byPosition = new Map<number, ExitsOf>();

  of(position: number): ExitsOf | undefined {
    return this.byPosition.get(position);
  }

  obtain(position: number): ExitsOf {
    const known = this.byPosition.get(position);
    if (known !== undefined) return known;
    const made = { takeProfit: 0, stopLoss: 0, parts: new Set<number>(), all: new Set<number>() };
    this.byPosition.set(position, made);
    return made;
  }

  forget(position: number, order: number): void {
    const exits = this.byPosition.get(position);
    if (exits === undefined) return;
    exits.all.delete(order);
    exits.parts.delete(order);
    if (exits.takeProfit === order) exits.takeProfit = 0;
    if (exits.stopLoss === order) exits.stopLoss = 0;
    if (exits.all.size === 0) this.byPosition.delete(position);
  }

  each(visit: (position: number, exits: ExitsOf) => void): void {
    for (const [position, exits] of this.byPosition) visit(position, exits);
  }
}
