import { reviewHeldAtNewPrice } from './book/protection.ts';
import { setTriggerPrices, wake } from './book/wake.ts';
import { catalogue, type FeedQuiet, type FeedTicks } from './catalogue/declare.ts';
import { fundingBefore } from './contract/funding/funding.ts';
import { checkMargins } from './contract/liquidation/check-margins.ts';
import { onIndexTick } from './contract/mark.ts';
import type { State } from './core/state.ts';
import { checkLoans } from './loans/look.ts';
import { wakeAny } from './orders/waiting.ts';
import { badField, done, refuse } from './outcomes.ts';
import { fireSpot, tradeOrHoldSpot } from './spot/trigger.ts';
import { onStockTick } from './stock/tick.ts';
import { timedQuiet, timedTick } from './timed/settle.ts';

/**
 * Reference prices. All items are checked before any is applied. A tick older than the reference it would replace is skipped, and so is one too far from
 * the future; a nearer one counts as of now, so that a feed's wrong clock cannot keep a price fresh. A tick older than five seconds decides timed contracts
 * by its own time, but its price is stale: nothing fills, fires or is liquidated by it.
 */
export function feedTicks(s: State, command: FeedTicks) {
  const { source, items } = command;
  const refusal = checkItems(s, items);
  if (refusal !== undefined) return refusal;
  let number = s.sources.indexOf(source);
  if (number < 0) {
    if (s.sources.length > s.limits.sources) return refuse('overloaded');
    number = s.sources.push(source) - 1;
  }
  for (const item of items) {
    const ins = s.instruments.get(item.instrument)!;
    if (item.time > s.time + s.limits.tickAheadMs) continue;
    const time = Math.min(item.time, s.time);
    if (time < ins.referenceTime) continue;
    if (ins.contract !== undefined) fundingBefore(s, ins, ins.contract, time);
    ins.setReference(item.priceTicks, time, number);
    s.log.reference(ins.id, item.priceTicks, time, number);
    timedTick(s, ins, item.priceTicks, time, number);
    if (ins.contract !== undefined) onIndexTick(s, ins);
    else if (ins.stock !== undefined) onStockTick(s, ins);
    else {
      setTriggerPrices(ins, item.priceTicks);
      reviewHeldAtNewPrice(s, ins, tradeOrHoldSpot);
      wake(s, ins, fireSpot);
      checkLoans(s, ins);
    }
  }
  return done;
}

/** A time before the newest tick says nothing new. */
export function feedQuiet(s: State, { items }: FeedQuiet) {
  const refusal = checkItems(s, items);
  if (refusal !== undefined) return refusal;
  for (const item of items) {
    const ins = s.instruments.get(item.instrument)!;
    const time = Math.min(item.time, s.time);
    if (time <= ins.referenceTime) continue;
    s.log.tell(catalogue.events.quiet, { instrument: ins.id, until: time });
    timedQuiet(s, ins, time);
    if (ins.contract !== undefined) fundingBefore(s, ins, ins.contract, time);
  }
  return done;
}

function checkItems(s: State, items: readonly { instrument: number }[]) {
  if (items.length > s.limits.ticksPerCommand) return badField('items', { problem: 'items', min: 0, max: s.limits.ticksPerCommand });
  return items.some(({ instrument }) => s.instruments.get(instrument) === undefined) ? refuse('instrumentUnknown') : undefined;
}

/** Goes on with the triggers and margins that an earlier command's limit left over. */
export function wakeBacklogs(s: State): void {
  for (const ins of s.instruments.list) {
    if (ins.backlog) wakeAny(s, ins);
    if (ins.contract?.backlog === true) checkMargins(s, ins, ins.contract);
  }
}
