import type { ContractTier } from '../commands.ts';
import type { FundingRoundEvent, LiquidationEvent, MarkEvent } from '../events.ts';

/** What of an instrument's definition a settlement is computed from. */
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

/** What a settlement's receipt needs beside its event. Rules are those in force when it happened. */
export interface SettlementFacts {
  venue: string;
  instrument: InstrumentFacts;
  /** The instrument is a stock; otherwise a contract. */
  stock?: boolean | undefined;
  /** Contracts: needed by `liquidation` and `mark`. */
  contract?: { tiers: readonly ContractTier[]; markBandBps: number } | undefined;
  /** Stocks: needed by `liquidation`. */
  stockTerms?: { maintenancePpm: number } | undefined;
  /** The mark price that a liquidation or a funding round used, shown with what it is the median of. */
  mark?: MarkEvent | undefined;
  /** Needed by `fundingPayment`: its round. */
  round?: FundingRoundEvent | undefined;
  /** Of a deleveraging, or of a contract's fill of role `liquidation`: the liquidation it belongs to. */
  liquidation?: Pick<LiquidationEvent, 'bankruptcyTicks'> | undefined;
  /** Needed by `timed`: the asset of its stake. */
  asset?: { code: string; scale: number } | undefined;
}

/** Facts as canonical text with its hash. */
export interface Receipt<Facts> {
  facts: Facts;
  text: string;
  hash: string;
}
