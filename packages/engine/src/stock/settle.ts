import { OrderSide, PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { ceilShare } from '../base/exact.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, forcedBit, termsDirection, termsLeverage } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { openFill } from '../leverage/fill.ts';
import { countFilled } from '../leverage/order-sums.ts';
import { emitPosition } from '../leverage/position-event.ts';
import { recordPositionFill } from '../leverage/position-fill.ts';
import { Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { reservedPerLot } from '../leverage/reserve.ts';
import { attachStops } from '../leverage/stops.ts';
import type { PositionTaker, TradeSide } from '../leverage/trade-side.ts';
import { feeClassOf } from '../membership/class.ts';
import { feePpmOf, sideOf } from '../record/decode.ts';
import { FillRecord } from '../record/layouts.ts';
import { feeMoney, insuranceMoney, money, poolMoney, poolShares, shares } from './balances.ts';
import { holdingOf, isCash } from './holding.ts';
import { addLots, takeLots } from './lots.ts';
import { type Closing, closingOf, ownPerLot } from './margin.ts';
import { releaseLent } from './reserve.ts';
import { rewatch } from './watch.ts';

const buyPay = flows.stockBuyPay.code;
const buyReceive = flows.stockBuyReceive.code;
const sellDeliver = flows.stockSellDeliver.code;
const sellReceive = flows.stockSellReceive.code;
const shortBorrow = flows.stockShortBorrow.code;
const shortReturn = flows.stockShortReturn.code;
const lock = flows.stockMarginLock.code;
const unlock = flows.stockMarginRelease.code;
const insurancePays = flows.stockForcedLiquidation.code;

/** One side of a trade, worked out before any money moves. */
interface Party extends TradeSide {
  slot: number;
  direction: PositionDirection;
  leverage: number;
  /** For an opening order: the customer's own money and what is borrowed, in quote units. */
  own: number;
  loan: number;
  /** For a closing order: the position and what it settles. Undefined for an opening order. */
  position: number;
  closing: Closing | undefined;
  fee: number;
}

/**
 * Settles one trade in a stock. A resting order first gets back what it had frozen for these lots. Both sides then pay and deliver as incoming orders do,
 * in one posting, and margined shares and short proceeds are frozen afterwards. The caller has checked that both sides and the pool can pay.
 */
export function settleStockTrade(
  s: State,
  ins: Instrument,
  { slot: taker }: PositionTaker,
  maker: number,
  priceTicks: number,
  lots: number,
): void {
  const fill = s.nextFill++;
  const t = partyOf(s, ins, taker, fill, 'taker', priceTicks, lots);
  const m = partyOf(s, ins, maker, fill, 'maker', priceTicks, lots);
  const takerSide = sideOf(s.orders.store.i[taker * orderWidth * 2 + OrdI.flags]!);
  const value = lots * priceTicks * ins.unit;
  const to = openFill(s, ins, takerSide, priceTicks, lots, value, t, m);
  s.log.numbers[to + FillRecord.takerFee] = t.fee;
  s.log.numbers[to + FillRecord.makerFee] = m.fee;
  if (m.closing === undefined) giveBack(s, ins, m, lots);
  s.ledger.posting += 1;
  buy(s, ins, takerSide === OrderSide.buy ? t : m, lots, value);
  sell(s, ins, takerSide === OrderSide.buy ? m : t, lots, value);
  for (const party of [t, m]) payFee(s, ins, party, value);
  for (const party of [t, m]) {
    if (party.closing === undefined) open(s, ins, party, priceTicks, lots, value);
    else close(s, ins, party, party.closing, priceTicks, lots, value);
  }
}

function partyOf(s: State, ins: Instrument, slot: number, fill: number, role: 'taker' | 'maker', priceTicks: number, lots: number): Party {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const owner = i[at * 2 + OrdI.owner]!;
  const terms = i[at * 2 + OrdI.terms]!;
  const direction = termsDirection(terms);
  const leverage = termsLeverage(terms);
  const value = lots * priceTicks * ins.unit;
  const feeClass = feeClassOf(s, owner);
  const feePpm = (role === 'taker' ? ins.takerPpm(feeClass) : ins.makerPpm(feeClass)) + ins.stock!.rules.stampDutyPpm;
  const party = {
    slot,
    owner,
    order: f[at + Ord.id]!,
    fill,
    role: (terms & forcedBit) !== 0 ? ('liquidation' as const) : role,
    direction,
    leverage,
    // An opening order pays at most the fee it was accepted with, because only that is reserved. A closing order pays from what it leaves.
    feePpm: closes(terms) ? feePpm : Math.min(feePpm, feePpmOf(i[at * 2 + OrdI.flags]!)),
  };
  const fullFee = ceilShare(value, party.feePpm);
  if (!closes(terms)) {
    const own = lots * ownPerLot(priceTicks, ins.unit, leverage);
    const loan = direction === PositionDirection.long ? value - own : value;
    return { ...party, own, loan, position: 0, closing: undefined, fee: fullFee };
  }
  const position = s.positions.find(owner, ins.slot, direction);
  const closing = closingOf(holdingOf(s, position), lots, value);
  return { ...party, own: 0, loan: 0, position, closing, fee: Math.min(fullFee, closing.left) };
}

/** Releases what a resting order and the pool had frozen for lots that now trade. */
function giveBack(s: State, ins: Instrument, { slot, owner, order, fill }: Party, lots: number): void {
  s.ledger.release(money(s, ins, owner), lots * reservedPerLot(s, ins, slot), flows.stockOrderRelease.code, order, fill);
  releaseLent(s, ins, slot, lots, fill);
  countFilled(s, slot, lots);
}

/** Pays for shares and receives them. */
function buy(s: State, ins: Instrument, { owner, order, fill, loan, closing }: Party, lots: number, value: number): void {
  const own = money(s, ins, owner);
  const units = lots * ins.lotUnits;
  if (closing === undefined) {
    s.ledger.debit(own, value - loan, buyPay, order, fill);
    if (loan > 0) s.ledger.debit(poolMoney(s, ins), loan, buyPay, order, fill);
    s.ledger.credit(shares(s, ins, owner), units, buyReceive, order, fill);
    return;
  }
  s.ledger.spend(own, value - closing.missing, buyPay, order, fill);
  if (closing.missing > 0) s.ledger.debit(insuranceMoney(s, ins), closing.missing, insurancePays, order, fill);
  s.ledger.credit(poolShares(s, ins), units, shortReturn, order, fill);
}

/** Delivers shares and receives the money. A margined long repays its loan first. */
function sell(s: State, ins: Instrument, { owner, order, fill, closing, position }: Party, lots: number, value: number): void {
  const own = money(s, ins, owner);
  const units = lots * ins.lotUnits;
  if (closing === undefined) {
    s.ledger.debit(poolShares(s, ins), units, shortBorrow, order, fill);
    s.ledger.credit(own, value, sellReceive, order, fill);
    return;
  }
  const held = shares(s, ins, owner);
  if (isCash(s.positions.store.i[position * positionInts + PosI.flags]!)) s.ledger.debit(held, units, sellDeliver, order, fill);
  else s.ledger.spend(held, units, sellDeliver, order, fill);
  if (closing.missing > 0) s.ledger.debit(insuranceMoney(s, ins), closing.missing, insurancePays, order, fill);
  if (closing.repaid > 0) s.ledger.credit(poolMoney(s, ins), closing.repaid, sellReceive, order, fill);
  if (closing.left > 0) s.ledger.credit(own, closing.left, sellReceive, order, fill);
}

/** The fee and the stamp duty are one share of the value, rounded up once. The statement shows the duty separately. */
function payFee(s: State, ins: Instrument, { owner, order, fill, fee, closing, direction, role }: Party, value: number): void {
  const duty = Math.min(fee, ceilShare(value, ins.stock!.rules.stampDutyPpm));
  const own = money(s, ins, owner);
  const frozen = closing !== undefined && direction === PositionDirection.short;
  for (const [amount, flow, income] of [
    [fee - duty, flows.stockFee.code, flows.stockFeeIncome.code],
    [duty, flows.stockStampDuty.code, flows.stockStampDuty.code],
  ] as const) {
    if (amount === 0) continue;
    if (frozen) s.ledger.spend(own, amount, flow, order, fill);
    else s.ledger.debit(own, amount, flow, order, fill);
    s.ledger.credit(feeMoney(s, ins), amount, income, order, fill);
  }
  if (fee > duty && role !== 'liquidation') s.invitations.earn(s.accounts.id(owner), Wallet.stock, ins.quote.asset, fee - duty);
}

function open(s: State, ins: Instrument, party: Party, priceTicks: number, lots: number, value: number): void {
  const { owner, direction, leverage, own, loan, fee, order, fill } = party;
  if (direction === PositionDirection.short) s.ledger.freeze(money(s, ins, owner), value + own, lock, order, fill);
  else if (leverage > 1) s.ledger.freeze(shares(s, ins, owner), lots * ins.lotUnits, lock, order, fill);
  const known = s.positions.find(owner, ins.slot, direction);
  const position = known !== 0 ? known : addLots(s, ins, owner, direction, leverage, 0, 0, 0, 0);
  recordPositionFill(s, ins, position, party, PositionAction.open, priceTicks, lots, value, 0, 0, own, fee, 0, -1);
  addLots(s, ins, owner, direction, leverage, lots, value, own, loan);
  s.positions.store.f[position * positionWidth + Pos.fees]! += fee;
  rewatch(s, ins, position);
  emitPosition(s, ins, position, known === 0 ? 'opened' : 'increased');
  if (s.attached.size > 0) attachStops(s, ins, position, order);
}

function close(s: State, ins: Instrument, party: Party, closing: Closing, priceTicks: number, lots: number, value: number): void {
  const { position, fee, order, fill, owner } = party;
  const { f } = s.positions.store;
  const at = position * positionWidth;
  if (party.direction === PositionDirection.short && closing.left > fee)
    s.ledger.release(money(s, ins, owner), closing.left - fee, unlock, order, fill);
  recordPositionFill(
    s,
    ins,
    position,
    party,
    PositionAction.close,
    priceTicks,
    lots,
    value,
    closing.closedEntry,
    closing.profit,
    closing.released,
    fee,
    closing.missing,
    -1,
  );
  if (party.role === 'liquidation') {
    s.stocks.forced.fee += fee;
    s.stocks.forced.insured += closing.missing;
  }
  takeLots(s, ins, position, lots, value, closing);
  f[at + Pos.fees]! += fee;
  rewatch(s, ins, position);
  const over = f[at + Pos.lots] === 0;
  emitPosition(s, ins, position, party.role === 'liquidation' ? 'liquidated' : over ? 'closed' : 'reduced');
}
