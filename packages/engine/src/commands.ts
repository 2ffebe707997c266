import type {
  AssetKind,
  InstrumentKind,
  InstrumentStatus,
  MarginMode,
  OrderPriceType,
  OrderSide,
  PositionAction,
  PositionDirection,
  TimeInForce,
  Wallet,
} from '@bourse/protocol/enums';

/**
 * Everything that can happen to the exchange's state. A command is plain data; the sequencer gives it a sequence number and a
 * time, the journal keeps it, the engine applies it. No field of any command is a fill, an outcome or a balance; prices appear only
 * as a customer's own limit or stop, and as feed ticks with their source.
 *
 * Units: prices in integer ticks, quantities in integer lots, amounts as bigint minor units of their asset, times in integer milliseconds since the epoch.
 * Numbers are safe integers. Account, asset and instrument ids are positive 32-bit integers.
 */
export type Command =
  | DefineAsset
  | DefineInstrument
  | SetInstrumentStatus
  | SetTradingMode
  | OpenAccount
  | SetFeeClass
  | FundHouse
  | GrantDemo
  | Transfer
  | PlaceOrder
  | AmendOrder
  | CancelOrder
  | CancelAllOrders
  | CancelAllAfter
  | OrderBatch
  | FeedTicks
  | AdvanceTime
  | DefineContract
  | PlaceContractOrder
  | SetPositionStops
  | ChangeMargin
  | CloseAllPositions
  | ReversePosition
  | ReverseAllPositions
  | DefineTimed
  | PlaceTimed
  | DefineCalendar
  | DefineStock
  | PlaceStockOrder
  | SetDayTrade
  | CorporateAction;

export interface DefineAsset {
  kind: 'defineAsset';
  asset: number;
  code: string;
  /** Digits of the minor unit, 0 to 18. */
  scale: number;
  assetKind: AssetKind;
}

/** Creates an instrument or updates its rules. Base, quote, lot, tick and kind never change once defined. */
export interface DefineInstrument {
  kind: 'defineInstrument';
  instrument: number;
  symbol: string;
  instrumentKind: InstrumentKind;
  baseAsset: number;
  quoteAsset: number;
  /** Base minor units of one lot. */
  lotUnits: bigint;
  /** Quote minor units of one lot at one tick: an exact positive integer, so that a notional never needs rounding. */
  quoteUnitsPerTickLot: number;
  minLots: number;
  maxLots: number;
  /** Smallest notional of an order, in quote minor units. */
  minNotional: number;
  /** Price band either side of the reference price, basis points. */
  bandBps: number;
  /** Fee rates in parts per million by fee class index; takers and makers. */
  takerFeePpm: readonly number[];
  makerFeePpm: readonly number[];
  /**
   * Whether what protects is kept: a stop or take-profit at market that closes a position (in spot: that sells) and finds nobody inside its bounds, or not
   * enough, is held until somebody comes, and the dead-man's switch leaves what waits to close or sell; else the one is rejected, or what is left of it cancelled, and
   * the other cancelled.
   */
  keepsProtection?: boolean | undefined;
  status: InstrumentStatus;
}

export interface SetInstrumentStatus {
  kind: 'setInstrumentStatus';
  instrument: number;
  status: InstrumentStatus;
}

/** Kill switch of a whole venue. */
export interface SetTradingMode {
  kind: 'setTradingMode';
  mode: TradingMode;
}
export type TradingMode = 'normal' | 'cancelOnly' | 'readOnly';

export interface OpenAccount {
  kind: 'openAccount';
  account: number;
  feeClass: number;
}

export interface SetFeeClass {
  kind: 'setFeeClass';
  account: number;
  feeClass: number;
}

/** The operator's own capital enters a house account (market-maker, insurance, yield), out of `external`. Each reference is booked once. */
export interface FundHouse {
  kind: 'fundHouse';
  account: number;
  wallet: Wallet;
  asset: number;
  amount: bigint;
  reference: string;
}

/** Tops a demo account's coin wallet up to the demo grant, at most once a UTC day. The engine decides the amount. Refused on the real venue. */
export interface GrantDemo {
  kind: 'grantDemo';
  account: number;
}

export interface Transfer {
  kind: 'transfer';
  account: number;
  from: Wallet;
  to: Wallet;
  asset: number;
  amount: bigint;
}

