import { divFloor } from '@bourse/money';
import { PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import { leverageOf, Pos, PosI, positionInts, positionWidth } from '../positions/positions.ts';
import type { State } from '../state.ts';
import { profitOf } from './account.ts';
import type { Contract } from './contract.ts';

/** A position of the other side, as automatic deleveraging ranks it. */
export interface Ranked {
  slot: number;
  /** Profit × leverage ÷ entry value at the mark price in parts per million, rounded down: who has gained most for what they risked goes first. */
  score: number;
}

/**
 * All positions of one direction, best first, equal scores by position. Those of the account in liquidation are left out: its own other side backs it at the
 * mark price, and taken at the bankruptcy price would leave less than the account is counted to have.
 */
export function rankOf(s: State, ins: Instrument, contract: Contract, direction: PositionDirection, except: number): Ranked[] {
  const { f, i } = s.positions.store;
  const ranked: Ranked[] = [];
  contract.heap(direction).each((slot) => {
    if (i[slot * positionInts + PosI.owner] === except) return;
    const profit = profitOf(s, ins, slot, contract.markTicks);
    const leverage = leverageOf(i[slot * positionInts + PosI.flags]!);
    const gained = divFloor(BigInt(profit) * BigInt(leverage) * 1_000_000n, BigInt(f[slot * positionWidth + Pos.entryValue]!));
    ranked.push({ slot, score: Number(gained) });
  });
  return ranked.sort((a, b) => b.score - a.score || f[a.slot * positionWidth]! - f[b.slot * positionWidth]!);
}

export const oppositeOf = (direction: PositionDirection) =>
  direction === PositionDirection.long ? PositionDirection.short : PositionDirection.long;
