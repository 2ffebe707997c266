import type { InstrumentKind } from '@bourse/protocol/enums';
import type { ContractTerms, TimedTerms } from './risk.ts';
import type { StockTerms } from './stock-terms.ts';

/** An instrument in plain decimals. `catalogue.ts` converts it to exact integers and refuses values that do not fit. */
export interface Listing {
  id: number;
  symbol: string;
  name: string;
  kind: InstrumentKind;
  base: string;
  quote: string;
  plate: string;
  board: string | null;
  tick: string;
  lot: string;
  maxQuantity: string;
  minNotional: string;
  bandBps: number;
  jumpBps: number;
  leverage: number;
  session: string | null;
  tradable: boolean;
  /** The underlying that the price follows. Instruments of one underlying move together. */
  underlying: string;
  takerFeePpm: readonly number[];
  makerFeePpm: readonly number[];
  contract?: ContractTerms;
  timed?: TimedTerms;
  stock?: StockTerms;
}

/** [taker, maker] in parts per million by fee class. Everybody has class 0; higher classes come with volume or membership. */
export type FeeTable = readonly (readonly [taker: number, maker: number])[];
export const spotFees: FeeTable = [
  [1000, 800],
  [900, 700],
  [800, 600],
  [700, 500],
  [600, 400],
  [500, 300],
  [400, 200],
];
export const contractFees: FeeTable = [
  [500, 200],
  [450, 180],
  [400, 160],
  [350, 140],
  [320, 120],
  [300, 100],
  [280, 80],
];
export const stockFees: FeeTable = [
  [1000, 1000],
  [900, 900],
  [800, 800],
  [700, 700],
  [600, 600],
  [500, 500],
  [400, 400],
];
export const byClass = (table: FeeTable) => ({
  takerFeePpm: table.map(([taker]) => taker),
  makerFeePpm: table.map(([, maker]) => maker),
});
