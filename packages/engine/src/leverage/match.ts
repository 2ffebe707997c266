import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { emitDepth, setStatus } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { Stop } from '../book/sweep.ts';
import { closes, termsDirection } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { mayClose } from './closing-price.ts';
import { endPosition } from './end-position.ts';
import { cancelOpen, emitOrder, finish } from './order-life.ts';
import { Pos, positionWidth } from './positions.ts';
import { productFor } from './product.ts';
import { orderReserve } from './reserve.ts';
import type { PositionTaker } from './trade-side.ts';

/**
 * Takes up to `lots` from the opposite side as in spot: in price-time priority, no worse than `limit`, up to the account's own order. Both sides settle
 * against their positions. A resting closing order gives at most the lots of its position. It is cancelled if a fill would leave a shortfall
 * (`marginShort`), and a position that ends cancels its other closing orders. An order may therefore leave the head of its queue before it is used up, so
 * each fill reads the head again.
 */
export function matchOrder(s: State, ins: Instrument, taker: PositionTaker, limit: number, lots: number): void {
  const buying = taker.side === OrderSide.buy;
  const side = buying ? ins.book.asks : ins.book.bids;
  const levels = s.levels.store;
  const orders = s.orders.store;
  const owner = orders.i[taker.slot * orderWidth * 2 + OrdI.owner]!;
  let remaining = lots;
  let quoteSum = 0;
  let fills = 0;
  let stop: Stop = Stop.filled;
  let touched = 0;
  while (remaining > 0) {
    const level = side.best;
    if (touched !== 0 && touched !== level) {
      emitDepth(s, ins, touched);
      touched = 0;
    }
    if (level === 0) {
      stop = Stop.exhausted;
      break;
    }
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (buying ? price > limit : price < limit) {
      stop = Stop.price;
      break;
    }
    const maker = levels.i[level * levelWidth * 2 + LevI.head]!;
    const at = maker * orderWidth;
    if (orders.i[at * 2 + OrdI.owner] === owner) {
      stop = Stop.ownOrder;
      break;
    }
    if (fills === s.limits.fillsPerOrder) {
      stop = Stop.fills;
      break;
    }
    // The fee of earlier fills may have taken margin of the lots that are left.
    if (fills > 0 && (s.limits.corrections >= 2 || s.membership.version > 0) && !mayGoOn(s, ins, taker, owner, price)) {
      stop = Stop.price;
      break;
    }
    const offered = offeredLots(s, ins, maker);
    if (offered === 0) {
      cancelOpen(s, ins, maker, Reason.marginShort);
      continue;
    }
    const take = Math.min(offered, remaining);
    touched = level;
    trade(s, ins, taker, maker, price, take);
    fills += 1;
    remaining -= take;
    quoteSum += take * price * ins.unit;
  }
  if (touched !== 0) emitDepth(s, ins, touched);
  s.sweep.lots = lots - remaining;
  s.sweep.quote = quoteSum;
  s.sweep.stop = stop;
}

/** Whether a closing order of a contract may trade on at a price. A liquidation has its own limit. */
function mayGoOn(s: State, ins: Instrument, { slot, forced }: PositionTaker, owner: number, priceTicks: number): boolean {
  const terms = s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]!;
  if (ins.contract === undefined || forced !== undefined || !closes(terms)) return true;
  const position = s.positions.find(owner, ins.slot, termsDirection(terms));
  return position === 0 || mayClose(s, ins, position, priceTicks);
}

/** The lots that a resting order can give at its price now. A closing order gives at most its position, and nothing if that would leave a shortfall. */
export function offeredLots(s: State, ins: Instrument, maker: number): number {
  const { f, i } = s.orders.store;
  const at = maker * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const open = f[at + Ord.lots]! - f[at + Ord.filled]!;
  if (!closes(terms)) return open;
  const position = s.positions.find(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  if (position === 0 || !mayClose(s, ins, position, f[at + Ord.price]!)) return 0;
  return Math.min(open, s.positions.store.f[position * positionWidth + Pos.lots]!);
}

function trade(s: State, ins: Instrument, taker: PositionTaker, maker: number, priceTicks: number, lots: number): void {
  const at = maker * orderWidth * 2;
  const { i } = s.orders.store;
  const makerOwner = i[at + OrdI.owner]!;
  const makerTerms = i[at + OrdI.terms]!;
  productFor(s, ins).settle(s, ins, taker, maker, priceTicks, lots);
  advance(s, ins, maker, lots, lots * priceTicks * ins.unit);
  if (closes(makerTerms)) {
    const position = s.positions.find(makerOwner, ins.slot, termsDirection(makerTerms));
    if (s.positions.store.f[position * positionWidth + Pos.lots] === 0) endPosition(s, ins, position);
  }
}

/** Updates the resting order after a fill. It reads the order store again, because stops that the fill attached may have made the store grow. */
function advance(s: State, ins: Instrument, maker: number, lots: number, quote: number): void {
  const { f, i } = s.orders.store;
  const at = maker * orderWidth;
  f[at + Ord.filled]! += lots;
  f[at + Ord.filledQuote]! += quote;
  if (f[at + Ord.filled] === f[at + Ord.lots]) {
    ins.book.detach(maker, lots);
    finish(s, ins, maker, OrderStatus.filled, Reason.filled, true);
  } else {
    s.levels.store.f[i[at * 2 + OrdI.place]! * levelWidth + Lev.lots]! -= lots;
    setStatus(s, maker, OrderStatus.partlyFilled);
    emitOrder(s, ins, maker, Reason.filled, orderReserve(s, ins, maker));
  }
}
