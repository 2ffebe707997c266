import { OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { isKeptProtection } from '../book/protection.ts';
import { closes, termsDirection, wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { enterOrder } from './enter.ts';
import { entryOf } from './entry.ts';
import { finish, releaseReserve } from './order-life.ts';
import { uncountOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { productFor } from './product.ts';
import { tradeOrHold } from './trade-or-hold.ts';

/** Fires a waiting order whose trigger the price has reached. */
export function fireOrder(s: State, ins: Instrument, slot: number): void {
  if (isKeptProtection(s, ins, slot)) tradeOrHold(s, ins, slot);
  else triggerOrder(s, ins, slot);
}

/**
 * Releases the order's reserve and enters it like a new order under its old id. Whatever would refuse a new order rejects it. A closing order takes at most
 * what is open, and one that protects the whole position takes all of it.
 */
function triggerOrder(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const whole = (terms & wholeBit) !== 0;
  const product = productFor(s, ins);
  if (closes(terms) && product.queueAtOpen(s, ins, slot)) return;
  releaseReserve(s, ins, slot);
  uncountOrder(s, slot);
  const position = s.positions.find(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  if (closes(terms)) {
    const open = s.positions.store.f[position * positionWidth + Pos.lots]!;
    f[at + Ord.lots] = whole ? open : Math.min(open, f[at + Ord.lots]!);
  }
  const entry = entryOf(s, ins, slot);
  const full = !entry.market && entry.tif === TimeInForce.gtc && ins.book.orders >= s.limits.ordersPerBook;
  const verdict = product.judge(s, ins, entry);
  if (full || verdict.refusal !== undefined) finish(s, ins, slot, OrderStatus.rejected, Reason.triggerRejected, true);
  else enterOrder(s, ins, slot, verdict.limit, true, Reason.triggered);
}
