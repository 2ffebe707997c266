import type { Permission } from '@bourse/protocol';
import type { InstrumentStatus, Venue, Wallet } from '@bourse/protocol/enums';
import type { AnnouncedCommand, Announcement } from './changes/declare.ts';
import type {
  DefineAsset,
  DefineContract,
  DefineEarn,
  DefineInstrument,
  DefineLevels,
  DefineLoan,
  DefineStock,
  DefineSwap,
  DefineTimed,
  Funds,
  PlaceContractOrder,
  PlaceStockOrder,
  SequencedCommand,
  TradingMode,
} from './commands.ts';
import type { Limits } from './core/limits.ts';
import type { Device } from './devices/registry.ts';
import type {
  EarnHoldingEvent,
  EngineEvent,
  LoanEvent,
  OrderEvent,
  OrderTermsEvent,
  Outcome,
  PositionEvent,
  Refused,
  TimedEvent,
} from './events.ts';
import type { ApprovedCommand, Proposed } from './gate/declare.ts';
import type { Operator } from './gate/registry.ts';
import type { Link, StoredLine } from './invitations/book.ts';
import type { PaymentsView } from './payments/view.ts';
import type { Records } from './record/records.ts';
import type { Standing } from './standing/book.ts';
import type { Deal } from './swaps/price.ts';

/** The deterministic core as the sequencer sees it. Same commands in the same order give the same outcomes, events and hash on any machine. */
export interface Engine extends EngineReader {
  /** Applies the next command. `seq` must be the last plus one; `time` never goes back (the sequencer clamps it). Never throws for bad customer input. */
  apply(input: SequencedCommand): Outcome;
  /** Events since the last call, in order. */
  takeEvents(): EngineEvent[];
  /** The same as packed records, which stay as they are until they are released. */
  takeRecords(): Records;
  /** How many numbers the next `takeRecords` will take. */
  readonly untakenNumbers: number;
  /** The same without taking them: a view, valid until the next call. */
  untakenRecords(): Records;
  /** Forgets the events since the last call, for hosts that replay. */
  discardEvents(): void;
  /** Versioned bytes of the whole state. */
  snapshot(): Uint8Array;
  /**
   * SHA-256 over the meaning of the state (not its memory layout), as 64 hex digits: equal after restore, replay, or any equivalent history. A host
   * may bring a faster SHA-256 than the one in plain JavaScript.
   */
  stateHash(sha256?: () => Sha256): string;
  /** When the next timer is due, ms, or Infinity. */
  nextTimer(): number;
  /** Throws with the named invariant when one does not hold. Linear in the state: tests run it after every command. */
  checkInvariants(): void;
}

