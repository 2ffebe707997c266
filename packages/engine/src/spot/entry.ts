import { OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import { checkBand, checkNotional } from '../book/checks.ts';
import { Stop } from '../book/sweep.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { refuse } from '../outcomes.ts';
import { checkFunds, dearest } from './check.ts';
import { dryRun } from './match.ts';

/** An order about to enter the book: new, triggered, or amended so that it lost its place. */
export interface Entry {
  owner: number;
  side: OrderSide;
  market: boolean;
  tif: TimeInForce;
  postOnly: boolean;
  /** Limit price; unused for a market order. */
  priceTicks: number;
  /** Lots still to trade; unused for an order by value. */
  lots: number;
  /** Value still to trade in quote units; 0 for an order by quantity. */
  quoteAmount: number;
  /** Quote units that an amended order traded before. */
  filledQuote: number;
  /** Balance it pays from; 0 when the account never had one. */
  balance: number;
  /** Amount it has already frozen and may use. */
  frozen: number;
}

/** Makes every check between a well-formed order and the book, at current prices and funds. Returns undefined when the order may enter. */
export function checkEntry(s: State, ins: Instrument, entry: Entry) {
  return entry.market ? (entry.quoteAmount > 0 ? checkValue(s, ins, entry) : checkMarket(s, ins, entry)) : checkLimit(s, ins, entry);
}

function checkLimit(s: State, ins: Instrument, entry: Entry) {
  const { side, priceTicks, lots } = entry;
  const buying = side === OrderSide.buy;
  const worth = lots * priceTicks * ins.unit;
  const crosses = buying ? ins.book.bestAsk() <= priceTicks : ins.book.bestBid() >= priceTicks;
  const refusal =
    checkBand(ins, priceTicks) ??
    checkNotional(ins, worth + entry.filledQuote, entry.filledQuote + lots * dearest(ins, side, priceTicks) * ins.unit);
  if (refusal !== undefined) return refusal;
  if (entry.postOnly && crosses) return refuse('wouldTake');
  if (entry.tif === TimeInForce.fok) {
    dryRun(s, ins, entry.owner, side, priceTicks, lots, Number.POSITIVE_INFINITY);
    if (s.sweep.lots < lots) return refuse('cannotFillWhole');
  }
  return checkFunds(s, ins, side, entry.balance, (buying ? worth : lots * ins.lotUnits) - entry.frozen);
}

/** Checks a market order by quantity. A buyer must afford what the book asks now, up to the band; a seller must own everything it offers. */
function checkMarket(s: State, ins: Instrument, entry: Entry) {
  const { side, lots } = entry;
  const buying = side === OrderSide.buy;
  const refusal = checkNotional(ins, lots * ins.reference * ins.unit, lots * dearest(ins, side, ins.reference) * ins.unit);
  if (refusal !== undefined) return refusal;
  dryRun(s, ins, entry.owner, side, buying ? ins.bandHigh : ins.bandLow, lots, Number.POSITIVE_INFINITY);
  const sweep = s.sweep;
  if (sweep.lots === 0 && sweep.stop !== Stop.ownOrder) return refuse('noLiquidity');
  if (entry.tif === TimeInForce.fok && sweep.lots < lots) return refuse('cannotFillWhole');
  if (sweep.quote > maxSafe) return checkNotional(ins, ins.rules.minNotional, sweep.quote);
  return checkFunds(s, ins, side, entry.balance, buying ? sweep.quote : lots * ins.lotUnits);
}

/** Checks a market order by value. A buyer must have the whole value; a seller must have the lots that raise it now. */
function checkValue(s: State, ins: Instrument, entry: Entry) {
  const { side, quoteAmount } = entry;
  const buying = side === OrderSide.buy;
  const refusal = checkNotional(ins, quoteAmount, quoteAmount);
  if (refusal !== undefined) return refusal;
  dryRun(s, ins, entry.owner, side, buying ? ins.bandHigh : ins.bandLow, ins.maxLots, quoteAmount);
  const sweep = s.sweep;
  if (sweep.lots === 0 && sweep.stop === Stop.budget) {
    const oneLot = (buying ? ins.book.bestAsk() : ins.book.bestBid()) * ins.unit;
    return refuse('notionalTooSmall', { min: amountWords(ins.quote, BigInt(oneLot)) });
  }
  if (sweep.lots === 0 && sweep.stop !== Stop.ownOrder) return refuse('noLiquidity');
  return checkFunds(s, ins, side, entry.balance, buying ? quoteAmount : sweep.lots * ins.lotUnits);
}
