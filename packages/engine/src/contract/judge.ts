import { OrderSide, PositionAction } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import { checkBand, checkNotional } from '../book/checks.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { amountWords, priceWords } from '../core/words.ts';
import type { Refused } from '../events.ts';
import { checkBook } from '../leverage/checks.ts';
import { worstClosing } from '../leverage/closing-price.ts';
import { maxCost } from '../leverage/dry-run.ts';
import { reachOf } from '../leverage/entry.ts';
import { reservePerLot } from '../leverage/margin.ts';
import { sideFor } from '../leverage/new-order.ts';
import type { PositionEntry, Verdict } from '../leverage/product.ts';
import { refuse } from '../outcomes.ts';
import { freeUnits } from './account.ts';
import { worstOpening } from './opening-price.ts';
import { tierOf } from './tiers.ts';

const refused = <E extends ErrorName>(refusal: Refused<E>): Verdict<E> => ({ limit: 0, refusal });

/** Makes every check between a well-formed order and the book, at current prices and funds. Changes nothing. */
export function judgeContract(s: State, ins: Instrument, entry: PositionEntry) {
  return entry.action === PositionAction.open ? judgeOpening(s, ins, entry) : judgeClosing(s, ins, entry);
}

const tighter = (side: OrderSide, a: number, b: number) => (side === OrderSide.buy ? Math.min(a, b) : Math.max(a, b));
const beyond = (side: OrderSide, price: number, worst: number) => (side === OrderSide.buy ? price > worst : price < worst);
const bandEnd = (ins: Instrument, side: OrderSide) => (side === OrderSide.buy ? ins.bandHigh : ins.bandLow);

function judgeOpening(s: State, ins: Instrument, entry: PositionEntry) {
  const side = sideFor(entry.direction, entry.action);
  const price = entry.market ? ins.contract!.markTicks : entry.priceTicks;
  // A seller may be paid more than its limit, so it needs margin for the best bid.
  const dearest = side === OrderSide.sell && !entry.postOnly ? Math.max(price, ins.book.bestBid()) : price;
  const worth = entry.lots * price * ins.unit;
  const maxValue = entry.lots * dearest * ins.unit;
  const bad = (entry.market ? undefined : checkBand(ins, price)) ?? checkNotional(ins, worth, maxValue * 2);
  if (bad !== undefined) return refused(bad);
  const reach = reachOf(s, ins, entry) + maxValue;
  const tiers = checkTiers(ins, reach, entry.leverage);
  if (tiers !== undefined) return refused(tiers);
  const worst = worstOpening(ins, entry.direction, entry.leverage, reach);
  if (!entry.market && beyond(side, price, worst)) return refused(refuse('priceBeyondMargin', { price: priceWords(ins, worst) }));
  const limit = entry.market ? tighter(side, worst, bandEnd(ins, side)) : price;
  const crossed = checkBook(s, ins, entry, side, limit);
  if (crossed !== undefined) return refused(crossed);
  const needed = entry.market
    ? maxCost(s, ins, entry.owner, side, limit, entry.lots, entry.leverage, entry.feePpm)
    : entry.lots * reservePerLot(dearest, ins.unit, entry.leverage, entry.feePpm);
  const funds = checkFree(s, ins, entry.owner, needed, entry.frozen);
  return funds === undefined ? { limit, refusal: undefined } : refused(funds);
}

function judgeClosing(s: State, ins: Instrument, entry: PositionEntry) {
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

export function checkTiers(ins: Instrument, entryValue: number, leverage: number) {
  const { tiers } = ins.contract!.rules;
  const tier = tiers[tierOf(tiers, entryValue)];
  if (tier === undefined)
    return refuse('notionalBeyondTiers', { max: amountWords(ins.quote, BigInt(tiers[tiers.length - 1]!.maxNotional)) });
  return leverage > tier.maxLeverage ? refuse('leverageTooHigh', { max: tier.maxLeverage }) : undefined;
}

export function checkFree(s: State, ins: Instrument, owner: number, needed: number, frozen: number) {
  const free = freeUnits(s, owner, ins.quote) + frozen;
  if (needed <= free) return undefined;
  return refuse('marginInsufficient', {
    needed: amountWords(ins.quote, BigInt(needed)),
    free: amountWords(ins.quote, BigInt(Math.max(0, free))),
    asset: ins.quote.code,
    missing: amountWords(ins.quote, BigInt(needed - free)),
  });
}
