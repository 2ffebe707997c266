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

/** An order about to enter the book: new, triggered, or amended out of its place. */
export interface Entry {
  owner: number;
  side: OrderSide;
  market: boolean;
  tif: TimeInForce;
  postOnly: boolean;
  /** Limit price; of no meaning for a market order. */
  priceTicks: number;
  /** Lots still to trade; of no meaning by value. */
  lots: number;
  /** Value still to trade in quote units, 0 when by quantity. */
  quoteAmount: number;
  /** Quote units exchanged before, by an amended order. */
  filledQuote: number;
  /** Balance it pays from, 0 when never touched. */
  balance: number;
  /** What it has frozen already and may use. */
  frozen: number;
}

/** Every check between a well-formed order and the book, on the prices and funds of now. Answers undefined when it may enter. */
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

/** By quantity. A buy must afford what the book asks for it now, up to the band; a sell must own all it offers. */
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

/** By value. A buy must have the whole value, a sell the lots that raise it now. */
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
