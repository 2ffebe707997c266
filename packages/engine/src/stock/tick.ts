import type { WorkList } from '../base/work-list.ts';
import { reviewHeldAtNewPrice } from '../book/protection.ts';
import { setTriggerPrices, wake } from '../book/wake.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { evict } from '../leverage/evict.ts';
import { tradeOrHold } from '../leverage/trade-or-hold.ts';
import { fireOrder } from '../leverage/trigger.ts';
import { continueCharges } from './charge.ts';
import { continueExpiry, continueOpening, expireFirst } from './day.ts';
import { enterWaiting } from './enter-at-open.ts';
import { liquidateStocks } from './liquidate.ts';
import { continueAction, settleActionsFirst } from './series.ts';

/** Handles a new reference price: orders waiting for the open enter, then stops fire, then positions without enough margin are liquidated. */
export function onStockTick(s: State, ins: Instrument): void {
  ins.stock!.standIn = 0;
  setTriggerPrices(ins, ins.reference);
  // A corporate action is about to cancel the orders and change the positions.
  if (ins.stock!.action !== undefined) return;
  evict(s, ins);
  if (ins.stock!.waiting !== 0) enterWaiting(s, ins);
  reviewHeldAtNewPrice(s, ins, tradeOrHold);
  wake(s, ins, fireOrder);
  liquidateStocks(s, ins);
}

/** Continues what an earlier command's limit left over. The order matters: later work depends on earlier work. */
export function continueStocks(s: State): void {
  const limit = s.limits.stockStepsPerCommand;
  const each = (slots: WorkList, step: (ins: Instrument) => void) => {
    for (const slot of slots.sorted()) step(s.instruments.at(slot));
  };
  for (const id of s.stocks.charging.sorted()) continueCharges(s, s.calendars.get(id)!);
  each(s.stocks.expiring, (ins) => continueExpiry(s, ins, limit));
  each(s.stocks.acting, (ins) => continueAction(s, ins, limit));
  each(s.stocks.opening, (ins) => continueOpening(s, ins));
  each(s.stocks.entering, (ins) => enterWaiting(s, ins));
}

/** Whether a change is under way that an account must not avoid by sending a command. */
export const isChanging = ({ stocks }: State) => stocks.acting.size > 0 || stocks.expiring.size > 0;

export function settleStocksFirst(s: State, owner: number): void {
  expireFirst(s, owner);
  settleActionsFirst(s, owner);
}
