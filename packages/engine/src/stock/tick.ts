import { reviewHeldAtNewPrice } from '../book/protection.ts';
import { setTriggerPrices, wake } from '../book/wake.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { evict } from '../leverage/evict.ts';
import { tradeOrHold } from '../leverage/trade-or-hold.ts';
import { fireOrder } from '../leverage/trigger.ts';
import { continueCharges } from './charge.ts';
import { enterWaiting } from './enter-at-open.ts';
import { liquidateStocks } from './liquidate.ts';

/** A reference price of a stock: what waited for the open enters first, then stops wake, then what owes too much is closed. */
export function onStockTick(s: State, ins: Instrument): void {
  ins.stock!.standIn = 0;
  setTriggerPrices(ins, ins.reference);
  evict(s, ins);
  if (ins.stock!.waiting !== 0) enterWaiting(s, ins);
  reviewHeldAtNewPrice(s, ins, tradeOrHold);
  wake(s, ins, fireOrder);
  liquidateStocks(s, ins);
}

/** Goes on with what an earlier command's limit left over: orders that enter at the open, charges of a close. */
export function continueStocks(s: State): void {
  if (!hasStockWork(s)) return;
  for (const slot of [...s.stocks.entering].sort((a, b) => a - b)) enterWaiting(s, s.instruments.at(slot));
  for (const id of [...s.stocks.charging].sort((a, b) => a - b)) continueCharges(s, s.calendars.get(id)!);
}

/** Whether something was left over that another command would go on with. */
export const hasStockWork = (s: State) => s.stocks.entering.size > 0 || s.stocks.charging.size > 0;
