import { InstrumentStatus, OrderSide, PositionAction } from '@bourse/protocol/enums';
import { ceilDiv, floorDiv, maxSafe } from '../base/exact.ts';
import { isFresh } from '../book/checks.ts';
import { Lev, levelWidth } from '../book/levels.ts';
import { openSlots } from '../book/order-record.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { leverage } from '../leverage/declare.ts';
import { enterOrder } from '../leverage/enter.ts';
import { bankruptcyOf, marginRatio } from '../leverage/margin.ts';
import { newForcedOrder, sideFor } from '../leverage/new-order.ts';
import { cancelOpen } from '../leverage/order-life.ts';
import { directionOf, modeOf, PosI, positionInts, warnedBit } from '../leverage/positions.ts';
import { emitWarning, setWarned, warningEquity } from '../leverage/warnings.ts';
import type { WatchHeap } from '../leverage/watch-heap.ts';
import { Reason } from '../record/decode.ts';
import { insuranceMoney, upTo } from './balances.ts';
import { holdingOf } from './holding.ts';
import type { Holding } from './margin.ts';
import { equityOf, rewatch } from './watch.ts';

/**
 * Liquidates margined and short positions whose equity is at or below maintenance at the reference price. They are closed through the book, in the order
 * their watch prices were crossed, a bounded number with each tick. Lots that the book cannot take are tried again at the next tick.
 */
export function liquidateStocks(s: State, ins: Instrument): void {
  const { longs, shorts } = ins.stock!;
  const calendar = s.calendars.get(ins.stock!.rules.calendar);
  if (s.mode === 'readOnly' || !isFresh(s, ins) || calendar?.inSession === false) return;
  if (ins.status !== InstrumentStatus.trading && ins.status !== InstrumentStatus.cancelOnly) return;
  for (const heap of [longs, shorts]) for (const id of takeDue(s, ins, heap)) liquidate(s, ins, id);
  endWarnings(s, ins);
}

/**
 * Returns the ids of positions to liquidate. They leave the heap while this runs, so that one that cannot be closed does not hide the others. A position
 * that is only close to liquidation is warned once and then watched for its liquidation.
 */
function takeDue(s: State, ins: Instrument, heap: WatchHeap): number[] {
  const ids: number[] = [];
  const slots: number[] = [];
  const warns = ins.stock!.rules.marginWarnings;
  while (heap.isCrossed(ins.reference) && ids.length < s.limits.liquidationStepsPerCommand) {
    if (warns && s.marginChecks++ >= s.limits.marginChecksPerCommand) break;
    const slot = heap.top();
    heap.remove(slot);
    slots.push(slot);
    if (!warns || !isSafe(s, ins, slot)) ids.push(s.positions.id(slot));
  }
  for (const slot of slots) rewatch(s, ins, slot);
  return ids;
}

/** Whether a position is above its maintenance. Warns its owner when it is close. */
function isSafe(s: State, ins: Instrument, slot: number): boolean {
  const { equity, maintenance } = equityOf(ins, holdingOf(s, slot));
  if (equity <= maintenance) return false;
  const { i } = s.positions.store;
  const warned = (i[slot * positionInts + PosI.flags]! & warnedBit) !== 0;
  if (!warned && equity <= warningEquity(maintenance)) {
    setWarned(s, slot, true);
    emitWarning(s, i[slot * positionInts + PosI.owner]!, s.positions.id(slot), ins.id, marginRatio(maintenance, equity));
  }
  return true;
}

/** Looks again at warned positions whose price has recovered far enough that the warning may end. */
function endWarnings(s: State, ins: Instrument): void {
  const { warned } = ins.stock!;
  while (warned.isReached(ins.reference) && s.marginChecks < s.limits.marginChecksPerCommand) {
    s.marginChecks += 1;
    rewatch(s, ins, s.positions.slot(warned.take(ins.reference)));
  }
}

/** Cancels the account's orders in the stock, then closes the position at market, as far as the book and the insurance fund allow. */
function liquidate(s: State, ins: Instrument, id: number): void {
  const slot = s.positions.slot(id);
  if (slot === 0) return;
  const { i } = s.positions.store;
  const flags = i[slot * positionInts + PosI.flags]!;
  const owner = i[slot * positionInts + PosI.owner]!;
  const direction = directionOf(flags);
  for (const order of openSlots(s, owner, ins.slot)) cancelOpen(s, ins, order, Reason.liquidation);
  const side = sideFor(direction, PositionAction.close);
  const { lowTicks, highTicks } = ins.stock!;
  const limit = side === OrderSide.sell ? Math.max(ins.bandLow, lowTicks) : Math.min(ins.bandHigh, highTicks === 0 ? maxSafe : highTicks);
  const holding = holdingOf(s, slot);
  const lots = coveredLots(s, ins, holding, limit);
  if (lots === 0) return;
  const order = newForcedOrder(s, ins, slot, lots);
  const { forced } = s.stocks;
  forced.fee = 0;
  forced.insured = 0;
  enterOrder(s, ins, order, limit, false, Reason.liquidation);
  if (s.sweep.lots > 0) recordLiquidation(s, ins, id, owner, flags, holding);
}

/** Records the position as it was found and what happened to it. What the order took is in `sweep` and `forced`. */
function recordLiquidation(s: State, ins: Instrument, id: number, owner: number, flags: number, holding: Holding): void {
  const { lots: openLots, entry, margin } = holding;
  const { equity, maintenance } = equityOf(ins, holding);
  s.log.tell(leverage.events.liquidation, {
    liquidation: s.nextLiquidation++,
    account: s.accounts.id(owner),
    position: id,
    instrument: ins.id,
    direction: directionOf(flags),
    mode: modeOf(flags),
    markTicks: ins.reference,
    entryValue: entry,
    margin,
    equity,
    maintenance,
    bankruptcyTicks: bankruptcyOf(directionOf(flags), openLots, entry, margin, ins.unit),
    lots: openLots,
    openLots,
    filledLots: s.sweep.lots,
    filledValue: s.sweep.quote,
    fee: s.stocks.forced.fee,
    insured: s.stocks.forced.insured,
    deleveragedLots: 0,
    accountState: undefined,
  });
}

/** How many lots the book takes no worse than `limit`, while the insurance fund covers their shortfall, lot by lot and rounded up. */
function coveredLots(s: State, ins: Instrument, { long, lots, entry, margin, loan }: Holding, limit: number): number {
  const perLot = long ? ceilDiv(loan, lots) : floorDiv(entry + margin, lots);
  const { f } = s.levels.store;
  let fund = upTo(s, insuranceMoney(s, ins), maxSafe);
  let covered = 0;
  (long ? ins.book.bids : ins.book.asks).walk((level) => {
    const price = f[level * levelWidth + Lev.price]!;
    if (long ? price < limit : price > limit) return false;
    const missing = long ? perLot - price * ins.unit : price * ins.unit - perLot;
    const wanted = Math.min(lots - covered, f[level * levelWidth + Lev.lots]!);
    // Each fill of a short rounds once.
    const each = missing > 0 ? missing + 1 : 0;
    const taken = each === 0 ? wanted : Math.min(wanted, floorDiv(fund, each));
    fund -= taken * each;
    covered += taken;
    return taken === wanted && covered < lots;
  });
  return covered;
}
