import { InstrumentStatus } from '@bourse/protocol/enums';
import type { PositionView, StockView } from '../api.ts';
import { ceilShare } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { marginRatio, valueAt } from '../leverage/margin.ts';
import { positionNow } from '../leverage/position-event.ts';
import { PosI, positionInts } from '../leverage/positions.ts';
import { holdingOf, isCash } from './holding.ts';
import { isSettled } from './series.ts';

/** What the reader answers about stocks. Nothing here changes state. */

export function stockPositionView(s: State, ins: Instrument, slot: number): PositionView {
  const { long, lots, entry, margin } = holdingOf(s, slot);
  const markTicks = priceFor(s, ins, slot);
  const value = valueAt(lots, markTicks, ins.unit);
  const unrealised = markTicks === 0 ? 0 : long ? value - entry : entry - value;
  const cash = isCash(s.positions.store.i[slot * positionInts + PosI.flags]!);
  const maintenance = cash ? 0 : ceilShare(value, ins.stock!.rules.maintenancePpm);
  const event = positionNow(s, ins, slot);
  return {
    ...event,
    markTicks,
    unrealised,
    maintenance,
    marginRatioPpm: marginRatio(maintenance, margin + unrealised),
    protections: [...(s.exits.of(event.position)?.parts ?? [])].sort((a, b) => a - b),
  };
}

/** While a split is under way, a position that has not been split yet is valued at the price of the old shares. */
function priceFor(s: State, ins: Instrument, slot: number): number {
  const { action } = ins.stock!;
  return action === undefined || isSettled(s, action, slot) ? ins.triggerPrice : action.oldTicks;
}

/** The running or next session, and the day's price limits. */
export function stockView(s: State, ins: Instrument): StockView {
  const { rules, lowTicks, highTicks, lastClose } = ins.stock!;
  const calendar = s.calendars.get(rules.calendar);
  const session = calendar?.inSession === true ? calendar.current : calendar?.next;
  return {
    instrument: ins.id,
    calendar: rules.calendar,
    session: session?.open ?? 0,
    close: session?.close ?? 0,
    // A stock without a calendar trades whenever its status says so.
    inSession: calendar?.inSession ?? (rules.calendar === 0 && ins.status === InstrumentStatus.trading),
    lowTicks,
    highTicks,
    previousCloseTicks: lastClose,
  };
}
