import { OrderSide, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import { emitDepth, enlist, isMarketType, setStatus } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { isKeptProtection, requestHeldReview } from '../book/protection.ts';
import { Stop } from '../book/sweep.ts';
import { closes, forcedBit, termsDirection } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { feeClassOf } from '../membership/class.ts';
import { Reason, sideOf, tifOf, typeOf } from '../record/decode.ts';
import { endPosition } from './end-position.ts';
import { matchOrder } from './match.ts';
import { emitOrder, finish, freezeReserve, hold } from './order-life.ts';
import { countOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { productFor } from './product.ts';
import { orderReserve } from './reserve.ts';

/**
 * Lets an order of a contract or stock into the book after every check has passed. `limit` is the worst price it may trade at: its own or, for a market
 * order, where margin or the band ends it. As in spot, fills are paid from the available balance and only the resting part is frozen. Returns the status.
 */
export function enterOrder(s: State, ins: Instrument, slot: number, limit: number, listed: boolean, first: number): OrderStatus {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const terms = i[at * 2 + OrdI.terms]!;
  const owner = i[at * 2 + OrdI.owner]!;
  const side = sideOf(flags);
  const market = isMarketType(typeOf(flags));
  const stays = !market && tifOf(flags) === TimeInForce.gtc;
  const { book } = ins;
  const crosses = side === OrderSide.buy ? book.bestAsk() <= limit : book.bids.best !== 0 && book.bestBid() >= limit;
  setStatus(s, slot, f[at + Ord.filled]! > 0 ? OrderStatus.partlyFilled : OrderStatus.open);
  if (!crosses && stays) return rest(s, ins, slot, listed, first);

  emitOrder(s, ins, slot, first, 0);
  const { sweep } = s;
  if (crosses) {
    const role = (terms & forcedBit) !== 0 ? 'liquidation' : 'taker';
    const feePpm = ins.takerPpm(feeClassOf(s, owner));
    matchOrder(s, ins, { slot, side, feePpm, role, reverses: first === Reason.reversal }, limit, f[at + Ord.lots]! - f[at + Ord.filled]!);
    const fresh = s.orders.store.f;
    fresh[at + Ord.filled]! += sweep.lots;
    fresh[at + Ord.filledQuote]! += sweep.quote;
  } else {
    sweep.lots = 0;
    sweep.quote = 0;
    sweep.stop = (side === OrderSide.buy ? book.asks : book.bids).best === 0 ? Stop.exhausted : Stop.price;
  }
  const { stop, lots } = sweep;
  const [status, reason] = afterwards(stop, market, stays);
  if (status === OrderStatus.cancelled && isKeptProtection(s, ins, slot)) {
    countOrder(s, slot);
    return hold(s, ins, slot, lots > 0 ? Reason.filled : first);
  }
  if (status !== OrderStatus.open) finish(s, ins, slot, status, reason, listed);
  if (closes(terms)) {
    const position = s.positions.find(owner, ins.slot, termsDirection(terms));
    if (position !== 0 && s.positions.store.f[position * positionWidth + Pos.lots] === 0) endPosition(s, ins, position);
  }
  if (status !== OrderStatus.open) return status;
  if (lots > 0) setStatus(s, slot, OrderStatus.partlyFilled);
  return rest(s, ins, slot, listed, lots > 0 ? Reason.filled : first);
}

/** Status and reason of an order after its run through the book. `stays` says that the rest of it stays in the book. */
function afterwards(stop: number, market: boolean, stays: boolean): readonly [OrderStatus, number] {
  if (stop === Stop.filled) return [OrderStatus.filled, Reason.filled];
  if (stop === Stop.ownOrder) return [OrderStatus.cancelled, Reason.selfTrade];
  if (market) return [OrderStatus.cancelled, stop === Stop.price ? Reason.bandReached : Reason.marketExhausted];
  if (!stays || stop === Stop.fills) return [OrderStatus.cancelled, Reason.immediateRemainder];
  return [OrderStatus.open, Reason.placed];
}

/** Freezes what the rest of an order needs and adds it to the book. */
function rest(s: State, ins: Instrument, slot: number, listed: boolean, reason: number): OrderStatus {
  const { f } = s.orders.store;
  const at = slot * orderWidth;
  const reserved = orderReserve(s, ins, slot);
  freezeReserve(s, ins, slot, reserved);
  productFor(s, ins).freezeLent(s, ins, slot);
  if (!listed) enlist(s, slot);
  countOrder(s, slot);
  const level = ins.book.append(slot);
  if (ins.book.held.size > 0) requestHeldReview(s, ins);
  emitOrder(s, ins, slot, reason, reserved);
  emitDepth(s, ins, level);
  return f[at + Ord.filled]! > 0 ? OrderStatus.partlyFilled : OrderStatus.open;
}

/** Freezes what a waiting order needs and lets it wait for its trigger. */
export function letWait(s: State, ins: Instrument, slot: number): void {
  const reserved = orderReserve(s, ins, slot);
  freezeReserve(s, ins, slot, reserved);
  enlist(s, slot);
  countOrder(s, slot);
  ins.book.heapFor(slot).push(slot);
  emitOrder(s, ins, slot, Reason.placed, reserved);
}
