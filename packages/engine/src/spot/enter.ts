import { OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { emitDepth, enlist, isMarketType, setStatus, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { isKeptProtection, requestHeldReview } from '../book/protection.ts';
import { Stop } from '../book/sweep.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { feeClassOf } from '../membership/class.ts';
import { byValueOf, Reason, sideOf, tifOf, typeOf } from '../record/decode.ts';
import { match } from './match.ts';
import { finish, hold, reservedUnits } from './order-life.ts';
import type { Taker } from './settle.ts';

const freezeFlow = flows.spotOrderFreeze.code;

/**
 * Lets an order into the book after every check has passed. It trades with the orders it crosses; the rest stays in the book or is cancelled, as its type
 * says. An order must be affordable in full before it enters. Fills are paid straight from the available balance and only the resting part is frozen, so an
 * incoming order never has a leftover to release. `listed` says that the order was open before (amended or triggered). `first` is the reason of its first
 * event. Returns the status.
 */
export function enter(s: State, ins: Instrument, slot: number, listed: boolean, first: number): OrderStatus {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const side = sideOf(flags);
  const buying = side === OrderSide.buy;
  const market = isMarketType(typeOf(flags));
  const byValue = byValueOf(flags);
  const limit = market ? (buying ? ins.bandHigh : ins.bandLow) : f[at + Ord.price]!;
  const open = byValue ? ins.maxLots : f[at + Ord.lots]! - f[at + Ord.filled]!;
  const stays = !market && tifOf(flags) === TimeInForce.gtc;
  const crosses = buying ? ins.book.bestAsk() <= limit : ins.book.bestBid() >= limit && ins.book.bids.best !== 0;
  setStatus(s, slot, f[at + Ord.filled]! > 0 ? OrderStatus.partlyFilled : OrderStatus.open);
  if (!crosses && stays) return rest(s, ins, slot, listed, first);

  writeOrder(s, ins, slot, first, 0);
  if (crosses) {
    match(s, ins, takerOf(s, ins, slot, side), limit, open, byValue ? f[at + Ord.lots]! : Number.POSITIVE_INFINITY);
    f[at + Ord.filled]! += s.sweep.lots;
    f[at + Ord.filledQuote]! += s.sweep.quote;
  } else {
    s.sweep.lots = 0;
    s.sweep.quote = 0;
    s.sweep.stop = (buying ? ins.book.asks : ins.book.bids).best === 0 ? Stop.exhausted : Stop.price;
  }
  const stop = s.sweep.stop;
  if (stop === Stop.filled && !byValue) return over(s, ins, slot, OrderStatus.filled, Reason.filled, listed);
  if (stop === Stop.budget) return over(s, ins, slot, OrderStatus.filled, Reason.filled, listed);
  if (market && isKeptProtection(s, ins, slot)) return holdRest(s, ins, slot);
  if (stop === Stop.ownOrder) return over(s, ins, slot, OrderStatus.cancelled, Reason.selfTrade, listed);
  if (market) return over(s, ins, slot, OrderStatus.cancelled, stop === Stop.price ? Reason.bandReached : Reason.marketExhausted, listed);
  if (!stays || stop === Stop.fills) return over(s, ins, slot, OrderStatus.cancelled, Reason.immediateRemainder, listed);
  if (s.sweep.lots > 0) setStatus(s, slot, OrderStatus.partlyFilled);
  return rest(s, ins, slot, listed, s.sweep.lots > 0 ? Reason.filled : first);
}

/** Freezes the rest of a protective stop and holds it. */
function holdRest(s: State, ins: Instrument, slot: number): OrderStatus {
  const { f, i } = s.orders.store;
  s.ledger.freeze(i[slot * orderWidth * 2 + OrdI.reserve]!, reservedUnits(s, ins, slot), freezeFlow, f[slot * orderWidth]!, 0);
  return hold(s, ins, slot, Reason.filled);
}

/** Freezes what the rest of an order needs and adds it to the book. */
function rest(s: State, ins: Instrument, slot: number, listed: boolean, reason: number): OrderStatus {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const reserved = reservedUnits(s, ins, slot);
  s.ledger.freeze(i[at * 2 + OrdI.reserve]!, reserved, freezeFlow, f[at]!, 0);
  if (!listed) enlist(s, slot);
  const level = ins.book.append(slot);
  if (ins.book.held.size > 0) requestHeldReview(s, ins);
  writeOrder(s, ins, slot, reason, reserved);
  emitDepth(s, ins, level);
  return f[at + Ord.filled]! > 0 ? OrderStatus.partlyFilled : OrderStatus.open;
}

function over(s: State, ins: Instrument, slot: number, status: OrderStatus, reason: number, listed: boolean): OrderStatus {
  finish(s, ins, slot, status, reason, listed);
  return status;
}

function takerOf(s: State, ins: Instrument, slot: number, side: OrderSide): Taker {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const owner = i[at * 2 + OrdI.owner]!;
  const gets = side === OrderSide.buy ? ins.base : ins.quote;
  return {
    slot,
    order: f[at]!,
    account: s.accounts.id(owner),
    side,
    feePpm: ins.takerPpm(feeClassOf(s, owner)),
    pays: i[at * 2 + OrdI.reserve]!,
    receives: s.ledger.obtain(owner, Wallet.coin, gets.index, gets.asset),
  };
}
