import { PositionDirection } from '@bourse/protocol/enums';
import type { DefineContract } from '../commands.ts';
import type { Positions } from '../positions/positions.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import { BasisWindow, type StoredBasis } from './basis.ts';
import { PremiumMeter } from './premium.ts';
import { WatchHeap } from './watch-heap.ts';

/** What an instrument of kind contract has beside its book: its margin rules and its mark price. There is none before `defineContract`. */
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
  /** Warned positions by the mark at which their warning may be over: longs by the price, shorts by its negative. */
  readonly calmingLongs = new TimerHeap();
  readonly calmingShorts = new TimerHeap();
  /** Ids of positions held back until the current mark is done with. */
  parked: number[] = [];
  /** Whether margins due at the current mark were left over by the limit of one command. */
  backlog = false;
  /** Lots taken by automatic deleveraging so far. */
  deleveraged = 0;

  constructor(rules: DefineContract, positions: Positions) {
    this.rules = rules;
    this.longs = new WatchHeap(positions, true);
    this.shorts = new WatchHeap(positions, false);
  }

  heap(direction: PositionDirection): WatchHeap {
    return direction === PositionDirection.long ? this.longs : this.shorts;
  }

  calming(direction: PositionDirection): TimerHeap {
    return direction === PositionDirection.long ? this.calmingLongs : this.calmingShorts;
  }
}

/** What of a contract a snapshot keeps. The watch heaps follow from the positions. */
export interface ContractLive {
  rules: DefineContract;
  mark: number;
  basis: number;
  last: number;
  samples: StoredBasis;
  premium: [sumE8: number, samples: number];
  /** Position ids and what they wait for, longs then shorts. */
  calming: [position: number, ticks: number][][];
  parked: number[];
  backlog: boolean;
  deleveraged: number;
}

export const contractLive = (contract: Contract): ContractLive => ({
  rules: contract.rules,
  mark: contract.markTicks,
  basis: contract.basisTicks,
  last: contract.lastTicks,
  samples: contract.basis.store(),
  premium: [contract.premium.sumE8, contract.premium.samples],
  calming: [contract.calmingLongs, contract.calmingShorts].map((heap) => heap.sorted().map(({ id, due }) => [id, due])),
  parked: contract.parked,
  backlog: contract.backlog,
  deleveraged: contract.deleveraged,
});

export function contractFrom(live: ContractLive, positions: Positions): Contract {
  const contract = new Contract(live.rules, positions);
  contract.markTicks = live.mark;
  contract.basisTicks = live.basis;
  contract.lastTicks = live.last;
  contract.basis.load(live.samples);
  [contract.premium.sumE8, contract.premium.samples] = live.premium;
  for (const [at, heap] of [contract.calmingLongs, contract.calmingShorts].entries()) {
    for (const [position, ticks] of live.calming[at]!) heap.set(calmKind, position, ticks);
  }
  contract.parked = live.parked;
  contract.backlog = live.backlog;
  contract.deleveraged = live.deleveraged;
  return contract;
}

/** The one kind of entry in the heaps of warned positions. */
export const calmKind = 1;

/** Everything of a contract that decides what happens next, as numbers for the hash. */
export function contractNumbers(contract: Contract): number[] {
  const { samples, premium, calming, parked, backlog, deleveraged } = contractLive(contract);
  const kept = samples.samples.flatMap(({ second, basis }) => [second, basis]);
  const warned = calming.flatMap((list) => [list.length, ...list.flat()]);
  return [kept.length, ...kept, ...premium, ...warned, parked.length, ...parked, backlog ? 1 : 0, deleveraged];
}
