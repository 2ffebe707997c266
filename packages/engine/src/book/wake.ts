import { InstrumentStatus, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { triggerContract } from '../leverage/trigger.ts';
import { byValueOf, postOnlyOf, Reason, sideOf, tifOf, typeOf } from '../record/decode.ts';
import { isFresh } from '../spot/check.ts';
import { enter } from '../spot/enter.ts';
import { checkEntry } from '../spot/entry.ts';
import { finish, isMarketType, reservedUnits } from '../spot/order-life.ts';
import { goAhead } from '../spot/trade-or-hold.ts';
import { Ord, OrdI, orderWidth } from './orders.ts';
import { protects } from './protection.ts';

const releaseFlow = flows.spotOrderRelease.code;

/** A new price that triggers compare with. While some are left over, the extremes since then count. */
export function noteForWake(ins: Instrument, priceTicks: number): void {
  ins.highSinceWake = ins.backlog ? Math.max(ins.highSinceWake, priceTicks) : priceTicks;
  ins.lowSinceWake = ins.backlog ? Math.min(ins.lowSinceWake, priceTicks) : priceTicks;
}

/**
 * Wakes the orders whose trigger the reference price has reached since all were last awake: rising ones by lowest trigger, then falling
 * ones by highest, equal triggers by order id. What the command's limit leaves over stays due. Nothing wakes while the instrument is
 * not trading or its price is stale; the first fresh tick afterwards decides.
 */
export function wake(s: State, ins: Instrument): void {
  if (s.mode !== 'normal' || ins.status !== InstrumentStatus.trading || !isFresh(s, ins)) return;
  for (;;) {
    const slot = nextDue(s, ins);
    if (slot === 0) break;
    if (s.woken === s.limits.wakesPerCommand) {
      if (!ins.backlog) s.backlogs += 1;
      ins.backlog = true;
      return;
    }
    s.woken += 1;
    fire(s, ins, slot);
  }
  ins.highSinceWake = ins.triggerPrice;
  ins.lowSinceWake = ins.triggerPrice;
  if (ins.backlog) s.backlogs -= 1;
  ins.backlog = false;
}

function nextDue(s: State, ins: Instrument): number {
  const f = s.orders.store.f;
  const rising = ins.book.rising.top();
  if (rising !== 0 && f[rising * orderWidth + Ord.trigger]! <= ins.highSinceWake) return rising;
  const falling = ins.book.falling.top();
  return falling !== 0 && f[falling * orderWidth + Ord.trigger]! >= ins.lowSinceWake ? falling : 0;
}

function fire(s: State, ins: Instrument, slot: number): void {
  ins.book.heapFor(slot).remove(slot);
  if (protects(s, ins, slot)) goAhead(s, ins, slot);
  else if (s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] === 0) trigger(s, ins, slot);
  else triggerContract(s, ins, slot);
}

/** The order gets its reservation back and enters as a new one would, with its old id; what a new one would be refused for rejects it. */
function trigger(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const balance = i[at * 2 + OrdI.reserve]!;
  const byValue = byValueOf(flags);
  const market = isMarketType(typeOf(flags));
  s.ledger.release(balance, reservedUnits(s, ins, slot), releaseFlow, f[at]!, 0);
  const full = !market && tifOf(flags) === TimeInForce.gtc && ins.book.orders >= s.limits.ordersPerBook;
  const refusal = checkEntry(s, ins, {
    owner: i[at * 2 + OrdI.owner]!,
    side: sideOf(flags),
    market,
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: f[at + Ord.price]!,
    lots: byValue ? 0 : f[at + Ord.lots]!,
    quoteAmount: byValue ? f[at + Ord.lots]! : 0,
    filledQuote: 0,
    balance,
    frozen: 0,
  });
  if (full || refusal !== undefined) finish(s, ins, slot, OrderStatus.rejected, Reason.triggerRejected, true);
  else enter(s, ins, slot, true, Reason.triggered);
}
