import type { Temper } from './path.ts';

/** Parameters of a simulated price. Starting prices are sample figures close to the design's. Everything derived from them is labelled simulated. */
export interface Model {
  start: number;
  /** Standard deviation of a year's log return. */
  volatility: number;
  /** Common factors of the whole market and of the sector, and the share of the variance that follows each. */
  market: string;
  sector: string;
  follows: readonly [market: number, sector: number];
  /** Irregularity of its own part of the walk. Default: even. */
  temper?: Temper;
  /** Turnover on the source in 24 h, in US dollars or the quote's equivalent. */
  turnover: number;
  /** Milliseconds between possible ticks. */
  periodMs: number;
}

/** A walk of its own, the price of one walk in units of another, or the inverse of a walk. */
export type Walk = Model | { of: string; over: string } | { inverseOf: string };
