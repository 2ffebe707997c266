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
  /** In full margin, closing: what the account added because the margin held too little. Events told before this was recorded do not say. */
  covered?: number | undefined;
}

/** A round of funding of one contract; `void` when the index was stale at its instant, and then nobody pays. */
export interface FundingRoundEvent extends EventBase {
  kind: 'fundingRound';
  round: number;
  instrument: number;
  due: number;
  markTicks: number;
  premiumSumE8: number;
  samples: number;
  interestE8: number;
  capE8: number;
  /** Longs pay shorts when positive. */
  rateE8: number;
  void: boolean;
  /** Both sums; 0 of a round that took more than one command: `fundingEnd` tells them. */
  paid: number;
  received: number;
}
/** A round that took more than one command is over. */
export interface FundingEndEvent extends EventBase {
  kind: 'fundingEnd';
  round: number;
  instrument: number;
  paid: number;
  received: number;
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

/** One step of a liquidation: what was found, and what became of it. */
export interface LiquidationEvent extends EventBase {
  kind: 'liquidation';
  liquidation: number;
  account: number;
  position: number;
  instrument: number;
  direction: PositionDirection;
  mode: MarginMode;
  markTicks: number;
  /** Of the position before this step: with the tiers they make its maintenance, equity and bankruptcy price recomputable. */
  entryValue: number;
  margin: number;
  /** Of the position (segmented) or of all the account's full-margin positions, quote units at the mark price. */
  equity: number;
  maintenance: number;
  /** The price at which nothing of the margin would be left. */
  bankruptcyTicks: number;
  /** Lots to be closed by this step, and how. */
  lots: number;
  openLots: number;
  filledLots: number;
  filledValue: number;
  fee: number;
  insured: number;
  deleveragedLots: number;
  /** In full margin: what stands behind equity and maintenance. Events told before this was recorded do not say. */
  standing?: AccountStanding | undefined;
}
/** A full-margin account at the instant of a step, quote units. */
export interface AccountStanding {
  available: number;
  frozen: number;
  /** Of what is frozen, margins and order reserves of segmented positions, which stand apart. */
  apart: number;
  /** Of the account's other full-margin positions at their mark prices; the profit is signed. */
  othersProfit: number;
  othersMaintenance: number;
}
/** The other side of an automatic deleveraging. */
export interface DeleverageEvent extends EventBase {
  kind: 'deleverage';
  liquidation: number;
  position: number;
  account: number;
  instrument: number;
  direction: PositionDirection;
  priceTicks: number;
  lots: number;
  /** Its place in the ranking by profit × leverage, from 1, and of how many. */
  rank: number;
  ranked: number;
}

/** The margin ratio (maintenance ÷ equity) passed 80 %: once, until it has been below 70 %. `position` 0: the full-margin account. */
export interface MarginWarningEvent extends EventBase {
  kind: 'marginWarning';
  account: number;
  position: number;
  instrument: number;
  ratioPpm: number;
}

/** A session opened: between these prices it trades. 0: no limit. */
export interface DayLimitsEvent extends EventBase {
  kind: 'dayLimits';
  instrument: number;
  session: number;
  open: number;
  close: number;
  lowTicks: number;
  highTicks: number;
  previousCloseTicks: number;
}

/** Interest on a loan or fee for borrowed shares, charged at a close. */
export interface HoldingChargeEvent extends EventBase {
  kind: 'holdingCharge';
  position: number;
  account: number;
  instrument: number;
  session: number;
  /** What the rate applies to. */
  value: number;
  ratePpm: number;
  amount: number;
}

/** What a corporate action did to one position. */
export interface CorporateActionEvent extends EventBase {
  kind: 'corporateAction';
  reference: string;
  instrument: number;
  action: 'split' | 'dividend';
  numerator: number;
  denominator: number;
  /** Dividends: quote units for every `denominator` shares. 0 for splits. */
  amount: number;
  position: number;
  account: number;
  direction: PositionDirection;
  lotsBefore: number;
  lotsAfter: number;
  /** Signed, quote units: dividend, or cash for fractions. */
  cash: number;
  /** Splits: the price that fractions are paid at, the last one of the old shares. 0 for dividends. */
  closeTicks: number;
  source: string;
}
