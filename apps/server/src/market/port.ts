import type { DefineContract, DefineEarn, DefineLevels, DefineLoan, DefineStock, DefineSwap, DefineTimed } from '@bourse/engine';
import type { FeedKind } from '@bourse/protocol';
import type { AssetKind, InstrumentKind, InstrumentStatus, Venue } from '@bourse/protocol/enums';
import type { Announcement } from './catalogue/corporate-actions.ts';
import type { Ladder } from './catalogue/ladder.ts';
import type { SimulatedTerms } from './catalogue/listing.ts';
import type { HouseMoney, RateDeclared } from './catalogue/schema.ts';
import type { Walk } from './feeds/simulated/models.ts';
import type { Sessions } from './sessions/index.ts';

/** What a figure made of several prices is called: simulated as soon as one of them is, live only where all are. Null: none of them is a price. */
export const leastReal = (feeds: readonly (FeedKind | null)[]): FeedKind | null =>
  (['simulated', 'replay', 'live'] as const).find((kind) => feeds.includes(kind)) ?? null;

/** Whether an instrument's prices may decide anything in a venue. Simulated and replayed prices never decide real money. */
export const decidesMoney = (venue: Venue, { source }: Pick<InstrumentInfo, 'source'>): boolean =>
  venue !== 'real' || source.feed === 'live';

export interface AssetInfo {
  id: number;
  code: string;
  name: string;
  kind: AssetKind;
  /** Digits of the minor unit. */
  scale: number;
  /** Names in other languages, by language, where the instruments file gives them. */
  names?: Readonly<Record<string, string>>;
}

export type ContractRules = Omit<DefineContract, 'kind' | 'instrument'>;
export type TimedRules = Omit<DefineTimed, 'kind' | 'instrument'>;
export type SwapRules = Omit<DefineSwap, 'kind' | 'instrument'>;
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
  /** Mean value of one level that the house quotes, in the quote asset. */
  quotedLevel: number;
  leverage: number;
  takerFeePpm: readonly number[];
  makerFeePpm: readonly number[];
  session: string | null;
  /** Whether this version of the product accepts orders for it. */
  tradable: boolean;
  /** Rules of the product in addition to those of the instrument, in the engine's units; null for other products. */
  contract: ContractRules | null;
  timed: TimedRules | null;
  swap: SwapRules | null;
  stock: StockRules | null;
  source: { feed: FeedKind; name: string };
  /** The sessions in which it trades; null trades around the clock. */
  hours: Sessions | null;
  /** Steps of prices that grow with the price; null where every tick is a price. */
  ladder: Ladder | null;
  simulated: SimulatedTerms;
}

export interface DeclaredCalendar {
  name: string;
  /** Number in the engine; 0 for a calendar that no stock uses. */
  id: number;
  sessions: Sessions;
}

/** Static facts: assets and instruments by id, code and symbol. */
export interface Catalogue {
  readonly assets: readonly AssetInfo[];
  /** With the terms that are in force in the venues. */
  readonly instruments: readonly InstrumentInfo[];
  /** With the terms of the file, some of which may wait for their notice. */
  readonly filed: readonly InstrumentInfo[];
  /** Why its terms changed, in the file's own words; '' when it does not say. */
  readonly why: string;
  readonly calendars: readonly DeclaredCalendar[];
  readonly walks: ReadonlyMap<string, Walk>;
  readonly house: HouseMoney;
  /** What earns interest, as the file says. The engine has the terms in force. */
  readonly earn: readonly Omit<DefineEarn, 'kind'>[];
  /** What is lent, as the file says. */
  readonly loans: readonly Omit<DefineLoan, 'kind'>[];
  /** VIP levels, as the file says, and the code of the asset of their prices. The engine has those in force. */
  readonly levels: { readonly code: string; readonly rules: Omit<DefineLevels, 'kind'> } | undefined;
  /** What values a currency in US dollars, by code, in the order in which rates are listed. */
  readonly rates: ReadonlyMap<string, RateDeclared>;
  /** Members of our own indices, by code. */
  readonly indices: ReadonlyMap<string, readonly string[]>;
  /** First part of the names of recordings, by instrument. */
  readonly recordings: ReadonlyMap<number, string>;
  /** Splits and dividends as companies announced them, by date. */
  readonly announcements: readonly Announcement[];
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
