import { PositionDirection } from '@bourse/protocol/enums';
import type { DefineContract } from '../commands.ts';
import type { Positions } from '../leverage/positions.ts';
import { type StoredWarnings, WarnedPositions } from '../leverage/warned-positions.ts';
import { WatchHeap } from '../leverage/watch-heap.ts';
import { BasisWindow, type StoredBasis } from './basis.ts';
import { PremiumMeter } from './funding/premium.ts';
import { FundingRound, type StoredRound } from './funding/round.ts';

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

/** A contract in a snapshot. The watch heaps and the open lots follow from the positions. */
export interface ContractLive {
  rules: DefineContract;
  mark: number;
  basis: number;
  last: number;
  samples: StoredBasis;
  premium: [sumE8: number, samples: number];
  calming: StoredWarnings;
  parked: number[];
  backlog: boolean;
  deleveraged: number;
  round?: StoredRound | undefined;
}

export const contractLive = (contract: Contract): ContractLive => ({
  rules: contract.rules,
  mark: contract.markTicks,
  basis: contract.basisTicks,
  last: contract.lastTicks,
  samples: contract.basis.store(),
  premium: [contract.premium.sumE8, contract.premium.samples],
  calming: contract.warned.store(),
  parked: contract.parked,
  backlog: contract.backlog,
  deleveraged: contract.deleveraged,
  round: contract.round?.store(),
});

export function contractFrom(live: ContractLive, positions: Positions): Contract {
  const contract = new Contract(live.rules, positions);
  contract.markTicks = live.mark;
  contract.basisTicks = live.basis;
  contract.lastTicks = live.last;
  contract.basis.load(live.samples);
  [contract.premium.sumE8, contract.premium.samples] = live.premium;
  contract.warned.load(live.calming);
  contract.parked = live.parked;
  contract.backlog = live.backlog;
  contract.deleveraged = live.deleveraged;
  if (live.round !== undefined) contract.round = FundingRound.of(live.round);
  return contract;
}

/** Everything of a contract that decides what happens next, as numbers for the hash. */
export function contractNumbers(contract: Contract): number[] {
  const { samples, premium, calming, parked, backlog, deleveraged } = contractLive(contract);
  const kept = samples.samples.flatMap(({ second, basis }) => [second, basis]);
  const warned = calming.flatMap((list) => [list.length, ...list.flat()]);
  const numbers = [kept.length, ...kept, ...premium, ...warned, parked.length, ...parked, backlog ? 1 : 0, deleveraged];
  return contract.round === undefined ? numbers : [...numbers, ...contract.round.numbers()];
}