/** A SHA-256 under way. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

export interface EngineReader {
  readonly venue: Venue;
  readonly seq: number;
  readonly time: number;
  readonly mode: TradingMode;
  /** The bounds in force, and their version: 0 before the first `setRules`. */
  rules(): { version: number; limits: Readonly<Limits> };
  hasAccount(account: number): boolean;
  /** The open devices of an account, the oldest first. */
  devices(account: number): readonly Device[];
  device(account: number, device: number): Device | undefined;
  /** Whether the account has a device with a key and none without, so that each of its commands must be signed. */
  mustSign(account: number): boolean;
  /** The class that an account trades with now. */
  feeClass(account: number): number;
  /** Level, mode and wait of an account. */
  standing(account: number): Standing;
  /** Rails, deposits, destinations and payouts. */
  payments(): PaymentsView;
  balances(account: number): BalanceView[];
  /** Whether an account ever held anything of an asset in a wallet, however little is left. */
  hasHeld(account: number, wallet: Wallet, asset: number): boolean;
  /** The number after the highest under which house capital was booked. */
  nextFunding(): number;
  order(order: number): OrderEvent | undefined;
  openOrders(account: number, instrument?: number): OrderEvent[];
  /** Lots that stand before a resting order at its price; undefined when it does not rest in a book. */
  queueBefore(order: number): number | undefined;
  instrument(instrument: number): InstrumentView | undefined;
  depth(instrument: number, levels: number): { bids: LevelView[]; asks: LevelView[] };
  /** Names of the feeds seen so far, by the number raw events give them. */
  sources(): readonly string[];
  /** The rules of an instrument as they are in force. */
  terms(instrument: number): InstrumentTerms | undefined;
  /** What documents of receipts take their names, digits and rules from, as the commands that would define it now: assets, then instruments. */
  definitions(): readonly Definition[];
  /** Announced changes that wait for their time, oldest first. */
  pendingChanges(): readonly PendingChange[];
  /** Whether nothing is defined freely any more. */
  readonly sealed: boolean;
  /** Everybody who was ever defined as an operator, by number; without powers: ended. */
  operators(): readonly Operator[];
  /** Proposals that wait for more people, oldest first. */
  proposals(): readonly Readonly<Proposed>[];
  proposal(proposal: number): Readonly<Proposed> | undefined;
  /** The power that a command needs of an operator, and how many different people decide it now; 0: it comes without a proposal. */
  approvalOf(command: ApprovedCommand): { power: Permission | undefined; persons: number };
  /** How long a change would wait for its notice, were it decided now; 0: it would act at once, as what is not announced does. Milliseconds. */
  noticeOf(command: ApprovedCommand): number;
  /** The same command with the values that are in force now; undefined where nothing is yet, and of commands that set no value. */
  inForce(command: ApprovedCommand): ApprovedCommand | undefined;
  /** Named counts and sums for health and the console: orders, accounts, assets' totals. */
  statistics(): Record<string, number>;

  /** Open contract and stock positions of an account, by id. */
  positions(account: number): PositionView[];
  position(position: number): PositionView | undefined;
  orderTerms(order: number): OrderTermsEvent | undefined;
  /** The contract wallet in the asset that margins contracts. */
  marginAccount(account: number): MarginAccountView;
  contract(instrument: number): ContractView | undefined;
  /**
   * What an order would cost and lead to, were it filled whole at once at `atTicks` (its limit, or the mark price). `funds` come along from another wallet.
   * Changes nothing.
   */
  previewContract(order: PlaceContractOrder, funds?: Funds): PositionPreview;
  previewStock(order: PlaceStockOrder, funds?: Funds): PositionPreview;
  /** Timed contracts of an account that are not over, by id. */
  timed(account: number): TimedEvent[];
  timedBook(instrument: number): TimedBookView | undefined;
  /** What a swap would come to at the references of now, or why there is none. `amount` in minor units of `from`. */
  swapQuote(from: number, to: number, amount: bigint): SwapQuoteView;
  /** What is exchanged, in the order of definition. */
  swapOffers(): SwapOfferView[];
  /** What is lent here, in the order of numbers. */
  loanProducts(): LoanProductView[];
  /** An account's loans that are not over, by id. */
  loans(account: number): LoanView[];
  loan(loan: number): LoanView | undefined;
  /** Loans that wait for a decision, oldest first. */
  waitingLoans(): LoanView[];
  /** What a loan would come to at the price of this moment; undefined: no such product. */
  previewLoan(product: number, collateral: number, amount: number): LoanPreview | undefined;
  /** What earns interest here, in the order of numbers. */
  earnProducts(): EarnProductView[];
  /** Holdings of an account that are not over, by id. */
  earnHoldings(account: number): EarnHoldingView[];
  /** One that is not over. */
  earnHolding(holding: number): EarnHoldingView | undefined;
  /** Who invited an account, and the fees of which it will be paid its part. */
  invitation(account: number): InvitationView;
  /** Who invited an account. */
  inviter(account: number): Readonly<Link> | undefined;
  /** So many of its fees from a place on, in the order of `due`, and how many there are: an account may have tens of thousands of friends. */
  rebatesDue(account: number, from: number, size: number): RebatesDue;
  /** What it will be paid, by asset, in millionths of a minor unit. */
  rebateSums(account: number): ReadonlyMap<number, bigint>;
  /** The VIP levels in force; undefined: none are defined. */
  levels(): LevelsView | undefined;
  /** What gives an account its level; undefined: no such account. */
  membership(account: number): MembershipView | undefined;
  /** Accounts whose PLUS waits for a decision, by number. */
  plusWaiting(): readonly number[];
  stock(instrument: number): StockView | undefined;
  mayDayTrade(account: number): boolean;
}

export type Definition = Readonly<DefineAsset> | Readonly<DefineInstrument> | Readonly<DefineContract> | Readonly<DefineStock>;

export interface InstrumentTerms {
  instrument: Readonly<DefineInstrument>;
  contract: Readonly<DefineContract> | undefined;
  timed: Readonly<DefineTimed> | undefined;
  swap: Readonly<DefineSwap> | undefined;
  stock: Readonly<DefineStock> | undefined;
}

export interface PendingChange extends Readonly<Announcement> {
  readonly body: AnnouncedCommand;
}

/** A position as it stands. `seq`, `index` and `time` are those of now; `reason` is of no meaning. */
export interface PositionView extends PositionEvent {
  markTicks: number;
  /** At the mark price, signed. */
  unrealised: number;
  maintenance: number;
  /** Maintenance ÷ equity in parts per million, of the position (segmented) or the account's full-margin positions. */
  marginRatioPpm: number;
  /** Part protections: closing orders with a trigger. */
  protections: readonly number[];
}

