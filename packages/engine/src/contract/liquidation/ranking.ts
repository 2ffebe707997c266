import type { PositionDirection } from '@bourse/protocol/enums';
import { mulDivCeil, mulDivFloor } from '../../base/exact.ts';
import type { Instrument } from '../../catalogue/instruments.ts';
import type { State } from '../../core/state.ts';
import { leverageOf, Pos, PosI, type Positions, positionInts, positionWidth } from '../../leverage/positions.ts';
import { profitOf } from '../../leverage/profit.ts';
import type { Contract } from '../contract.ts';

/**
 * Ranks the positions of one direction for automatic deleveraging: by profit × leverage ÷ entry value at the mark price, in parts per million, rounded
 * down. The highest gain for the risk comes first, ties by position. It is a heap because only a few positions are ever taken, so the rest need no sorting.
 */
export class Ranking {
  /** How many were ranked. */
  readonly size: number;
  private readonly positions: Positions;
  private readonly slots: number[];
  private readonly scores: number[];

  constructor(positions: Positions, slots: number[], scores: number[]) {
    this.positions = positions;
    this.slots = slots;
    this.scores = scores;
    this.size = slots.length;
    for (let at = (slots.length >> 1) - 1; at >= 0; at--) this.sink(at, slots[at]!, scores[at]!);
  }

  /** Slots, best first. A position that a caller closes meanwhile keeps its rank. */
  *bestFirst(): Generator<number> {
    const { slots, scores } = this;
    for (;;) {
      const slot = slots[0];
      if (slot === undefined) return;
      const last = slots.pop()!;
      const score = scores.pop()!;
      if (slots.length > 0) this.sink(0, last, score);
      yield slot;
    }
  }

  private sink(start: number, slot: number, score: number): void {
    const { slots, scores } = this;
    let at = start;
    for (let child = at * 2 + 1; child < slots.length; child = at * 2 + 1) {
      if (child + 1 < slots.length && this.precedes(slots[child + 1]!, scores[child + 1]!, slots[child]!, scores[child]!)) child += 1;
      if (!this.precedes(slots[child]!, scores[child]!, slot, score)) break;
      slots[at] = slots[child]!;
      scores[at] = scores[child]!;
      at = child;
    }
    slots[at] = slot;
    scores[at] = score;
  }

  private precedes(a: number, scoreA: number, b: number, scoreB: number): boolean {
    return scoreA > scoreB || (scoreA === scoreB && this.positions.id(a) < this.positions.id(b));
  }
}

/**
 * Ranks everybody except the account in liquidation. That account's opposite position backs it at the mark price; closing it at the bankruptcy price would
 * leave less than its equity counts.
 */
export function rankOf(s: State, ins: Instrument, contract: Contract, direction: PositionDirection, except: number): Ranking {
  const { f, i } = s.positions.store;
  const slots: number[] = [];
  const scores: number[] = [];
  contract.heap(direction).each((slot) => {
    if (i[slot * positionInts + PosI.owner] === except) return;
    const profit = profitOf(s, ins, slot, contract.markTicks);
    slots.push(slot);
    scores.push(gained(profit, leverageOf(i[slot * positionInts + PosI.flags]!), f[slot * positionWidth + Pos.entryValue]!));
  });
  return new Ranking(s.positions, slots, scores);
}

function gained(profit: number, leverage: number, entryValue: number): number {
  const rate = leverage * 1_000_000;
  return profit >= 0 ? mulDivFloor(profit, rate, entryValue) : -mulDivCeil(-profit, rate, entryValue);
}
