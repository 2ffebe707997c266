import type { MarginMode, PositionAction, PositionDirection } from '@bourse/protocol/enums';

/**
 * What an order of a contract or stock does to a position, packed into the order record's `OrdI.terms`; 0 for a spot order. Product 2 bits (1 contract, 2
 * stock), direction, action and mode 1 bit each, leverage 8 bits, then one bit each.
 */
export const Product = { spot: 0, contract: 1, stock: 2 } as const;

export interface Terms {
  product: number;
  direction: PositionDirection;
  action: PositionAction;
  mode: MarginMode;
  leverage: number;
  /** Protects the whole position: its lots are the position's lots when it trades. */
  whole: boolean;
  /** Waits for the session to open. */
  waits: boolean;
  upperCircuit: boolean;
  /** The engine's own order of a liquidation. */
  forced: boolean;
}

export const packTerms = (t: Terms): number =>
  t.product |
  ((t.direction - 1) << 2) |
  ((t.action - 1) << 3) |
  ((t.mode - 1) << 4) |
  (t.leverage << 5) |
  (t.whole ? wholeBit : 0) |
  (t.waits ? waitsBit : 0) |
  (t.upperCircuit ? upperCircuitBit : 0) |
  (t.forced ? forcedBit : 0);

export const wholeBit = 1 << 13;
export const waitsBit = 1 << 14;
export const upperCircuitBit = 1 << 15;
export const forcedBit = 1 << 16;
/** Set while the order is counted in the sums and lists of open orders, as every resting or waiting order is. */
export const countedBit = 1 << 17;

export const productOf = (terms: number) => terms & 3;
export const termsDirection = (terms: number) => (((terms >> 2) & 1) + 1) as PositionDirection;
export const closes = (terms: number) => ((terms >> 3) & 1) === 1;
export const termsMode = (terms: number) => (((terms >> 4) & 1) + 1) as MarginMode;
export const termsLeverage = (terms: number) => (terms >> 5) & 255;
