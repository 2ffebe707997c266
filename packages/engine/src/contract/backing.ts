/**
 * An account's contract wallet in one asset, with its contract positions at their mark prices, in quote units. Every order asks for it, so one object is written
 * anew each time instead of allocating: read it at once.
 */
export class Backing {
  /** Balance slot, 0 when never touched. */
  balance = 0;
  /** Amounts beyond the safe range count as its end. */
  available = 0;
  frozen = 0;
  /** Margins of all positions, and of those in full mode. */
  margins = 0;
  fullMargins = 0;
  /** Of full-margin positions: profit and loss apart, both not below zero. */
  profit = 0;
  loss = 0;
  /** Of full-margin positions. */
  maintenance = 0;
}
