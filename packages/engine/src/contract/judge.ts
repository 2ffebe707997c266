import { OrderPriceType, OrderSide, PositionAction, type PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PositionOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { amountWords, priceWords } from '../core/words.ts';
import type { Outcome } from '../events.ts';
import { costAtMost, surveyContract } from '../leverage/dry-run.ts';
import { reservePerLot, tierOf } from '../leverage/margin.ts';
import { sideFor } from '../leverage/new-order.ts';
import { placeKey } from '../leverage/place-key.ts';
import { leverageOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { refuse } from '../outcomes.ts';
import { checkBand, checkNotional } from '../spot/check.ts';
import { Stop } from '../spot/match.ts';
import { judgeStock } from '../stock/judge.ts';
import { freeUnits } from './account.ts';
import { worstClosing, worstOpening } from './safe.ts';

/** An order of a contract or stock about to enter the book: new, triggered, or amended out of its place. */
export interface ContractEntry {
  owner: number;
  direction: PositionDirection;
  action: PositionAction;
  market: boolean;
  tif: TimeInForce;
  postOnly: boolean;
  /** Of no meaning for a market order. */
  priceTicks: number;
  /** Lots still to trade. */
  lots: number;
  leverage: number;
  /** What an opening order reserves its fee at. */
  feePpm: number;
  /** The position it adds to or closes, 0 for none. */
  position: number;
  /** What the order itself reserves and counts for in the sums until it enters again; of a new order nothing. */
  frozen: number;
  counted: number;
  /** What the pool has set aside for it. */
  lent?: number | undefined;
}

/** A new order as the checks see it; what it leaves to the position, the position says. */
export function newEntry(s: State, owner: number, position: number, order: PositionOrder, feePpm: number): ContractEntry {
  const { f, i } = s.positions.store;
  const opening = order.action === PositionAction.open;
  return {
    owner,
    direction: order.direction,
    action: order.action,
    market: order.type === OrderPriceType.market,
    tif: order.tif,
    postOnly: order.postOnly,
    priceTicks: order.priceTicks,
    lots: order.lots === 0 ? f[position * positionWidth + Pos.lots]! : order.lots,
    leverage: opening ? order.leverage : leverageOf(i[position * positionInts + PosI.flags]!),
    feePpm,
    position,
    frozen: 0,
    counted: 0,
  };
}

/** The worst price an order may trade at, or why it may not enter. */
export type Verdict = { limit: number; refusal: undefined } | { limit: 0; refusal: Outcome };
const refused = (refusal: Outcome): Verdict => ({ limit: 0, refusal });

/** Every check between a well-formed order and the book, on the prices and funds of now. Changes nothing. */
export function judge(s: State, ins: Instrument, entry: ContractEntry): Verdict {
  if (ins.stock !== undefined) return judgeStock(s, ins, entry);
  return entry.action === PositionAction.open ? judgeOpening(s, ins, entry) : judgeClosing(s, ins, entry);
}

const tighter = (side: OrderSide, a: number, b: number) => (side === OrderSide.buy ? Math.min(a, b) : Math.max(a, b));
const beyond = (side: OrderSide, price: number, worst: number) => (side === OrderSide.buy ? price > worst : price < worst);
const bandEnd = (ins: Instrument, side: OrderSide) => (side === OrderSide.buy ? ins.bandHigh : ins.bandLow);

function judgeOpening(s: State, ins: Instrument, entry: ContractEntry): Verdict {
  const side = sideFor(entry.direction, entry.action);
  const price = entry.market ? ins.contract!.markTicks : entry.priceTicks;
  // A seller may be paid more than asked: what could be sold at the best bid counts, and needs margin, at that.
  const dearest = side === OrderSide.sell && !entry.postOnly ? Math.max(price, ins.book.bestBid()) : price;
  const worth = entry.lots * price * ins.unit;
  const most = entry.lots * dearest * ins.unit;
  const bad = (entry.market ? undefined : checkBand(ins, price)) ?? checkNotional(ins, worth, most * 2);
  if (bad !== undefined) return refused(bad);
  const reach = reachOf(s, ins, entry) + most;
  const tiers = checkTiers(ins, reach, entry.leverage);
  if (tiers !== undefined) return refused(tiers);
  const worst = worstOpening(ins, entry.direction, entry.leverage, reach);
  if (!entry.market && beyond(side, price, worst)) return refused(refuse('priceBeyondMargin', { price: priceWords(ins, worst) }));
  const limit = entry.market ? tighter(side, worst, bandEnd(ins, side)) : price;
  const crossed = checkBook(s, ins, entry, side, limit);
  if (crossed !== undefined) return refused(crossed);
  const needed = entry.market
    ? costAtMost(s, ins, entry.owner, side, limit, entry.lots, entry.leverage, entry.feePpm)
    : entry.lots * reservePerLot(dearest, ins.unit, entry.leverage, entry.feePpm);
  const funds = checkFree(s, ins, entry.owner, needed, entry.frozen);
  return funds === undefined ? { limit, refusal: undefined } : refused(funds);
}

function judgeClosing(s: State, ins: Instrument, entry: ContractEntry): Verdict {
  const side = sideFor(entry.direction, entry.action);
  const worst = worstClosing(s, ins, entry.position);
  if (entry.market) {
    const limit = tighter(side, worst, bandEnd(ins, side));
    const crossed = checkBook(s, ins, entry, side, limit);
    return crossed === undefined ? { limit, refusal: undefined } : refused(crossed);
  }
  const refusal =
    checkBand(ins, entry.priceTicks) ??
    (beyond(side, entry.priceTicks, worst) ? refuse('priceBeyondMargin', { price: priceWords(ins, worst) }) : undefined) ??
    checkNotional(ins, ins.rules.minNotional, entry.lots * entry.priceTicks * ins.unit) ??
    checkBook(s, ins, entry, side, entry.priceTicks);
  return refusal === undefined ? { limit: entry.priceTicks, refusal: undefined } : refused(refusal);
}

/** Entry value that the position and the other opening orders of its side may reach. */
export function reachOf(s: State, ins: Instrument, entry: Pick<ContractEntry, 'owner' | 'direction' | 'position' | 'counted'>): number {
  const open = entry.position === 0 ? 0 : s.positions.store.f[entry.position * positionWidth + Pos.entryValue]!;
  return open + s.pending.value(placeKey(entry.owner, ins.slot, entry.direction)) - entry.counted;
}

export function checkTiers(ins: Instrument, entryValue: number, leverage: number): Outcome | undefined {
  const { tiers } = ins.contract!.rules;
  const tier = tiers[tierOf(tiers, entryValue)];
  if (tier === undefined)
    return refuse('notionalBeyondTiers', { max: amountWords(ins.quote, BigInt(tiers[tiers.length - 1]!.maxNotional)) });
  return leverage > tier.maxLeverage ? refuse('leverageTooHigh', { max: tier.maxLeverage }) : undefined;
}

export function checkFree(s: State, ins: Instrument, owner: number, needed: number, frozen: number): Outcome | undefined {
  const free = freeUnits(s, owner, ins.quote) + frozen;
  if (needed <= free) return undefined;
  return refuse('marginInsufficient', {
    needed: amountWords(ins.quote, BigInt(needed)),
    free: amountWords(ins.quote, BigInt(Math.max(0, free))),
    asset: ins.quote.code,
  });
}

/** What the book must hold for post-only, fill-or-kill and market orders. */
export function checkBook(s: State, ins: Instrument, entry: ContractEntry, side: OrderSide, limit: number): Outcome | undefined {
  const { book } = ins;
  const crosses = side === OrderSide.buy ? book.bestAsk() <= limit : book.bids.best !== 0 && book.bestBid() >= limit;
  if (entry.postOnly && crosses) return refuse('wouldTake');
  const whole = entry.tif === TimeInForce.fok;
  if (!whole && (!entry.market || crosses)) return undefined;
  const { lots, stop } = surveyContract(s, ins, entry.owner, side, limit, entry.lots, entry.leverage, entry.feePpm);
  if (entry.market && lots === 0 && stop !== Stop.ownOrder) return refuse('noLiquidity');
  return whole && lots < entry.lots ? refuse('cannotFillWhole') : undefined;
}
