import type { BalanceDirection, OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { ErrorDetail, ErrorName } from '@bourse/protocol/errors';
import type { DeclaredEvent } from './declared.ts';
import type { EventBase } from './event-base.ts';
import type { ProposalState } from './gate/declare.ts';
import type { FundingPaymentEvent, MarkEvent, OrderTermsEvent, PositionEvent, PositionFillEvent } from './position-events.ts';

export type { InstrumentStatusEvent, QuietEvent } from './catalogue/declare.ts';
export type { FundingEndEvent, FundingRoundEvent } from './contract/declare.ts';
export type { TradingModeEvent } from './core/declare.ts';
export type { EarnDayEvent, EarnHoldingEvent, EarnInterestEvent } from './earn/declare.ts';
export type { AnchorEvent, OperatorEvent, ProposalEvent, VenueSealedEvent } from './gate/declare.ts';
export type { InvitedEvent, RebateDayEvent } from './invitations/declare.ts';
export type { AccountState, DeleverageEvent, LiquidationEvent, MarginWarningEvent } from './leverage/declare.ts';
export type { LoanCallEvent, LoanEvent, LoanRepaymentEvent, LoanSaleEvent } from './loans/declare.ts';
export type { LevelBoughtEvent, LevelDayEvent, MembershipEvent } from './membership/declare.ts';
export type { DepositEvent, DestinationEvent, PayoutEvent, PayoutRulesEvent, RailEvent } from './payments/declare.ts';
export type * from './position-events.ts';
export type { AccountStandingEvent } from './standing/declare.ts';
export type { CorporateActionEvent, DayLimitsEvent, HoldingChargeEvent } from './stock/declare.ts';
export type { SwapEvent } from './swaps/declare.ts';
export type { TimedEvent } from './timed/declare.ts';

/**
 * What a command did. Events carry everything the views need, so that no projection ever asks the engine.
 * Units as in `commands.ts`. `seq` and `time` are those of the command that caused the event; `index` numbers events within it from 0.
 */
export type EngineEvent =
  | OrderEvent
  | FillEvent
  | LedgerEvent
  | DepthEvent
  | ReferenceEvent
  | OrderTermsEvent
  | MarkEvent
  | PositionEvent
  | PositionFillEvent
  | FundingPaymentEvent
  | DeclaredEvent;

/** The whole order after a change. Ids grow by one per accepted order and venue. */
export interface OrderEvent extends EventBase {
  kind: 'order';
  order: number;
  account: number;
  instrument: number;
  side: OrderSide;
  type: OrderPriceType;
  tif: TimeInForce;
  postOnly: boolean;
  priceTicks: number;
  triggerTicks: number;
  lots: number;
  quoteAmount: number;
  filledLots: number;
  /** Quote minor units exchanged so far. */
  filledQuote: number;
  /** Reservation still frozen for it: minor units of `reservedAsset`. */
  reserved: bigint;
  reservedAsset: number;
  status: OrderStatus;
  /** Why a terminal or changed status came about. */
  reason: OrderReason;
  placedAt: number;
}
export type OrderReason =
  | 'placed'
  | 'triggered'
  | 'filled'
  | 'amended'
  | 'cancelledByCustomer'
  | 'cancelledByDeadMansSwitch'
  | 'selfTrade'
  | 'immediateRemainder'
  | 'marketExhausted'
  | 'bandReached'
  | 'instrumentClosed'
  | 'triggerRejected'
  | 'positionClosed'
  | 'marginShort'
  | 'liquidation'
  | 'reversal'
  | 'sessionClosed'
  | 'corporateAction';

/** One trade, with every fact its receipt is computed from. */
export interface FillEvent extends EventBase {
  kind: 'fill';
  fill: number;
  instrument: number;
  priceTicks: number;
  lots: number;
  baseUnits: bigint;
  quoteUnits: number;
  takerSide: OrderSide;
  taker: FillSide;
  maker: FillSide;
}
export interface FillSide {
  order: number;
  account: number;
  feePpm: number;
  feeUnits: number;
  /** The asset received, in which the fee is taken. */
  feeAsset: number;
}

/** One side of a double-entry posting; postings of one `seq` and `posting` number sum to zero per asset (available + frozen). */
export interface LedgerEvent extends EventBase {
  kind: 'ledger';
  posting: number;
  account: number;
  wallet: Wallet;
  asset: number;
  direction: BalanceDirection;
  /** Signed changes in minor units. */
  availableDelta: bigint;
  frozenDelta: bigint;
  availableAfter: bigint;
  frozenAfter: bigint;
  /** Fund-flow business type code. */
  flow: number;
  /** Order, fill or 0. */
  order: number;
  fill: number;
}

/** A price level after a change; 0 lots removes it. */
export interface DepthEvent extends EventBase {
  kind: 'depth';
  instrument: number;
  side: OrderSide;
  priceTicks: number;
  lots: number;
  orders: number;
}

export interface ReferenceEvent extends EventBase {
  kind: 'reference';
  instrument: number;
  priceTicks: number;
  tickTime: number;
  source: string;
}

/** The answer to one command, a pure function of state and command: kept for ever under the client's command id. */
export type Outcome = Accepted | Refused;

export interface Accepted {
  ok: true;
  result: OutcomeResult;
}
/** Names its error in its type, so that the compiler can compare what a command refuses with what it declares. */
export interface Refused<E extends ErrorName = ErrorName> {
  ok: false;
  error: E;
  detail?: ErrorDetail;
}

export type OutcomeResult =
  | { kind: 'done' }
  | { kind: 'order'; order: number; status: OrderStatus; filledLots: number; filledQuote: number }
  | { kind: 'cancelled'; orders: readonly number[] }
  | { kind: 'granted'; asset: number; amount: bigint }
  | { kind: 'batch'; items: readonly Outcome[] }
  | { kind: 'position'; position: number; margin: number }
  | { kind: 'closed'; items: readonly { position: number; outcome: Outcome }[] }
  | { kind: 'reversed'; positions: readonly { closed: number; opened: number }[] }
  | { kind: 'timed'; timed: number; payout: number }
  /** `refused`: why the proposed command could not be carried out; '' otherwise. */
  | { kind: 'proposal'; proposal: number; digest: string; state: ProposalState; refused: ErrorName | '' }
  | { kind: 'destination'; destination: number; usableFrom: number }
  /** `flags` 0: approved at once. */
  | { kind: 'payout'; payout: number; fee: number; flags: number }
  /** In minor units of what the customer got. */
  | { kind: 'swap'; swap: number; received: bigint; fee: bigint }
  /** `interest`: what was paid of it now. */
  | { kind: 'holding'; holding: number; interest: number }
  /** `paid`: what was paid out or back by this command. */
  | { kind: 'loan'; loan: number; paid: number };
