import type { ContractTier } from '../commands.ts';
import type { FundingRoundEvent, LiquidationEvent, MarkEvent } from '../events.ts';

/** The part of an instrument's definition that a settlement is computed from. */
export interface InstrumentFacts {
  instrument: number;
  symbol: string;
  baseAsset: number;
  baseCode: string;
  baseScale: number;
  quoteAsset: number;
  quoteCode: string;
  quoteScale: number;
  lotUnits: bigint;
  quoteUnitsPerTickLot: number;
}

/** What a settlement's receipt needs besides its event. The rules are those in force when it happened. */
export interface SettlementFacts {
  venue: string;
  /** Needed by an event that names an instrument. */
  instrument?: InstrumentFacts | undefined;
  /** True for a stock, false for a contract. */
  stock?: boolean | undefined;
  /** Contracts: needed by `liquidation` and `mark`. */
  contract?: { tiers: readonly ContractTier[]; markBandBps: number } | undefined;
  /** Stocks: needed by `liquidation`. */
  stockTerms?: { maintenancePpm: number } | undefined;
  /** The mark price that a liquidation or a funding round used, shown with the prices it is the median of. */
  mark?: MarkEvent | undefined;
  /** The band in force when that mark price was made; where it is not said, the contract's. */
  markBandBps?: number | undefined;
  /** Needed by `fundingPayment`: its round. */
  round?: FundingRoundEvent | undefined;
  /** For a deleveraging or a contract's fill with role `liquidation`: the liquidation it belongs to. */
  liquidation?: Pick<LiquidationEvent, 'bankruptcyTicks'> | undefined;
  /** Needed by an event that names an asset. */
  asset?: { code: string; scale: number } | undefined;
}

/** Facts as canonical text with its hash. */
export interface Receipt<Facts> {
  facts: Facts;
  text: string;
  hash: string;
}
