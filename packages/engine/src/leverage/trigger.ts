import { OrderStatus, PositionAction, TimeInForce } from '@bourse/protocol/enums';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsDirection, termsLeverage, waitsBit, wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { type ContractEntry, judge } from '../contract/judge.ts';
import type { State } from '../core/state.ts';
import { feePpmOf, postOnlyOf, Reason, sideOf, tifOf, typeOf } from '../record/decode.ts';
import { emitOrder, finish, isMarketType, reservedUnits } from '../spot/order-life.ts';
import { facesNobody, joinQueue } from '../stock/queue.ts';
import { enterContract } from './enter.ts';
import { releaseReserve } from './order-life.ts';
import { unnoteOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';

/** An order's record as an entry for the lots it has still to trade. */
export function entryOf(s: State, ins: Instrument, slot: number): ContractEntry {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const terms = i[at * 2 + OrdI.terms]!;
  const owner = i[at * 2 + OrdI.owner]!;
  return {
    owner,
    direction: termsDirection(terms),
    action: closes(terms) ? PositionAction.close : PositionAction.open,
    market: isMarketType(typeOf(flags)),
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: f[at + Ord.price]!,
    lots: f[at + Ord.lots]! - f[at + Ord.filled]!,
    leverage: termsLeverage(terms),
    feePpm: feePpmOf(flags),
    position: s.positions.find(owner, ins.slot, termsDirection(terms)),
    frozen: 0,
    counted: 0,
  };
}

/** At the open nobody may stand in a stock's book yet: a protection that has fired waits with those who waited for the open. */
function waitForSomebody(s: State, ins: Instrument, slot: number): void {
  s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]! |= waitsBit;
  joinQueue(s, ins, slot);
  emitOrder(s, ins, slot, Reason.triggered, reservedUnits(s, ins, slot));
}

/**
 * A waiting order whose trigger the mark price has reached: it gets its reservation back and enters as a new one would, under its old id; what a new one
 * would be refused for rejects it. A closing order takes at most what is open, one that protects the whole position all of it.
 */
export function triggerContract(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const terms = i[at * 2 + OrdI.terms]!;
  const whole = (terms & wholeBit) !== 0;
  if (ins.stock?.rules.stopsWait && closes(terms) && isMarketType(typeOf(flags)) && facesNobody(ins, sideOf(flags))) {
    waitForSomebody(s, ins, slot);
    return;
  }
  releaseReserve(s, ins, slot);
  unnoteOrder(s, slot);
  const position = s.positions.find(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  if (closes(terms)) {
    const open = s.positions.store.f[position * positionWidth + Pos.lots]!;
    f[at + Ord.lots] = whole ? open : Math.min(open, f[at + Ord.lots]!);
  }
  const entry = entryOf(s, ins, slot);
  const full = !entry.market && entry.tif === TimeInForce.gtc && ins.book.orders >= s.limits.ordersPerBook;
  const verdict = judge(s, ins, entry);
  if (full || verdict.refusal !== undefined) finish(s, ins, slot, OrderStatus.rejected, Reason.triggerRejected, true);
  else enterContract(s, ins, slot, verdict.limit, true, Reason.triggered);
}
