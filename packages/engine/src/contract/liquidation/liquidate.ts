import { MarginMode, OrderSide, OrderStatus, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import { floorDiv } from '../../base/exact.ts';
import { openSlots } from '../../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../../book/orders.ts';
import { Stop } from '../../book/sweep.ts';
import type { Asset } from '../../catalogue/assets.ts';
import { bandHigh, bandLow } from '../../catalogue/band.ts';
import type { Instrument } from '../../catalogue/instruments.ts';
import { rankedPerStep } from '../../core/limits.ts';
import type { State } from '../../core/state.ts';
import type { AccountState } from '../../events.ts';
import { leverage } from '../../leverage/declare.ts';
import { cancelExits, endPosition } from '../../leverage/end-position.ts';
import { bankruptcyOf, worstClose } from '../../leverage/margin.ts';
import { matchOrder } from '../../leverage/match.ts';
import { newForcedOrder, sideFor } from '../../leverage/new-order.ts';
import { cancelOpen, emitOrder, finish } from '../../leverage/order-life.ts';
import { directionOf, modeOf, oppositeOf, Pos, PosI, positionInts, positionWidth } from '../../leverage/positions.ts';
import { profitOf } from '../../leverage/profit.ts';
import { ForcedClose, type PositionTaker, type TradeSide } from '../../leverage/trade-side.ts';
import { Reason, sideOf } from '../../record/decode.ts';
import { backing, contractBalance, mayLiquidate } from '../account.ts';
import type { Contract } from '../contract.ts';
import { closeLots } from '../settle.ts';
import { lotsToClose, maintenanceOf } from '../tiers.ts';
import { insuranceOf } from './insurance.ts';
import { rankOf } from './ranking.ts';

/** Takes one step of a segmented position's liquidation. Returns whether any lot could be closed; the position may be gone afterwards. */
export function liquidatePosition(
  s: State,
  ins: Instrument,
  contract: Contract,
  slot: number,
  equity: number,
  maintenance: number,
): boolean {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  cancelExits(s, ins, f[at]!, Reason.liquidation);
  const direction = directionOf(i[slot * positionInts + PosI.flags]!);
  const bankruptcy = bankruptcyOf(direction, f[at + Pos.lots]!, f[at + Pos.entryValue]!, f[at + Pos.margin]!, ins.unit);
  return takeStep(s, ins, contract, slot, equity, maintenance, bankruptcy, undefined);
}

/**
 * Takes one step of a full-margin account's liquidation, after its opening orders were cancelled. Of its positions whose contract may be liquidated now,
 * the one with the worst profit is reduced.
 */
export function liquidateAccount(s: State, asset: Asset, owner: number, equity: number, maintenance: number): boolean {
  const { f, i } = s.positions.store;
  let worst = 0;
  let worstProfit = 0;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    if (ins.contract === undefined || ins.quote !== asset || modeOf(i[slot * positionInts + PosI.flags]!) !== MarginMode.full) continue;
    if (!mayLiquidate(s, ins)) continue;
    const profit = profitOf(s, ins, slot, ins.contract.markTicks);
    if (worst !== 0 && profit >= worstProfit) continue;
    worst = slot;
    worstProfit = profit;
  }
  if (worst === 0) return false;
  const ins = s.instruments.at(i[worst * positionInts + PosI.instrument]!);
  const contract = ins.contract!;
  const at = worst * positionWidth;
  cancelExits(s, ins, f[at]!, Reason.liquidation);
  const direction = directionOf(i[worst * positionInts + PosI.flags]!);
  const others = backingApart(s, asset, owner, ins, worst);
  const bankruptcy = worstClose(direction, f[at + Pos.lots]!, contract.markTicks, ins.unit, equity);
  return takeStep(s, ins, contract, worst, equity, maintenance, bankruptcy, others);
}

/** The parts of the account's equity and maintenance that do not come from the reduced position. */
function backingApart(s: State, asset: Asset, owner: number, ins: Instrument, slot: number): AccountState {
  const { available, frozen, margins, fullMargins, balance, profit, loss, maintenance } = backing(s, owner, asset);
  const { markTicks, rules } = ins.contract!;
  return {
    available,
    frozen,
    apart: margins - fullMargins + s.pending.segmentedReserve(balance),
    othersProfit: profit - loss - profitOf(s, ins, slot, markTicks),
    othersMaintenance: maintenance - maintenanceOf(rules.tiers, s.positions.store.f[slot * positionWidth + Pos.entryValue]!),
  };
}

