import type { OrderEvent } from '@bourse/engine';
import type { PositionAction } from '@bourse/protocol/enums';
import type { Live } from '../board.ts';
import type { InstrumentInfo } from '../port.ts';
import { planFor, type QuotePlan } from './quotes.ts';

/** The maker's view of one instrument: its resting orders, its positions, and the time and price of its last quotes. */
export interface Book {
  live: Live;
  plan: QuotePlan;
  planPrice: number;
  orders: Map<number, OrderEvent>;
  /** For contracts and stocks: whether a resting order opens or closes. */
  actions: Map<number, PositionAction>;
  longLots: number;
  shortLots: number;
  quotedAt: number;
  anchor: number;
  /** An order of the maker was filled or refused since the last look. */
  disturbed: boolean;
  /** The next batch is planned only after the events of this sequence were seen. */
  awaits: number;
  /** No batch before this time, because the engine refused the last one. */
  notBefore: number;
  busy: boolean;
}

export const newBook = (live: Live, awaits: number): Book => ({
  live,
  plan: planFor(live.instrument, 1, 1),
  planPrice: 0,
  orders: new Map(),
  actions: new Map(),
  longLots: 0,
  shortLots: 0,
  quotedAt: 0,
  anchor: 0,
  disturbed: true,
  awaits,
  notBefore: 0,
  busy: false,
});

/** Whether quotes open and close positions instead of exchanging two assets. */
export const isLeveraged = ({ kind }: InstrumentInfo) => kind !== 1;
