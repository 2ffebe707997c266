import { flows } from '@bourse/protocol/flows';
import { floorDiv, highOf, lowOf, mulDivCeil, mulDivFloor } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { CorporateAction } from '../commands.ts';
import type { State } from '../core/state.ts';
import { endPosition } from '../leverage/end-position.ts';
import { emitPosition } from '../leverage/position-event.ts';
import { Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { insuranceMoney, money, outsideMoney, outsideShares, poolMoney, shares, upTo } from './balances.ts';
import { holdingOf, isCash } from './holding.ts';
import { houseShares } from './house-shares.ts';
import { takeAmounts } from './lots.ts';
import { type Closing, closingOf, type Holding } from './margin.ts';
import { rewatch } from './watch.ts';

const flow = flows.stockSplit.code;
const insurancePays = flows.stockForcedLiquidation.code;

/**
 * Replaces `denominator` old lots with `numerator` new ones; the entry value stays. A long is paid for a fraction of a lot as if it had sold it at the old
 * close, and a short pays for its fraction as if it had bought it back. The stock's prices are already those of the new shares.
 */
export function splitPosition(
  s: State,
  ins: Instrument,
  slot: number,
  { numerator, denominator }: Pick<CorporateAction, 'numerator' | 'denominator'>,
  closeTicks: number,
  note: (cash: number, lotsAfter: number) => void,
): void {
  const { f } = s.positions.store;
  const at = slot * positionWidth;
  const holding = holdingOf(s, slot);
  const parts = holding.lots * numerator;
  const lots = floorDiv(parts, denominator);
  const rest = parts - lots * denominator;
  // One new lot is worth close × denominator ÷ numerator, and `rest` counts parts of 1 ÷ denominator of it.
  const price = closeTicks * ins.unit;
  const value = (holding.long ? mulDivFloor : mulDivCeil)(rest, price, numerator);
  const closing = rest === 0 ? undefined : holding.long ? payingOut(holding, rest, parts, value) : closingOf(holding, rest, value, parts);
  if (holding.long) moveShares(s, ins, slot, holding.lots, lots);
  else ins.stock!.lentLots += lots - holding.lots;
  f[at + Pos.lots] = lots;
  f[at + Pos.closedLots] = mulDivFloor(f[at + Pos.closedLots]!, numerator, denominator);
  if (closing !== undefined) settleFraction(s, ins, slot, holding, closing, value);
  rewatch(s, ins, slot);
  note(holding.long ? value : -value, lots);
  emitPosition(s, ins, slot, lots === 0 ? 'closed' : 'split');
  if (lots === 0) endPosition(s, ins, slot);
}

function settleFraction(s: State, ins: Instrument, slot: number, { long }: Holding, closing: Closing, cash: number): void {
  const owner = s.positions.store.i[slot * positionInts + PosI.owner]!;
  if (long) payFraction(s, ins, owner, closing, cash);
  else returnFraction(s, ins, owner, closing, cash);
  takeAmounts(s, slot, cash, closing);
  if (long) ins.stock!.lentUnits -= closing.repaid;
}

/** A long that stays open repays no more than its fraction brought. One that ends owes the shortfall. */
function payingOut(holding: Holding, rest: number, parts: number, value: number): Closing {
  const closing = closingOf(holding, rest, value, parts);
  if (rest === parts || closing.missing === 0) return closing;
  const closedEntry = Math.min(closing.closedEntry, value + holding.margin);
  return { closedEntry, repaid: value, released: closedEntry - value, profit: value - closedEntry, left: 0, missing: 0 };
}

/** Moves shares in from outside, or out again when the split leaves fewer. */
function moveShares(s: State, ins: Instrument, slot: number, before: number, after: number): void {
  const { i } = s.positions.store;
  const own = shares(s, ins, i[slot * positionInts + PosI.owner]!);
  const outside = outsideShares(s, ins);
  const units = Math.abs(after - before) * ins.lotUnits;
  const frozen = !isCash(i[slot * positionInts + PosI.flags]!);
  if (units === 0) return;
  s.ledger.posting += 1;
  if (after > before) {
    s.ledger.debit(outside, units, flow, 0, 0);
    s.ledger.credit(own, units, flow, 0, 0);
    if (frozen) s.ledger.freeze(own, units, flow, 0, 0);
    return;
  }
  if (frozen) s.ledger.spend(own, units, flow, 0, 0);
  else s.ledger.debit(own, units, flow, 0, 0);
  s.ledger.credit(outside, units, flow, 0, 0);
}

function payFraction(s: State, ins: Instrument, owner: number, { left, missing, repaid }: Closing, cash: number): void {
  const insured = upTo(s, insuranceMoney(s, ins), missing);
  if (cash + insured === 0) return;
  s.ledger.posting += 1;
  if (cash > 0) s.ledger.debit(outsideMoney(s, ins), cash, flow, 0, 0);
  if (insured > 0) s.ledger.debit(insuranceMoney(s, ins), insured, insurancePays, 0, 0);
  if (repaid - missing + insured > 0) s.ledger.credit(poolMoney(s, ins), repaid - missing + insured, flow, 0, 0);
  if (left > 0) s.ledger.credit(money(s, ins, owner), left, flow, 0, 0);
}

/** Pays the lender money for the fraction of a share that it cannot get back. */
function returnFraction(s: State, ins: Instrument, owner: number, { left, missing }: Closing, cash: number): void {
  const own = money(s, ins, owner);
  const insured = upTo(s, insuranceMoney(s, ins), missing);
  const paid = cash - missing;
  s.ledger.posting += 1;
  if (paid > 0) s.ledger.spend(own, paid, flow, 0, 0);
  if (insured > 0) s.ledger.debit(insuranceMoney(s, ins), insured, insurancePays, 0, 0);
  if (paid + insured > 0) s.ledger.credit(poolMoney(s, ins), paid + insured, flow, 0, 0);
  if (left > 0) s.ledger.release(own, left, flow, 0, 0);
}

/** Splits the house's own shares exactly, in the smallest units, and pays out what is less than a unit. */
export function splitHouseShares(s: State, ins: Instrument, numerator: number, denominator: number, closeTicks: number): void {
  for (const { owner, balance } of houseShares(s, ins)) {
    const before = s.ledger.available(balance);
    const parts = before * BigInt(numerator);
    const after = parts / BigInt(denominator);
    const rest = parts - after * BigInt(denominator);
    const cash = (rest * BigInt(closeTicks) * BigInt(ins.unit)) / (BigInt(numerator) * BigInt(ins.lotUnits));
    const units = after > before ? after - before : before - after;
    const [from, to] = after > before ? [outsideShares(s, ins), balance] : [balance, outsideShares(s, ins)];
    if (units > 0n) s.ledger.move(from, to, highOf(units), lowOf(units), flow, flow);
    if (cash > 0n) s.ledger.move(outsideMoney(s, ins), money(s, ins, owner), highOf(cash), lowOf(cash), flow, flow);
  }
}

/** Restates the last prices in terms of the new shares, rounded down. The day's limits use them until the next tick. */
export function splitPrices(ins: Instrument, numerator: number, denominator: number): void {
  const scaled = (ticks: number) => (ticks === 0 ? 0 : Math.max(1, mulDivFloor(ticks, denominator, numerator)));
  ins.stock!.standIn = scaled(ins.triggerPrice);
  ins.stock!.lastClose = scaled(ins.stock!.lastClose);
}