/** Reduces a position by one step: through the book, then by deleveraging the other side. Returns whether any lot could be closed. */
function takeStep(
  s: State,
  ins: Instrument,
  contract: Contract,
  slot: number,
  equity: number,
  maintenance: number,
  bankruptcyTicks: number,
  others: AccountState | undefined,
): boolean {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const long = directionOf(flags) === PositionDirection.long;
  const openLots = f[at + Pos.lots]!;
  const entryValue = f[at + Pos.entryValue]!;
  const margin = f[at + Pos.margin]!;
  const lots = lotsToClose(contract.rules.tiers, openLots, entryValue, long);
  const forced = new ForcedClose(bankruptcyTicks);
  const { order, filledLots, filledValue } = throughBook(s, ins, slot, lots, forced);
  const taken = filledLots < lots ? deleverage(s, ins, contract, slot, order, lots - filledLots, forced) : 0;
  if (filledLots + taken === 0) return false;

  s.log.tell(leverage.events.liquidation, {
    liquidation: s.nextLiquidation++,
    account: s.accounts.id(i[slot * positionInts + PosI.owner]!),
    position: f[at]!,
    instrument: ins.id,
    direction: directionOf(flags),
    mode: modeOf(flags),
    markTicks: contract.markTicks,
    entryValue,
    margin,
    equity,
    maintenance,
    bankruptcyTicks,
    lots,
    openLots,
    filledLots,
    filledValue,
    fee: forced.fee,
    insured: forced.insured,
    deleveragedLots: taken,
    accountState: others,
  });
  // Read anew: a position that the other side opened may have made the store grow.
  if (s.positions.store.f[at + Pos.lots] === 0) endPosition(s, ins, slot);
  return true;
}

/** Places the engine's own order. It fills at once, no further than the band, and beyond the bankruptcy price only as far as the insurance fund can pay. */
function throughBook(
  s: State,
  ins: Instrument,
  slot: number,
  lots: number,
  forced: ForcedClose,
): { order: number; filledLots: number; filledValue: number } {
  const { i } = s.positions.store;
  const flags = i[slot * positionInts + PosI.flags]!;
  const owner = i[slot * positionInts + PosI.owner]!;
  const direction = directionOf(flags);
  const side = sideFor(direction, PositionAction.close);
  clearWay(s, ins, owner, side);
  if (affordableNext(s, ins, side, forced) === 0) return { order: 0, filledLots: 0, filledValue: 0 };
  const order = newForcedOrder(s, ins, slot, lots);
  emitOrder(s, ins, order, Reason.placed, 0);
  const taker: PositionTaker = { slot: order, side, feePpm: ins.contract!.rules.liquidationFeePpm, role: 'liquidation', forced };
  let filledLots = 0;
  let filledValue = 0;
  while (filledLots < lots) {
    const affordable = affordableNext(s, ins, side, forced);
    if (affordable === 0) break;
    const limit = affordable === Number.POSITIVE_INFINITY ? cleanLimit(ins, side, forced) : bestOpposite(ins, side);
    matchOrder(s, ins, taker, limit, Math.min(lots - filledLots, affordable));
    filledLots += s.sweep.lots;
    filledValue += s.sweep.quote;
    if (s.sweep.stop === Stop.fills) break;
  }
  const id = s.orders.store.f[order * orderWidth]!;
  s.orders.store.f[order * orderWidth + Ord.filled] = filledLots;
  s.orders.store.f[order * orderWidth + Ord.filledQuote] = filledValue;
  if (filledLots === lots) finish(s, ins, order, OrderStatus.filled, Reason.filled, false);
  else finish(s, ins, order, OrderStatus.cancelled, Reason.liquidation, false);
  return { order: id, filledLots, filledValue };
}

/** Cancels the account's own orders on the side that its liquidation trades with, because they would stop it. */
function clearWay(s: State, ins: Instrument, owner: number, side: OrderSide): void {
  const { i } = s.orders.store;
  for (const slot of openSlots(s, owner, ins.slot)) {
    if (sideOf(i[slot * orderWidth * 2 + OrdI.flags]!) !== side && ins.book.isResting(slot)) cancelOpen(s, ins, slot, Reason.liquidation);
  }
}

