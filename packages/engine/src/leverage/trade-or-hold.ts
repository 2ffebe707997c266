import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { hold } from '../book/protection.ts';
import { wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { type ContractEntry, judge } from '../contract/judge.ts';
import type { State } from '../core/state.ts';
import { Reason, sideOf } from '../record/decode.ts';
import { surveyContract } from './dry-run.ts';
import { enterContract } from './enter.ts';
import { unnoteOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { entryOf } from './trigger.ts';

/** The same of what closes a position of a contract or stock: at most what is open of it, and all of that where it protects the whole. */
export function goAheadContract(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const entry = entryOf(s, ins, slot);
  const open = s.positions.store.f[entry.position * positionWidth + Pos.lots]!;
  entry.lots = (i[at * 2 + OrdI.terms]! & wholeBit) !== 0 ? open : Math.min(open, entry.lots);
  const { held } = ins.book;
  const limit = findsSomebody(s, ins, slot, entry);
  if (limit === undefined) {
    if (!held.has(slot)) hold(s, ins, slot, Reason.triggered);
    return;
  }
  if (held.has(slot)) held.remove(slot);
  unnoteOrder(s, slot);
  f[at + Ord.lots] = f[at + Ord.filled]! + entry.lots;
  enterContract(s, ins, slot, limit, true, Reason.triggered);
}

/** Where its bounds end, if anybody stands inside them who would trade with it. */
function findsSomebody(s: State, ins: Instrument, slot: number, entry: ContractEntry): number | undefined {
  const { limit, refusal } = judge(s, ins, entry);
  if (refusal !== undefined) return undefined;
  const side = sideOf(s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]!);
  const { lots } = surveyContract(s, ins, entry.owner, side, limit, 1, entry.leverage, entry.feePpm);
  return lots > 0 ? limit : undefined;
}
