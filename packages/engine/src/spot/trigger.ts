import { OrderSide, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { checkNotional } from '../book/checks.ts';
import { isMarketType } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { isKeptProtection } from '../book/protection.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { byValueOf, postOnlyOf, Reason, sideOf, tifOf, typeOf } from '../record/decode.ts';
import { dearest } from './check.ts';
import { enter } from './enter.ts';
import { checkEntry } from './entry.ts';
import { dryRun } from './match.ts';
import { finish, hold, reservedUnits } from './order-life.ts';

const releaseFlow = flows.spotOrderRelease.code;

/** Fires a waiting spot order whose trigger the reference price has reached. */
export function fireSpot(s: State, ins: Instrument, slot: number): void {
  if (isKeptProtection(s, ins, slot)) tradeOrHoldSpot(s, ins, slot);
  else triggerSpot(s, ins, slot);
}

/** Releases the order's reserve and enters it like a new order under its old id. Whatever would refuse a new order rejects it. */
function triggerSpot(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const balance = i[at * 2 + OrdI.reserve]!;
  const byValue = byValueOf(flags);
  const market = isMarketType(typeOf(flags));
  s.ledger.release(balance, reservedUnits(s, ins, slot), releaseFlow, f[at]!, 0);
  const full = !market && tifOf(flags) === TimeInForce.gtc && ins.book.orders >= s.limits.ordersPerBook;
  const refusal = checkEntry(s, ins, {
    owner: i[at * 2 + OrdI.owner]!,
    side: sideOf(flags),
    market,
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: f[at + Ord.price]!,
    lots: byValue ? 0 : f[at + Ord.lots]!,
    quoteAmount: byValue ? f[at + Ord.lots]! : 0,
    filledQuote: 0,
    balance,
    frozen: 0,
  });
  if (full || refusal !== undefined) finish(s, ins, slot, OrderStatus.rejected, Reason.triggerRejected, true);
  else enter(s, ins, slot, true, Reason.triggered);
}

/** Trades what the book offers a fired protective stop within its bounds, and holds the stop while that is nothing. */
export function tradeOrHoldSpot(s: State, ins: Instrument, slot: number): void {
  const { held } = ins.book;
  if (!findsBuyer(s, ins, slot)) {
    if (!held.has(slot)) hold(s, ins, slot, Reason.triggered);
    return;
  }
  if (held.has(slot)) held.remove(slot);
  const { f, i } = s.orders.store;
  s.ledger.release(i[slot * orderWidth * 2 + OrdI.reserve]!, reservedUnits(s, ins, slot), releaseFlow, f[slot * orderWidth]!, 0);
  enter(s, ins, slot, true, Reason.triggered);
}

/**
 * Whether a held sell can trade now. Its lots are already frozen, so only the value needs a check: it must stay exact. The minimum order value does not
 * apply.
 */
function findsBuyer(s: State, ins: Instrument, slot: number): boolean {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const lots = f[at + Ord.lots]! - f[at + Ord.filled]!;
  const maxValue = lots * dearest(ins, OrderSide.sell, ins.reference) * ins.unit;
  if (checkNotional(ins, ins.rules.minNotional, maxValue) !== undefined) return false;
  dryRun(s, ins, i[at * 2 + OrdI.owner]!, OrderSide.sell, ins.bandLow, lots, Number.POSITIVE_INFINITY);
  return s.sweep.lots > 0;
}
