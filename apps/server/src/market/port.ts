import type { DefineContract, DefineStock, DefineTimed } from '@bourse/engine';
import type { AssetKind, InstrumentKind, InstrumentStatus } from '@bourse/protocol/enums';

export interface AssetInfo {
  id: number;
  code: string;
  name: string;
  kind: AssetKind;
  /** Digits of the minor unit. */
  scale: number;
}

export type ContractRules = Omit<DefineContract, 'kind' | 'instrument'>;
export type TimedRules = Omit<DefineTimed, 'kind' | 'instrument'>;
export type StockRules = Omit<DefineStock, 'kind' | 'instrument'>;

export interface InstrumentInfo {
  id: number;
  symbol: string;
  name: string;
  kind: InstrumentKind;
  base: AssetInfo;
  quote: AssetInfo;
  plate: string;
  board: string | null;
  /** Price of one tick and quantity of one lot as decimal strings, and as integers with their scales. */
  tick: string;
  lot: string;
  priceScale: number;
  tickUnits: bigint;
  quantityScale: number;
  lotUnits: bigint;
  /** Quote minor units of one lot at one tick; always a positive integer. */
  quoteUnitsPerTickLot: number;
  minLots: number;
  maxLots: number;
  minNotional: bigint;
  bandBps: number;
  /** A price of the source that is further than this from the last one waits for confirmation, in basis points. */
  jumpBps: number;
  leverage: number;
  takerFeePpm: readonly number[];
  makerFeePpm: readonly number[];
  session: string | null;
  /** Whether this version of the product accepts orders for it. */
  tradable: boolean;
  /** Rules of the product in addition to those of the instrument, in the engine's units; null for other products. */
  contract: ContractRules | null;
  timed: TimedRules | null;
  stock: StockRules | null;
  source: { feed: 'simulated' | 'replay' | 'live'; name: string };
}

/** Static facts: assets and instruments by id, code and symbol. */
export interface Catalogue {
  readonly assets: readonly AssetInfo[];
  readonly instruments: readonly InstrumentInfo[];
  assetById(id: number): AssetInfo | undefined;
  assetByCode(code: string): AssetInfo | undefined;
  instrumentById(id: number): InstrumentInfo | undefined;
  /** Case-insensitive. */
  instrumentBySymbol(symbol: string): InstrumentInfo | undefined;
}

export interface PricePoint {
  /** Plain decimal string. */
  price: string;
  time: number;
  stale: boolean;
}

/** What the rest of the server needs from market data. All reads are synchronous and from memory. */
export interface MarketData {
  readonly catalogue: Catalogue;
  last(instrument: number): PricePoint | undefined;
  status(instrument: number): InstrumentStatus;
  /** USD for one unit of an asset; USDT counts as USD 1, and the docs say so. Undefined: no rate. */
  usdRate(assetCode: string): PricePoint | undefined;
  /** The rate at an earlier time, from stored candles (nearest at or before). */
  usdRateAt(assetCode: string, time: number): Promise<string | undefined>;
  /** The last price of an instrument at an earlier time, from stored candles (nearest at or before). */
  priceAt(instrument: number, time: number): Promise<string | undefined>;
}
