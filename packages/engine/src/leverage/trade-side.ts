import type { OrderSide } from '@bourse/protocol/enums';
import type { PositionFillEvent } from '../events.ts';

/** One side of a trade: the account, its order and its fee rate. */
export interface TradeSide {
  owner: number;
  order: number;
  fill: number;
  feePpm: number;
  role: PositionFillEvent['role'];
  /** Set for a liquidation: the limits of its side. */
  forced?: ForcedClose | undefined;
  /** The trade closes a position whose reverse is opened next. */
  reverses?: boolean | undefined;
}

/** The incoming order of one run through the book. */
export interface PositionTaker {
  slot: number;
  side: OrderSide;
  feePpm: number;
  role: TradeSide['role'];
  forced?: ForcedClose | undefined;
  reverses?: boolean | undefined;
}

/** The limits on the trades of a liquidation, and their result. Amounts in quote units. */
export class ForcedClose {
  /** The customer's side settles no worse than this. The insurance fund pays what a trade costs beyond it. */
  readonly bankruptcyTicks: number;
  fee = 0;
  insured = 0;

  constructor(bankruptcyTicks: number) {
    this.bankruptcyTicks = bankruptcyTicks;
  }

  /** How many ticks a price is beyond the bankruptcy price; 0 when it is not. */
  beyond(long: boolean, priceTicks: number): number {
    return Math.max(0, long ? this.bankruptcyTicks - priceTicks : priceTicks - this.bankruptcyTicks);
  }
}
