import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { floorDiv } from '../base/exact.ts';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { emitDepth, setStatus, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { Stop } from '../book/sweep.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Reason } from '../record/decode.ts';
import { finish, reservedUnits } from './order-life.ts';
import { settleFill, type Taker } from './settle.ts';

/**
 * Takes up to `lots` from the opposite side in price-time priority, no worse than `limit`, for at most `budget` of quote (Infinity when the order is by
 * quantity). It stops at the account's own order, because the incoming order, being newer, gives way. Money moves fill by fill, and each touched price
 * level is recorded once.
 */
export function match(s: State, ins: Instrument, taker: Taker, limit: number, lots: number, budget: number): void {
  const buying = taker.side === OrderSide.buy;
  const side = buying ? ins.book.asks : ins.book.bids;
  const levels = s.levels.store;
  const orders = s.orders.store;
  const owner = orders.i[taker.slot * orderWidth * 2 + OrdI.owner]!;
  let remaining = lots;
  let money = budget;
  let quoteSum = 0;
  let fills = 0;
  let stop: Stop = Stop.filled;
  while (remaining > 0) {
    const level = side.best;
    if (level === 0) {
      stop = Stop.exhausted;
      break;
    }
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (buying ? price > limit : price < limit) {
      stop = Stop.price;
      break;
    }
    const unit = price * ins.unit;
    let maker = levels.i[level * levelWidth * 2 + LevI.head]!;
    let touched = false;
    while (maker !== 0 && remaining > 0) {
      const f = orders.f;
      const at = maker * orderWidth;
      if (orders.i[at * 2 + OrdI.owner] === owner) {
        stop = Stop.ownOrder;
        break;
      }
      if (fills === s.limits.fillsPerOrder) {
        stop = Stop.fills;
        break;
      }
      const open = f[at + Ord.lots]! - f[at + Ord.filled]!;
      let take = Math.min(open, remaining);
      if (money < take * unit) {
        take = floorDiv(money, unit);
        if (take === 0) {
          stop = Stop.budget;
          break;
        }
      }
      const quote = take * unit;
      settleFill(s, ins, taker, maker, price, take, quote);
      fills += 1;
      touched = true;
      remaining -= take;
      money -= quote;
      quoteSum += quote;
      f[at + Ord.filled]! += take;
      f[at + Ord.filledQuote]! += quote;
      if (take === open) {
        const next = orders.i[at * 2 + OrdI.next]!;
        ins.book.detach(maker, take);
        finish(s, ins, maker, OrderStatus.filled, Reason.filled, true);
        maker = next;
      } else {
        levels.f[level * levelWidth + Lev.lots]! -= take;
        setStatus(s, maker, OrderStatus.partlyFilled);
        writeOrder(s, ins, maker, Reason.filled, reservedUnits(s, ins, maker));
      }
    }
    if (touched) emitDepth(s, ins, level);
    if (stop !== Stop.filled) break;
  }
  s.sweep.lots = lots - remaining;
  s.sweep.quote = quoteSum;
  s.sweep.stop = stop;
}

/** Finds what `match` would take, without taking it. The quote sum may exceed the safe range; the caller then refuses the order. */
export function dryRun(s: State, ins: Instrument, owner: number, side: OrderSide, limit: number, lots: number, budget: number): void {
  const buying = side === OrderSide.buy;
  const sweep = s.sweep;
  const levels = s.levels.store;
  const { f, i } = s.orders.store;
  let remaining = lots;
  let money = budget;
  let quoteSum = 0;
  let fills = 0;
  let stop: Stop = Stop.exhausted;
  (buying ? ins.book.asks : ins.book.bids).walk((level) => {
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (buying ? price > limit : price < limit) {
      stop = Stop.price;
      return false;
    }
    const unit = price * ins.unit;
    let maker = levels.i[level * levelWidth * 2 + LevI.head]!;
    while (maker !== 0) {
      const at = maker * orderWidth;
      if (i[at * 2 + OrdI.owner] === owner) {
        stop = Stop.ownOrder;
        return false;
      }
      if (fills === s.limits.fillsPerOrder) {
        stop = Stop.fills;
        return false;
      }
      const open = f[at + Ord.lots]! - f[at + Ord.filled]!;
      let take = Math.min(open, remaining);
      if (money < take * unit) {
        take = floorDiv(money, unit);
        if (take === 0) {
          stop = Stop.budget;
          return false;
        }
      }
      fills += 1;
      remaining -= take;
      money -= take * unit;
      quoteSum += take * unit;
      if (remaining === 0) {
        stop = Stop.filled;
        return false;
      }
      maker = i[at * 2 + OrdI.next]!;
    }
    return true;
  });
  sweep.lots = lots - remaining;
  sweep.quote = quoteSum;
  sweep.fills = fills;
  sweep.stop = stop;
}
