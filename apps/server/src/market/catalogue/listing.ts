import type { InstrumentKind } from '@bourse/protocol/enums';
import type { ContractRules, StockRules, SwapRules, TimedRules } from '../port.ts';
import type { Sessions } from '../sessions/index.ts';

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
  /** Up to which price which step holds; null where every price is a multiple of the tick. */
  ladder: readonly (readonly [upTo: string, step: string])[] | null;
  lot: string;
  maxQuantity: string;
  minNotional: string;
  bandBps: number;
  jumpBps: number;
  quotedLevel: number;
  leverage: number;
  session: string | null;
  hours: Sessions | null;
  tradable: boolean;
  takerFeePpm: readonly number[];
  makerFeePpm: readonly number[];
  contract:
    | (Omit<ContractRules, 'tiers'> & { tiers: readonly (readonly [upTo: string, leverage: number, maintenancePpm: number])[] })
    | null;
  timed: (Pick<TimedRules, 'offers'> & { minStake: string; maxStake: string; exposureLimit: string }) | null;
  swap: (Pick<SwapRules, 'spreadPpm' | 'deskFeePpm'> & { minValue: string; maxValue: string }) | null;
  stock: StockRules | null;
  simulated: SimulatedTerms;
  /** First part of the names of its recordings. */
  recording: string | null;
}

/** How the simulated source prices an instrument. Instruments of one walk move together. */
export interface SimulatedTerms {
  walk: string;
  /** The sessions that the walk keeps: a currency rests at weekends even where its pair trades around the clock. */
  hours: Sessions | null;
  halfSpread: number;
  turnoverShare: number;
}
