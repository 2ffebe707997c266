import { reviewHeldAtNewPrice } from '../book/protection.ts';
import { setTriggerPrices, wake } from '../book/wake.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { evict } from '../leverage/evict.ts';
import { tradeOrHold } from '../leverage/trade-or-hold.ts';
import { fireOrder } from '../leverage/trigger.ts';
import { MarkRecord } from '../record/layouts.ts';
import { isTwoSided, medianMark, middleOf } from './basis.ts';
import { fundingAfter } from './funding/funding.ts';
import { checkMargins } from './liquidation/check-margins.ts';

/** Updates the mark price of a contract after a tick of its index, and everything that compares with the mark. */
export function onIndexTick(s: State, ins: Instrument): void {
  const { contract } = ins;
  if (contract === undefined) return;
  const index = ins.reference;
  const bid = ins.book.bestBid();
  const ask = ins.book.bestAsk();
  contract.basis.moveTo(s.time);
  if (isTwoSided(bid, ask)) {
    const middle = middleOf(bid, ask);
    contract.basis.sample(middle - index);
    if (contract.premium.samples < s.limits.premiumSamples) contract.premium.sample(middle, index);
  }
  contract.basisTicks = contract.basis.average();
  contract.markTicks = medianMark(index, contract.basisTicks, contract.lastTicks, contract.rules.markBandBps);
  const to = s.log.open(MarkRecord.code);
  const n = s.log.numbers;
  n[to + MarkRecord.instrument] = ins.id;
  n[to + MarkRecord.markTicks] = contract.markTicks;
  n[to + MarkRecord.indexTicks] = index;
  n[to + MarkRecord.basisTicks] = contract.basisTicks;
  n[to + MarkRecord.lastTicks] = contract.lastTicks;
  n[to + MarkRecord.tickTime] = ins.referenceTime;
  n[to + MarkRecord.source] = ins.source;
  fundingAfter(s, ins, contract);
  setTriggerPrices(ins, contract.markTicks);
  evict(s, ins);
  reviewHeldAtNewPrice(s, ins, tradeOrHold);
  wake(s, ins, fireOrder);
  checkMargins(s, ins, contract);
}
