import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { sideOf, statusOf } from '../record/decode.ts';
import { Held } from './held-orders.ts';
import { Lev, type Levels, LevI, levelWidth } from './levels.ts';
import { Ord, type Orders, OrdI, orderWidth } from './orders.ts';
import { BookSide } from './side.ts';
import { TriggerHeap } from './trigger-heap.ts';

/** One instrument's resting, untriggered and held orders. It knows queues and price levels; its callers handle money and rules. */
export class Book {
  readonly bids: BookSide;
  readonly asks: BookSide;
  readonly rising: TriggerHeap;
  readonly falling: TriggerHeap;
  readonly held: Held;
  /** Resting orders. */
  orders = 0;
  private readonly store: Orders['store'];
  private readonly levels: Levels['store'];

  constructor(instrument: number, levels: Levels, orders: Orders) {
    this.bids = new BookSide(OrderSide.buy, instrument, levels);
    this.asks = new BookSide(OrderSide.sell, instrument, levels);
    this.rising = new TriggerHeap(orders, true);
    this.falling = new TriggerHeap(orders, false);
    this.held = new Held(orders);
    this.store = orders.store;
    this.levels = levels.store;
  }

  /** Number of orders that wait outside the book: for a price or, after firing, for a counterparty. */
  get triggers(): number {
    return this.rising.size + this.falling.size + this.held.size;
  }

  bestBid(): number {
    return this.bids.best === 0 ? 0 : this.levels.f[this.bids.best * levelWidth]!;
  }

  /** Infinity when the book has no asks. */
  bestAsk(): number {
    return this.asks.best === 0 ? Number.POSITIVE_INFINITY : this.levels.f[this.asks.best * levelWidth]!;
  }

  /** Lots ahead of a resting order in the queue of its price. */
  lotsBefore(slot: number): number {
    const { f, i } = this.store;
    let lots = 0;
    for (let ahead = i[slot * orderWidth * 2 + OrdI.previous]!; ahead !== 0; ahead = i[ahead * orderWidth * 2 + OrdI.previous]!) {
      const at = ahead * orderWidth;
      lots += f[at + Ord.lots]! - f[at + Ord.filled]!;
    }
    return lots;
  }

  /** Adds an order to the end of the queue at its price. Returns the price level. */
  append(slot: number): number {
    const { f, i } = this.store;
    const at = slot * orderWidth;
    const side = i[at * 2 + OrdI.flags]! & 1;
    const level = (side === OrderSide.buy ? this.bids : this.asks).obtain(f[at + Ord.price]!);
    const levelI = this.levels.i;
    const levelAt = level * levelWidth * 2;
    const tail = levelI[levelAt + LevI.tail]!;
    i[at * 2 + OrdI.next] = 0;
    i[at * 2 + OrdI.previous] = tail;
    i[at * 2 + OrdI.place] = level;
    if (tail === 0) levelI[levelAt + LevI.head] = slot;
    else i[tail * orderWidth * 2 + OrdI.next] = slot;
    levelI[levelAt + LevI.tail] = slot;
    levelI[levelAt + LevI.orders]! += 1;
    this.levels.f[level * levelWidth + Lev.lots]! += f[at + Ord.lots]! - f[at + Ord.filled]!;
    this.orders += 1;
    return level;
  }

  /**
   * Takes a resting order out of its queue, and its price level out of the book if it is now empty. `openLots` is what the level still counts for the
   * order.
   */
  detach(slot: number, openLots: number): void {
    const i = this.store.i;
    const at = slot * orderWidth * 2;
    const level = i[at + OrdI.place]!;
    const next = i[at + OrdI.next]!;
    const previous = i[at + OrdI.previous]!;
    const levelI = this.levels.i;
    const levelAt = level * levelWidth * 2;
    if (previous === 0) levelI[levelAt + LevI.head] = next;
    else i[previous * orderWidth * 2 + OrdI.next] = next;
    if (next === 0) levelI[levelAt + LevI.tail] = previous;
    else i[next * orderWidth * 2 + OrdI.previous] = previous;
    this.levels.f[level * levelWidth + Lev.lots]! -= openLots;
    this.orders -= 1;
    const left = levelI[levelAt + LevI.orders]! - 1;
    levelI[levelAt + LevI.orders] = left;
    if (left === 0) (levelI[levelAt + LevI.side] === OrderSide.buy ? this.bids : this.asks).remove(level);
  }

  /**
   * The heap in which an untriggered order waits. Buy stops and sell take-profits wait for a rising price, the others for a falling one.
   */
  heapFor(slot: number): TriggerHeap {
    return isRising(this.store.i[slot * orderWidth * 2 + OrdI.flags]!) ? this.rising : this.falling;
  }

  isResting(slot: number): boolean {
    return statusOf(this.store.i[slot * orderWidth * 2 + OrdI.flags]!) !== OrderStatus.untriggered && !this.held.has(slot);
  }
}

/** Buy stops and sell take-profits fire when the reference rises to the trigger; sell stops and buy take-profits when it falls to it. */
export function isRising(flags: number): boolean {
  const type = (flags >> 1) & 7;
  const stop = type === 3 || type === 4;
  return stop === (sideOf(flags) === OrderSide.buy);
}
