import type { MarginMode, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import type { EventBase } from './event-base.ts';

/** What happens to positions, timed contracts and holdings. Units as in `commands.ts`. */

/** What an order of kind contract or stock does to a position; follows each of its `OrderEvent`s that changed it. */
export interface OrderTermsEvent extends EventBase {
  kind: 'orderTerms';
  order: number;
  direction: PositionDirection;
  action: PositionAction;
  mode: MarginMode;
  leverage: number;
  /** The position it closes or protects; 0 while an opening order has none. */
  position: number;
  takeProfitTicks: number;
  stopLossTicks: number;
  /** A protection of the whole position: its lots follow the position. */
  whole: boolean;
  upperCircuit: boolean;
  /** Waits for the session to open. */
  waits: boolean;
}

/** A mark price with what it is the median of. `basisTicks` is the one-minute average of the book's middle over the index and may be negative. */
export interface MarkEvent extends EventBase {
  kind: 'mark';
  instrument: number;
  markTicks: number;
  indexTicks: number;
  basisTicks: number;
  /** Last trade, 0 before the first. */
  lastTicks: number;
  tickTime: number;
  source: string;
}

/** The whole position after a change. Contracts: `margin` is locked in the contract wallet. Stocks: own money in it, `loan` what was borrowed. */
export interface PositionEvent extends EventBase {
  kind: 'position';
  position: number;
  account: number;
  instrument: number;
  direction: PositionDirection;
  mode: MarginMode;
  leverage: number;
  /** 0 when closed. */
  lots: number;
  /** Quote units paid or received for the open lots. */
  entryValue: number;
  margin: number;
  /** Stocks: borrowed quote units (long) or value of borrowed shares at entry (short). */
  loan: number;
  /** Sums since it was opened, quote units; `funding` is positive when received. Stocks: `funding` holds interest, borrow fees and dividends. */
  realised: number;
  fees: number;
  funding: number;
  closedLots: number;
  /** Quote units exchanged for the lots closed. */
  exitValue: number;
  /** Quote units paid for all lots closed so far. */
  closedEntry: number;
  takeProfitTicks: number;
  stopLossTicks: number;
  /** Mark price at which it is liquidated, were nothing else to change; 0: none. */
  liquidationTicks: number;
  openedAt: number;
  reason: PositionReason;
}
export type PositionReason =
  | 'opened'
  | 'increased'
  | 'reduced'
  | 'closed'
  | 'reversed'
  | 'marginAdded'
  | 'marginTaken'
  | 'funding'
  | 'liquidated'
  | 'deleveraged'
  | 'profitSettled'
  | 'stopsChanged'
  | 'charged'
  | 'dividend'
  | 'split';

/** One side of a fill (or of a deleveraging, `fill` 0) as its position felt it, with every fact its receipt is computed from. */
export interface PositionFillEvent extends EventBase {
  kind: 'positionFill';
  /** Numbered from 1 per venue. */
  settlement: number;
  fill: number;
  order: number;
  account: number;
  position: number;
  instrument: number;
  direction: PositionDirection;
  action: PositionAction;
  role: 'taker' | 'maker' | 'liquidation' | 'deleverage';
  mode: MarginMode;
  leverage: number;
  priceTicks: number;
  lots: number;
  value: number;
  /** Before the fill. */
  openLots: number;
  entryValue: number;
  margin: number;
  /** Entry value of what was closed; 0 when opening. */
  closedEntry: number;
  /** Signed. */
  profit: number;
  /** Margin locked (opening) or released (closing). */
  marginMoved: number;
  feePpm: number;
  fee: number;
  /** What the insurance fund paid because the margin did not cover the loss. */
  insured: number;
  /** In full margin, closing: what the account added because the margin held too little. */
  covered?: number | undefined;
}

export interface FundingPaymentEvent extends EventBase {
  kind: 'fundingPayment';
  round: number;
  position: number;
  account: number;
  instrument: number;
  direction: PositionDirection;
  lots: number;
  markTicks: number;
  rateE8: number;
  /** What the rate asks, and what moved; signed, positive when received. They differ when payers could not pay in full. */
  owed: number;
  amount: number;
}
