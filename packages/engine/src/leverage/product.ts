import type { PositionAction, PositionDirection, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { PositionView } from '../api.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { Refused } from '../events.ts';
import type { PositionTaker } from './trade-side.ts';

/** An order that opens or closes a position and is about to enter the book: new, triggered, or amended out of its place. */
export interface PositionEntry {
  owner: number;
  direction: PositionDirection;
  action: PositionAction;
  market: boolean;
  tif: TimeInForce;
  postOnly: boolean;
  /** Of no meaning for a market order. */
  priceTicks: number;
  /** Lots still to trade. */
  lots: number;
  leverage: number;
  /** The fee rate that an opening order reserves at. */
  feePpm: number;
  /** The position it adds to or closes, 0 for none. */
  position: number;
  /** What the order itself reserves, and what it counts for in the sums, until it enters again. Zero for a new order. */
  frozen: number;
  counted: number;
  /** What the lending pool has set aside for it. */
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
 * What differs between contracts and stocks. Their orders share everything else: placing, matching, stops, amending and cancelling. Each product declares it
 * once, in its `product.ts`. `S` is the engine's state: as a parameter, so that the state can hold its products without a circle of files.
 */
export interface LeveragedProduct<S> {
  /** The wallet that margins its positions, and the flows of what orders freeze there. */
  readonly wallet: Wallet;
  readonly freezeFlow: number;
  readonly releaseFlow: number;

  // Checks. Each answers undefined when all is well, and changes nothing.

  /** Whether protective stops may be set now. */
  checkStops(s: S, ins: Instrument): Checked;
  /** Whether the price that stops compare with is fresh enough to set one. */
  checkStopPrice(s: S, ins: Instrument): Checked;
  /** Whether an open order may be changed now. `waits`: it stands outside the book. */
  checkAmend(s: S, ins: Instrument, slot: number, waits: boolean): Checked;
  /** Whether a waiting order may be changed to a `worth` that needs `needed`, of which it has frozen `frozen` already. */
  checkWaitingAmend(s: S, ins: Instrument, entry: PositionEntry, worth: number, needed: number, frozen: number): Checked;
  /** The limits of the next trading day, for an order that waits for it. */
  checkNextDay(ins: Instrument, priceTicks: number): Checked;
  /** Every check between a well-formed order and the book, on the prices and funds of now. */
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
  /** What the lending pool sets aside for `lots` of an order that rests; it freezes that when the order comes to rest and releases it when it leaves. */
  lentFor(s: S, ins: Instrument, slot: number, lots: number): number;
  freezeLent(s: S, ins: Instrument, slot: number): void;
  releaseLent(s: S, ins: Instrument, slot: number): void;

  // The watch over margins.

  /** A position has changed and goes on: it may be due for a look at another price. */
  watch(s: S, ins: Instrument, slot: number): void;
  /** A position has no lots left and is forgotten next. */
  unwatch(s: S, ins: Instrument, slot: number): void;

  // The queue for the open of a session.

  /** A stop has fired at the open, before anybody stands in the book: it joins the queue. Answers whether it did. */
  queueAtOpen(s: S, ins: Instrument, slot: number): boolean;
  leaveQueue(s: S, ins: Instrument, slot: number): void;

  view(s: S, ins: Instrument, slot: number): PositionView;
}

/** Full margin: an account's positions back each other with everything its wallet has available. Whoever changes what is available says so here. */
export interface FullMargin<S> {
  /** What is available to an account has changed, and no position of it. */
  balanceChanged(s: S, owner: number): void;
  /** A position of the account has ended. */
  positionEnded(s: S, owner: number): void;
  /** What backs the account's full-margin positions at their mark prices, without what its orders reserve. */
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