export interface PlaceOrder {
  kind: 'placeOrder';
  account: number;
  instrument: number;
  side: OrderSide;
  type: OrderPriceType;
  tif: TimeInForce;
  /** Limit price in ticks; 0 where the type has none. */
  priceTicks: number;
  /** Trigger price in ticks for the stop and take-profit types; 0 otherwise. */
  triggerTicks: number;
  /** Quantity in lots; 0 when `quoteAmount` is given. */
  lots: number;
  /** Market orders by value: quote minor units to spend (buy) or to raise (sell); 0 otherwise. */
  quoteAmount: number;
  postOnly: boolean;
}

/** Reducing the quantity alone keeps priority; any other change loses it. At least one of the two is non-zero. */
export interface AmendOrder {
  kind: 'amendOrder';
  account: number;
  order: number;
  /** New total quantity in lots, 0 to keep. */
  lots: number;
  /** New limit price in ticks, 0 to keep. */
  priceTicks: number;
}

export interface CancelOrder {
  kind: 'cancelOrder';
  account: number;
  order: number;
}

/** `instrument` 0 means every instrument. */
export interface CancelAllOrders {
  kind: 'cancelAllOrders';
  account: number;
  instrument: number;
}

/** Dead-man's switch: cancels all when not renewed within `timeoutMs`; 0 disarms. */
export interface CancelAllAfter {
  kind: 'cancelAllAfter';
  account: number;
  timeoutMs: number;
}

export type BatchItem = Omit<PlaceOrder, 'account'> | Omit<AmendOrder, 'account'> | Omit<CancelOrder, 'account'>;

/** Up to 64 orders, amendments and cancellations of one account in sequence, each with its own outcome. */
export interface OrderBatch {
  kind: 'orderBatch';
  account: number;
  items: readonly BatchItem[];
}

/** Reference prices from a named feed: set the price band, wake triggers, refresh staleness. */
export interface FeedTicks {
  kind: 'feedTicks';
  /** Name of the source, at most 32 characters: `simulated`, `replay:coinbase`, … */
  source: string;
  items: readonly { instrument: number; priceTicks: number; time: number }[];
}

/** Lets timers fire when nothing else happens. */
export interface AdvanceTime {
  kind: 'advanceTime';
}

/** Margin rules of an instrument of kind contract; trading in it begins with them. Rates in parts per million, or per hundred million (`E8`). */
export interface DefineContract {
  kind: 'defineContract';
  instrument: number;
  /**
   * Ascending by `maxNotional`, the entry value in quote units a position may reach in the tier; leverage falls and maintenance rises from tier to
   * tier. Maintenance is progressive: each part of the entry value at its own tier's rate.
   */
  tiers: readonly ContractTier[];
  /** Of the value liquidated, to the insurance fund, at most what is left of the margin. */
  liquidationFeePpm: number;
  /** The mark price keeps within this of the index, basis points. */
  markBandBps: number;
  /** Funding of one interval = clamp(average premium + interest, ± cap). */
  fundingIntervalMs: number;
  interestE8: number;
  fundingCapE8: number;
  /** Whether a command holds at most a bounded part of a funding round and the next ones go on with it; else a round is one command's. */
  fundingInParts: boolean;
}
export interface ContractTier {
  maxNotional: number;
  maxLeverage: number;
  maintenancePpm: number;
}

/** What orders of contracts and stocks say alike. A long and a short of one account may stand side by side. */
export interface PositionOrder {
  account: number;
  instrument: number;
  direction: PositionDirection;
  /** `close` never opens: it takes at most what is open when it trades. */
  action: PositionAction;
  type: OrderPriceType;
  tif: TimeInForce;
  priceTicks: number;
  triggerTicks: number;
  /** 0 with `close`: all that is open. */
  lots: number;
  /** `open` only; of an open position it must be the position's. */
  leverage: number;
  postOnly: boolean;
  /** `open` only: the whole position's take-profit and stop-loss from the first fill on; 0 for none. */
  takeProfitTicks: number;
  stopLossTicks: number;
}

/** Opens, adds to, or reduces one position. Triggers compare with the mark price. */
export interface PlaceContractOrder extends PositionOrder {
  kind: 'placeContractOrder';
  /** `open` only; of an open position it must be the position's. */
  mode: MarginMode;
}

