import type { State } from '../core/state.ts';
import type { TradeSide } from '../leverage/trade-side.ts';

/** Moves money from one available balance to another, in a posting of its own. */
export function move(s: State, from: number, to: number, amount: number, flowOut: number, flowIn: number, side: TradeSide): void {
  s.ledger.posting += 1;
  s.ledger.debit(from, amount, flowOut, side.order, side.fill);
  s.ledger.credit(to, amount, flowIn, side.order, side.fill);
}
