import { PositionDirection } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { ceilShare } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { valueAt } from '../leverage/margin.ts';
import { emitPosition } from '../leverage/position-event.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { money, poolMoney, upTo } from './balances.ts';
import type { Calendar } from './calendar.ts';
import { stock as declared } from './declare.ts';
import { rewatch } from './watch.ts';

const interestFlow = flows.stockMarginInterest.code;
const borrowFlow = flows.stockBorrowFee.code;

/** Charges every loan and every borrowed share held over the day's close, a bounded number of positions with each command. */
export function startCharges(s: State, calendar: Calendar): void {
  calendar.chargedDay = calendar.day;
  calendar.chargeAt = 1;
  continueCharges(s, calendar);
}

/** Continues the charges. Nothing trades between two days, so what a position owes stays the same while it waits for its turn. */
export function continueCharges(s: State, calendar: Calendar): void {
  const { store } = s.positions;
  const end = Math.min(store.used, calendar.chargeAt + s.limits.chargesPerCommand);
  for (let slot = calendar.chargeAt; slot < end; slot++) {
    // The record of a closed position has no lots.
    if (store.f[slot * positionWidth + Pos.lots] === 0) continue;
    const ins = s.instruments.at(store.i[slot * positionInts + PosI.instrument]!);
    if (ins.stock?.rules.calendar === calendar.id) charge(s, ins, slot, calendar.chargedDay);
  }
  calendar.chargeAt = end < store.used ? end : 0;
  if (calendar.chargeAt === 0) s.stocks.charging.delete(calendar.id);
  else s.stocks.charging.add(calendar.id);
}

/**
 * Takes a charge from the available balance, then from the margin. A long adds the second part to its loan; a short pays it from its frozen money. Nobody
 * is charged more than the margin covers.
 */
function charge(s: State, ins: Instrument, slot: number, day: number): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const short = directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.short;
  const { rules, lastClose } = ins.stock!;
  const value = short ? valueAt(f[at + Pos.lots]!, lastClose, ins.unit) : f[at + Pos.loan]!;
  const ratePpm = short ? rules.borrowPpm : rules.interestPpm;
  const owed = ceilShare(value, ratePpm);
  if (owed === 0) return;
  const own = money(s, ins, i[slot * positionInts + PosI.owner]!);
  const paid = upTo(s, own, owed);
  const fromMargin = Math.min(owed - paid, f[at + Pos.margin]!);
  const flow = short ? borrowFlow : interestFlow;
  const frozen = short ? fromMargin : 0;
  if (paid + frozen > 0) {
    s.ledger.posting += 1;
    if (paid > 0) s.ledger.debit(own, paid, flow, 0, 0);
    if (frozen > 0) s.ledger.spend(own, frozen, flow, 0, 0);
    s.ledger.credit(poolMoney(s, ins), paid + frozen, flow, 0, 0);
  }
  f[at + Pos.margin]! -= fromMargin;
  if (!short) {
    f[at + Pos.loan]! += fromMargin;
    ins.stock!.lentUnits += fromMargin;
  }
  f[at + Pos.funding]! -= paid + fromMargin;
  s.log.tell(declared.events.holdingCharge, {
    position: f[at]!,
    account: s.accounts.id(i[slot * positionInts + PosI.owner]!),
    instrument: ins.id,
    session: day,
    value,
    ratePpm,
    amount: paid + fromMargin,
  });
  rewatch(s, ins, slot);
  emitPosition(s, ins, slot, 'charged');
}