/** Take-profit and stop-loss of a contract or stock position: of the whole (lots 0; replaces, 0 removes), or further ones of a part. */
export interface SetPositionStops {
  kind: 'setPositionStops';
  account: number;
  position: number;
  lots: number;
  takeProfitTicks: number;
  stopLossTicks: number;
}

/** Adds to or takes from the margin of a segmented position; what is taken leaves at least the initial margin at the mark price. */
export interface ChangeMargin {
  kind: 'changeMargin';
  account: number;
  position: number;
  add: boolean;
  amount: number;
}

/** Closes every contract position at market, each for itself; `instrument` 0 means all. Stands for the orders that would close them, which are cancelled first. */
export interface CloseAllPositions {
  kind: 'closeAllPositions';
  account: number;
  instrument: number;
}

/** Closes a contract position and opens the same quantity the other way, both whole and at market, or nothing happens. */
export interface ReversePosition {
  kind: 'reversePosition';
  account: number;
  position: number;
}
/** All of the account's contract positions, or none of them. */
export interface ReverseAllPositions {
  kind: 'reverseAllPositions';
  account: number;
}

/** What timed contracts may be bought on an instrument's index. */
export interface DefineTimed {
  kind: 'defineTimed';
  instrument: number;
  /** The asset of the `fast` wallet that stakes are in. */
  asset: number;
  offers: readonly { durationMs: number; payoutPpm: number }[];
  minStake: number;
  maxStake: number;
  /** The most that the house may owe on one direction of the instrument at once. An empty list of offers closes it. */
  exposureLimit: number;
}

/** Up (long) or down (short) from the first index tick at or after now to the first at or after now + duration. */
export interface PlaceTimed {
  kind: 'placeTimed';
  account: number;
  instrument: number;
  direction: PositionDirection;
  durationMs: number;
  stake: number;
}

/** Sessions of an exchange, ascending and apart; defining again replaces those that have not begun. */
export interface DefineCalendar {
  kind: 'defineCalendar';
  calendar: number;
  sessions: readonly { open: number; close: number }[];
}

/** Rules of an instrument of kind stock; trading in it begins with them. `calendar` 0: open whenever its status says so. */
export interface DefineStock {
  kind: 'defineStock';
  instrument: number;
  calendar: number;
  /** Daily price limits either side of the last close, basis points; 0: none. */
  limitBps: number;
  maxLeverage: number;
  /** Of the market value, below which the equity of a margined or short position may not fall. */
  maintenancePpm: number;
  shortable: boolean;
  /** Charged each day a position was held over the close, of the loan and of the borrowed shares' value. */
  interestPpm: number;
  borrowPpm: number;
  /** Of the value of each trade, on both sides; rounded up. */
  stampDutyPpm: number;
  /** Whether the fourth round trip of a margined account within five sessions needs permission. */
  dayTradeRule: boolean;
  /** Of an instrument that does not keep what protects: whether a stop that fires into an empty book waits; else it is rejected. */
  stopsWait: boolean;
  /** Whether margined and short positions are warned before their liquidation, as those of contracts are. */
  marginWarnings: boolean;
}

/** Leverage 1 is cash. Triggers compare with the reference price. Sent outside a session it waits for the open. */
export interface PlaceStockOrder extends PositionOrder {
  kind: 'placeStockOrder';
  /** A day order at the day's upper limit, whatever that is; `type` limit, price 0. It expires with the session. */
  upperCircuit: boolean;
}

export interface SetDayTrade {
  kind: 'setDayTrade';
  account: number;
  allowed: boolean;
}

/**
 * Applied between sessions to every holder alike, each reference once. Split: `numerator` new shares for `denominator` old ones, fractions paid in cash at
 * the last close. Dividend: `amount` quote units for every `denominator` shares, out of `external` to holders, from short sellers to the lender.
 */
export interface CorporateAction {
  kind: 'corporateAction';
  instrument: number;
  action: 'split' | 'dividend';
  /** 1 for a dividend. */
  numerator: number;
  denominator: number;
  amount: number;
  /** Where it was announced. */
  source: string;
  reference: string;
}

/** A command as the journal keeps it. */
export interface SequencedCommand {
  seq: number;
  time: number;
  /** 16 bytes chosen by the client (a UUID); zeros for the server's own commands. */
  commandId: Uint8Array;
  command: Command;
}
