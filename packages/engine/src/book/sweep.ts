/** Why a run through the opposite side ended. */
export const Stop = { filled: 0, exhausted: 1, price: 2, ownOrder: 3, fills: 4, budget: 5 } as const;
export type Stop = (typeof Stop)[keyof typeof Stop];

/** What the last run through a book took. The run writes this one object and its caller reads it at once, so that no run allocates a result. */
export class Sweep {
  lots = 0;
  quote = 0;
  fills = 0;
  stop: Stop = Stop.filled;
}
