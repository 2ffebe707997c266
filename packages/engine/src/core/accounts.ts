/** Named house accounts. Customers' account numbers start at `firstCustomer`. */
export const House = {
  fees: 1,
  insurance: 2,
  rounding: 3,
  marketMaker: 4,
  yield: 5,
  rebate: 6,
  loanPool: 7,
  bonus: 8,
  clearing: 9,
  external: 10,
  /** The other side of timed contracts. */
  timed: 11,
  /** What payers of a funding round under way have paid and receivers have not got yet. */
  funding: 12,
  /** The other side of swaps. Opened by the first `defineSwap`. */
  desk: 14,
} as const;
/** House accounts that a venue has from the start. */
export const firstHouse: readonly number[] = Object.values(House).filter((account) => account !== House.desk);
export const firstCustomer = 100_000;

/** `external` may be negative: it mirrors what the world outside has paid in. So may `clearing`: it mirrors what open positions have gained. */
export const mayBeNegative = (account: number) => account === House.external || account === House.clearing;
