import { MarginMode } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { isPositive } from '../base/exact.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import type { CommandOf } from '../define/declare.ts';
import { initialPerLot } from '../leverage/margin.ts';
import { positionChanged } from '../leverage/position-event.ts';
import { leverageOf, modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { ownPosition, positionResult } from '../leverage/stops.ts';
import { refuse } from '../outcomes.ts';
import { contractBalance } from './account.ts';
import { checkMark } from './check.ts';
import type { contract } from './declare.ts';
import { checkFree } from './judge.ts';

/**
 * Adds to or takes from the margin of a segmented position. At least the initial margin at the mark price must remain after losses. Unsettled profit cannot
 * be taken out.
 */
export function changeMargin(s: State, owner: number, command: CommandOf<typeof contract, 'changeMargin'>) {
  if (s.mode === 'readOnly') return refuse('readOnly');
  const slot = ownPosition(s, owner, command.position);
  if (typeof slot !== 'number') return slot;
  const { f, i } = s.positions.store;
  const flags = i[slot * positionInts + PosI.flags]!;
  const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
  if (modeOf(flags) === MarginMode.full) return refuse('marginModeFull');
  const { amount } = command;
  if (!isPositive(amount) || typeof command.add !== 'boolean') return refuse('amountInvalid');
  const at = slot * positionWidth;
  const balance = contractBalance(s, owner, ins.quote);
  if (command.add) {
    const short = checkFree(s, ins, owner, amount, 0);
    if (short !== undefined) return short;
    if (f[at + Pos.margin]! + amount > Number.MAX_SAFE_INTEGER) return refuse('amountInvalid');
    s.ledger.freeze(balance, amount, flows.contractMarginAdd.code, 0, 0);
    f[at + Pos.margin]! += amount;
    positionChanged(s, ins, slot, 'marginAdded');
    return positionResult(s, slot);
  }
  const stale = checkMark(s, ins);
  if (stale !== undefined) return stale;
  const mark = ins.contract!.markTicks;
  const needed = f[at + Pos.lots]! * initialPerLot(mark, ins.unit, leverageOf(flags));
  const max = f[at + Pos.margin]! + Math.min(0, profitOf(s, ins, slot, mark)) - needed;
  if (amount > max) return refuse('marginTakeTooLarge', { max: amountWords(ins.quote, BigInt(Math.max(0, max))), asset: ins.quote.code });
  s.ledger.release(balance, amount, flows.contractMarginTake.code, 0, 0);
  f[at + Pos.margin]! -= amount;
  positionChanged(s, ins, slot, 'marginTaken');
  return positionResult(s, slot);
}
