/**
 * An account's contract wallet in one asset and its contract positions at their mark prices, in quote units. Every order needs it, so one object is
 * overwritten each time instead of allocating a new one: read it at once.
 */
export class Backing {
  /** Balance slot; 0 when the account never had one. */
  balance = 0;
  /** Amounts beyond the safe range are capped at its end. */
  available = 0;
  frozen = 0;
  /** Margins of all positions, and of those in full mode. */
  margins = 0;
  fullMargins = 0;
  /** Of full-margin positions: total profit and total loss, neither below zero. */
  profit = 0;
  loss = 0;
  /** Of full-margin positions. */
  maintenance = 0;
}
