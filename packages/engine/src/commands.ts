import type { AssetKind, InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';

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
  | AdvanceTime;

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

/** A command as the journal keeps it. */
export interface SequencedCommand {
  seq: number;
  time: number;
  /** 16 bytes chosen by the client (a UUID); zeros for the server's own commands. */
  commandId: Uint8Array;
  command: Command;
}
