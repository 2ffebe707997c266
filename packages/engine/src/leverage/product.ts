import type { PositionAction, PositionDirection, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { PositionView } from '../api.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { Refused } from '../events.ts';
import type { PositionTaker } from './trade-side.ts';

/** An order that opens or closes a position and is about to enter the book: new, triggered, or amended so that it lost its place. */
export interface PositionEntry {
  owner: number;
  direction: PositionDirection;
  action: PositionAction;
  market: boolean;
  tif: TimeInForce;
  postOnly: boolean;
  /** Unused for a market order. */
  priceTicks: number;
  /** Lots still to trade. */
  lots: number;
  leverage: number;
  /** The fee rate that an opening order reserves at. */
  feePpm: number;
  /** The position it adds to or closes, 0 for none. */
  position: number;
  /** What the order itself already reserves and counts for in the sums, until it enters again. Zero for a new order. */
  frozen: number;
  counted: number;
  /** What the lending pool has reserved for it. */
  lent?: number | undefined;
}

/** What the checks of the two products refuse. */
export type ProductRefusal =
  | 'cannotFillWhole'
  | 'dayTradeNeeded'
  | 'instrumentCancelOnly'
  | 'instrumentClosed'
  | 'instrumentHalted'
  | 'insufficientBalance'
  | 'lendingExhausted'
  | 'leverageTooHigh'
  | 'marginInsufficient'
  | 'noLiquidity'
  | 'notionalBeyondTiers'
  | 'notionalTooLarge'
  | 'notionalTooSmall'
  | 'orderProductWrong'
  | 'overloaded'
  | 'priceBeyondMargin'
  | 'priceOutsideBand'
  | 'priceOutsideDayLimits'
  | 'priceStale'
  | 'readOnly'
  | 'sessionClosed'
  | 'venueCancelOnly'
  | 'wouldTake';
export type Checked = Refused<ProductRefusal> | undefined;

/** The worst price an order may trade at, or why it may not enter. */
export type Verdict<E extends ErrorName = ProductRefusal> = { limit: number; refusal: undefined } | { limit: 0; refusal: Refused<E> };

/**
 * What differs between contracts and stocks. Their orders share everything else: placing, matching, stops, amending and cancelling. Each product declares
 * this once, in its `product.ts`. `S` is the engine's state. It is a type parameter so that the state can hold its products without circular imports.
 */
export interface LeveragedProduct<S> {
  /** The wallet that margins its positions, and the flows of what orders freeze there. */
  readonly wallet: Wallet;
  readonly freezeFlow: number;
  readonly releaseFlow: number;

  // Checks. Each returns undefined when the check passes, and changes nothing.

  /** Whether protective stops may be set now. */
  checkStops(s: S, ins: Instrument): Checked;
  /** Whether the price that stops compare with is fresh enough to set one. */
  checkStopPrice(s: S, ins: Instrument): Checked;
  /** Whether an open order may be amended now. `waits` says that it is outside the book. */
  checkAmend(s: S, ins: Instrument, slot: number, waits: boolean): Checked;
  /** Whether a waiting order may be amended to a value of `worth` that needs `needed`. It has already frozen `frozen`. */
  checkWaitingAmend(s: S, ins: Instrument, entry: PositionEntry, worth: number, needed: number, frozen: number): Checked;
  /** Checks a price against the next day's limits, for an order that waits for the next day. */
  checkNextDay(ins: Instrument, priceTicks: number): Checked;
  /** Makes every check between a well-formed order and the book, at current prices and funds. */
  judge(s: S, ins: Instrument, entry: PositionEntry): Verdict;

  // Prices.

  /** Worst price of a new lot of a position whose entry value may reach `entryValue`. */
  worstOpening(ins: Instrument, direction: PositionDirection, leverage: number, entryValue: number): number;
  /** Price up to which (short: down to which) every new lot is safe, whatever its size and leverage. */
  safeOpening(ins: Instrument, direction: PositionDirection): number;
  /** Price at which a position is liquidated if nothing else changes; 0: none. */
  liquidationTicks(s: S, ins: Instrument, slot: number): number;

  // Money.

  /** Settles one trade: both sides against their positions. */
  settle(s: S, ins: Instrument, taker: PositionTaker, maker: number, priceTicks: number, lots: number): void;
  /**
   * What the lending pool reserves for `lots` of a resting order. The pool freezes it when the order begins to rest and releases it when the order leaves.
   */
  lentFor(s: S, ins: Instrument, slot: number, lots: number): number;
  freezeLent(s: S, ins: Instrument, slot: number): void;
  releaseLent(s: S, ins: Instrument, slot: number): void;

  // Margin watch.

  /** Call this after a position changed and stays open: its next margin check may be due at another price. */
  watch(s: S, ins: Instrument, slot: number): void;
  /** Call this when a position has no lots left and is about to be removed. */
  unwatch(s: S, ins: Instrument, slot: number): void;

  // The queue for the open of a session.

  /** Queues a stop that fires at the open, when the other side of the book is empty. Returns whether it was queued. */
  queueAtOpen(s: S, ins: Instrument, slot: number): boolean;
  leaveQueue(s: S, ins: Instrument, slot: number): void;

  view(s: S, ins: Instrument, slot: number): PositionView;
}

/**
 * Full margin: an account's positions back each other with everything available in its wallet. Code that changes the available balance must report it here.
 */
export interface FullMargin<S> {
  /** Call this after an account's available balance changed and its positions did not. */
  balanceChanged(s: S, owner: number): void;
  /** Call this after a position of the account ended. */
  positionEnded(s: S, owner: number): void;
  /** What backs the account's full-margin positions at their mark prices, apart from what its orders reserve. */
  equity(s: S, owner: number, asset: Asset): number;
}

/** The products that open positions, as the engine wires them. */
export interface Products<S> {
  readonly contract: LeveragedProduct<S>;
  readonly stock: LeveragedProduct<S>;
  readonly fullMargin: FullMargin<S>;
}

/** The product of an instrument with positions. */
export const productFor = <S extends { readonly products: Products<S> }>(s: S, ins: Instrument): LeveragedProduct<S> =>
  ins.stock === undefined ? s.products.contract : s.products.stock;
