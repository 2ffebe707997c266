import { PositionDirection } from '@bourse/protocol/enums';
import type { DefineContract } from '../commands.ts';
import type { Positions } from '../leverage/positions.ts';
import { WarnedPositions } from '../leverage/warned-positions.ts';
import { WatchHeap } from '../leverage/watch-heap.ts';
import { BasisWindow } from './basis.ts';
import { PremiumMeter } from './funding/premium.ts';
import type { FundingRound } from './funding/round.ts';

/** What a contract has in addition to its book: its margin rules and its mark price. There is none before `defineContract`. */
export class Contract {
  rules: DefineContract;
  /** 0 until the first tick after the definition. */
  markTicks = 0;
  /** Average of the book's middle over the index, signed. */
  basisTicks = 0;
  /** Price of the last trade, 0 before the first. */
  lastTicks = 0;
  /** What the basis is the average of, and what the next funding round will be. */
  readonly basis = new BasisWindow();
  readonly premium = new PremiumMeter();
  /** Every open position, by the mark at which its margin must be looked at again. */
  readonly longs: WatchHeap;
  readonly shorts: WatchHeap;
  readonly warned = new WarnedPositions();
  /** Ids of positions that wait for the next mark, because nobody could take them at this one. */
  parked: number[] = [];
  /** Whether margins due at the current mark were left over by the limit of one command. */
  backlog = false;
  /** The funding round under way. */
  round: FundingRound | undefined;
  /** Lots taken by automatic deleveraging so far. */
  deleveraged = 0;
  /** Lots open on each side. */
  openLots = 0;

  constructor(rules: DefineContract, positions: Positions) {
    this.rules = rules;
    this.longs = new WatchHeap(positions, true);
    this.shorts = new WatchHeap(positions, false);
  }

  heap(direction: PositionDirection): WatchHeap {
    return direction === PositionDirection.long ? this.longs : this.shorts;
  }
}
