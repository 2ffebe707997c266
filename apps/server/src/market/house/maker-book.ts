import type { OrderEvent } from '@bourse/engine';
import type { PositionAction } from '@bourse/protocol/enums';
import type { Live } from '../board.ts';
import type { InstrumentInfo } from '../port.ts';
import { planFor, type QuotePlan } from './quotes.ts';

/** What the maker knows of one instrument: its resting orders, its positions, and when it last quoted around which price. */
export interface Book {
  live: Live;
  plan: QuotePlan;
  planPrice: number;
  orders: Map<number, OrderEvent>;
  /** Of contracts and stocks: what a resting order does to a position. */
  actions: Map<number, PositionAction>;
  longLots: number;
  shortLots: number;
  quotedAt: number;
  anchor: number;
  /** Something of ours was filled or refused since the last look. */
  disturbed: boolean;
  /** Sequence whose events must have been seen before the next batch is thought out. */
  awaits: number;
  /** Not before this time: the engine refused what was sent. */
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

/** Quoted by opening and closing positions instead of exchanging two assets. */
export const isLeveraged = ({ kind }: InstrumentInfo) => kind !== 1;
