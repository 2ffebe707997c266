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
} as const;
/** The house as the other side of timed contracts: made when the first is defined, so that journals from before it keep their hash. */
export const houseTimed = 11;
/** What payers of a funding round under way have paid and receivers have not got yet; made like the last, with the first contract that holds rounds in parts. */
export const houseFunding = 12;
export const firstCustomer = 100_000;

/** `external` may be negative: it mirrors what the world outside has paid in. So may `clearing`: it mirrors what open positions have gained. */
export const mayBeNegative = (account: number) => account === House.external || account === House.clearing;
