import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Reason, sideOf } from '../record/decode.ts';
import { dryRun } from './dry-run.ts';
import { enterOrder } from './enter.ts';
import { entryOf } from './entry.ts';
import { hold } from './order-life.ts';
import { uncountOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { type PositionEntry, productFor } from './product.ts';

/**
 * Trades what the book offers a fired protective stop within its bounds, and holds the stop while that is nothing. The stop closes at most what is open,
 * and all of it when it protects the whole position.
 */
export function tradeOrHold(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const entry = entryOf(s, ins, slot);
  const open = s.positions.store.f[entry.position * positionWidth + Pos.lots]!;
  entry.lots = (i[at * 2 + OrdI.terms]! & wholeBit) !== 0 ? open : Math.min(open, entry.lots);
  const { held } = ins.book;
  const limit = tradableTo(s, ins, slot, entry);
  if (limit === undefined) {
    if (!held.has(slot)) hold(s, ins, slot, Reason.triggered);
    return;
  }
  if (held.has(slot)) held.remove(slot);
  uncountOrder(s, slot);
  f[at + Ord.lots] = f[at + Ord.filled]! + entry.lots;
  enterOrder(s, ins, slot, limit, true, Reason.triggered);
}

/** The price where its bounds end, if the book holds anything to trade within them. */
function tradableTo(s: State, ins: Instrument, slot: number, entry: PositionEntry): number | undefined {
  const { limit, refusal } = productFor(s, ins).judge(s, ins, entry);
  if (refusal !== undefined) return undefined;
  const side = sideOf(s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]!);
  const { lots } = dryRun(s, ins, entry.owner, side, limit, 1, entry.leverage, entry.feePpm);
  return lots > 0 ? limit : undefined;
}