/** Quote units. `equity` counts unrealised profit and loss of full-margin positions. */
export interface MarginAccountView {
  asset: number;
  available: bigint;
  frozen: bigint;
  positionMargin: number;
  orderMargin: number;
  /** What new orders and transfers out may use: available less the loss of full-margin positions. */
  free: number;
  equity: number;
  unrealised: number;
  maintenance: number;
  marginRatioPpm: number;
}

export interface ContractView {
  instrument: number;
  markTicks: number;
  indexTicks: number;
  lastTicks: number;
  basisTicks: number;
  /** What the next round would ask if it were now. */
  fundingRateE8: number;
  nextFunding: number;
  /** The instant of a round that waits for the first tick at or after it; 0: none. */
  fundingWaits: number;
  /** Open on each side; always equal. */
  openLots: number;
  longPositions: number;
  shortPositions: number;
  insurance: bigint;
  deleveraged: number;
}

export interface PositionPreview {
  refusal: Outcome | undefined;
  atTicks: number;
  margin: number;
  fee: number;
  /** Of the resulting position. */
  resultingLots: number;
  resultingEntryValue: number;
  resultingMargin: number;
  liquidationTicks: number;
  free: number;
}

/** `validMs`: how long a swap at this quote is taken. */
export type SwapQuoteView = { ok: true; deal: Deal; validMs: number } | Refused;

export interface RebatesDue {
  lines: readonly StoredLine[];
  count: number;
}

export interface InvitationView {
  inviter: Readonly<Link> | undefined;
  /** Of days that are not paid yet. */
  due: readonly StoredLine[];
}

export interface LevelsView {
  rules: Readonly<DefineLevels>;
  version: number;
}

/** Volumes are in minor units of USDT, times in milliseconds. A level of 0 is none. */
export interface MembershipView {
  /** The class in use: the highest of the others. */
  feeClass: number;
  /** What operators have set. */
  ownClass: number;
  /** Days since 1970 in UTC. */
  today: number;
  /** Volume of the 30 days before today, oldest first, and of today. */
  days: readonly number[];
  volumeLevel: number;
  /** By volume, if nothing more is traded today. */
  tomorrowLevel: number;
  boughtLevel: number;
  boughtFrom: number;
  boughtUntil: number;
  /** What was paid from `boughtFrom` to `boughtUntil`. */
  boughtFor: number;
  grantedLevel: number;
  grantedUntil: number;
  plus: 'none' | 'waits' | 'holds';
  plusFrozen: number;
}

/** `open`: its market trades, and its reference is fresh. */
export interface SwapOfferView {
  rules: Readonly<DefineSwap>;
  open: boolean;
}

/** `open`: there is room, and the house can set the interest of the smallest holding aside. */
/** `left`: what can still be lent of it. */
export interface LoanProductView {
  rules: Readonly<DefineLoan>;
  version: number;
  lent: number;
  left: number;
}
/** By the reference price `ticks`. At `callTicks` the customer is warned, at `sellTicks` collateral is sold; both for the debt of this hour. */
interface LoanFigures {
  debt: number;
  value: number;
  ltvPpm: number;
  ticks: number;
  callTicks: number;
  sellTicks: number;
}
/** `free`: collateral that could be taken back. */
export type LoanView = Omit<LoanEvent, 'kind' | 'seq' | 'index' | 'time' | 'loanState'> & LoanFigures & { free: number };
/** `most`: what could be borrowed against the collateral. */
export type LoanPreview = LoanFigures & { most: number };
export interface EarnProductView {
  rules: Readonly<DefineEarn>;
  version: number;
  principal: number;
  todayPpm: number;
  nextPpm: number;
  open: boolean;
}

/** `earned`: interest up to the end of yesterday that was not paid out, in whole units. Of a fixed term it is paid at the end. */
export type EarnHoldingView = Omit<EarnHoldingEvent, 'kind' | 'seq' | 'index' | 'time' | 'holdingState' | 'renewedBy'> & { earned: number };

export interface TimedBookView {
  instrument: number;
  /** What the house may owe on each direction now. */
  owedUp: number;
  owedDown: number;
  exposureLimit: number;
  minStake: number;
  maxStake: number;
  offers: readonly { durationMs: number; payoutPpm: number }[];
}

export interface StockView {
  instrument: number;
  calendar: number;
  /** Open time of the current or next session and its close; 0: none known. */
  session: number;
  close: number;
  inSession: boolean;
  lowTicks: number;
  highTicks: number;
  previousCloseTicks: number;
}
export interface BalanceView {
  wallet: Wallet;
  asset: number;
  available: bigint;
  frozen: bigint;
}
export interface LevelView {
  priceTicks: number;
  lots: number;
  orders: number;
}
export interface InstrumentView {
  instrument: number;
  status: InstrumentStatus;
  referenceTicks: number;
  referenceTime: number;
  source: string;
}