const bestOpposite = (ins: Instrument, side: OrderSide) => (side === OrderSide.sell ? ins.book.bestBid() : ins.book.bestAsk());

/** The worst price within the band at which the fund has nothing to pay. */
const cleanLimit = (ins: Instrument, side: OrderSide, { bankruptcyTicks }: ForcedClose) =>
  side === OrderSide.sell ? Math.max(bankruptcyTicks, ins.bandLow) : Math.min(bankruptcyTicks, ins.bandHigh);

/**
 * Lots that may be taken at the best price of the book: any number up to the bankruptcy price, and beyond it as many as the insurance fund can pay for. The
 * fund pays for fair prices only, those within the mark's own band. Otherwise a person could liquidate one account against the far bid of another.
 */
function affordableNext(s: State, ins: Instrument, side: OrderSide, forced: ForcedClose): number {
  const best = bestOpposite(ins, side);
  if (side === OrderSide.sell ? best === 0 || best < ins.bandLow : best > ins.bandHigh) return 0;
  const beyond = forced.beyond(side === OrderSide.sell, best);
  if (beyond === 0) return Number.POSITIVE_INFINITY;
  const { markTicks, rules } = ins.contract!;
  const unfair =
    s.limits.corrections >= 1 &&
    (side === OrderSide.sell ? best < bandLow(markTicks, rules.markBandBps) : best > bandHigh(markTicks, rules.markBandBps));
  return unfair ? 0 : floorDiv(insuranceOf(s, ins.quote), beyond * ins.unit);
}

/**
 * Takes what the book did not fill from the other side at the bankruptcy price, best ranked first, skipping positions that could not pay. Returns the lots.
 */
function deleverage(s: State, ins: Instrument, contract: Contract, slot: number, order: number, lots: number, forced: ForcedClose): number {
  const { f, i } = s.positions.store;
  const direction = directionOf(i[slot * positionInts + PosI.flags]!);
  const price = forced.bankruptcyTicks;
  const ranking = rankOf(s, ins, contract, oppositeOf(direction), i[slot * positionInts + PosI.owner]!);
  const own: TradeSide = {
    owner: i[slot * positionInts + PosI.owner]!,
    order,
    fill: 0,
    feePpm: contract.rules.liquidationFeePpm,
    role: 'liquidation',
    forced,
  };
  s.liquidationSteps += floorDiv(ranking.size, rankedPerStep);
  let left = lots;
  let taken = 0;
  let rank = 0;
  for (const other of ranking.bestFirst()) {
    if (left === 0 || taken === s.limits.deleveragesPerStep) break;
    rank += 1;
    if (!couldPay(s, ins, other, price)) continue;
    taken += 1;
    const at = other * positionWidth;
    const part = Math.min(left, f[at + Pos.lots]!);
    const owner = i[other * positionInts + PosI.owner]!;
    closeLots(s, ins, slot, own, price, part);
    closeLots(s, ins, other, { owner, order: 0, fill: 0, feePpm: 0, role: 'deleverage' }, price, part);
    left -= part;
    contract.deleveraged += part;
    s.log.tell(leverage.events.deleverage, {
      liquidation: s.nextLiquidation,
      position: f[at]!,
      account: s.accounts.id(owner),
      instrument: ins.id,
      direction: oppositeOf(direction),
      priceTicks: price,
      lots: part,
      rank,
      ranked: ranking.size,
    });
    if (f[at + Pos.lots] === 0) endPosition(s, ins, other);
  }
  return lots - left;
}

/** Whether a position could close at a price out of its own margin or, in full margin, also out of the available balance. */
function couldPay(s: State, ins: Instrument, slot: number, priceTicks: number): boolean {
  const { f, i } = s.positions.store;
  const left = f[slot * positionWidth + Pos.margin]! + profitOf(s, ins, slot, priceTicks);
  if (left >= 0) return true;
  const full = modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.full;
  return full && s.ledger.covers(contractBalance(s, i[slot * positionInts + PosI.owner]!, ins.quote), -left);
}
