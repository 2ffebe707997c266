import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { isFresh } from './checks.ts';
import type { OnOrder } from './order-record.ts';
import { Ord, orderWidth } from './orders.ts';

/** Sets the price that triggers compare with. While due triggers are left over, the highest and lowest price since then count too. */
export function setTriggerPrices(ins: Instrument, priceTicks: number): void {
  ins.highSinceWake = ins.backlog ? Math.max(ins.highSinceWake, priceTicks) : priceTicks;
  ins.lowSinceWake = ins.backlog ? Math.min(ins.lowSinceWake, priceTicks) : priceTicks;
}

/**
 * Fires the orders whose trigger the price has reached since the last complete run: rising ones by lowest trigger, then falling ones by highest, equal
 * triggers by order id. What the command's limit leaves over stays due. Nothing fires while the instrument does not trade or its price is stale; the first
 * fresh tick afterwards decides. `fire` is the product's own function; the order has left its heap before it runs.
 */
export function wake(s: State, ins: Instrument, fire: OnOrder): void {
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
    ins.book.heapFor(slot).remove(slot);
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
