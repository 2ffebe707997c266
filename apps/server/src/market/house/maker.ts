import { type BatchItem, type EngineEvent, House, type OrderEvent } from '@bourse/engine';
import { OrderPriceType, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Board, Live } from '../board.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import { fundMaker, levelNotional, targetUnits } from './funding.ts';
import { desiredQuotes, type Means, moveThreshold, planFor, type Quote, type QuotePlan } from './quotes.ts';

const loopMs = 250;
/** At most one batch an instrument in this time. */
const batchEveryMs = 1_000;
const inventoryEveryMs = 2_000;
/** Levels are looked over in this time even when the price stood still: fills have to be replaced. */
const reviewMs = 20_000;
const maxBatch = 64;
const restMs = 5_000;
const fundingWaitMs = 15_000;

interface Book {
  live: Live;
  plan: QuotePlan;
  planPrice: number;
  orders: Map<number, OrderEvent>;
  quotedAt: number;
  anchor: number;
  /** Something of ours was filled or refused since the last look. */
  disturbed: boolean;
  /** Sequence whose events must have been seen before the next batch is thought out. */
  awaits: number;
  busy: boolean;
}

/**
 * The house's market maker of one venue: an ordinary account that sends ordinary batches, pays ordinary fees and can run out of money. It never trades
 * with itself: bids stand below asks, and the engine's self-trade rule stands behind that.
 */
export class MarketMaker {
  private readonly port: EnginePort;
  private readonly board: Board;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly priced: (instrument: number) => boolean;
  private readonly books = new Map<number, Book>();
  private balances = new Map<number, bigint>();
  private balancesAt = Number.NEGATIVE_INFINITY;
  private seen = 0;
  private restUntil = 0;
  private cancel: (() => void) | null = null;
  private unsubscribe: (() => void) | null = null;
  private looping = false;
  private funded = false;
  private startedAt: number | null = null;
  readonly counts = { batches: 0, items: 0, refused: 0, fills: 0 };

  /** `priced`: whether the engine has a reference price; without one it takes no orders. */
  constructor(port: EnginePort, board: Board, clock: Clock, log: Log, priced: (instrument: number) => boolean) {
    this.priced = priced;
    this.port = port;
    this.board = board;
    this.clock = clock;
    this.log = log;
  }

  /** Takes up what the account has resting from an earlier run, then quotes. */
  async start(): Promise<void> {
    this.unsubscribe = this.port.onDurable(({ lastSeq, events }) => {
      for (const event of events) this.note(event);
      this.seen = lastSeq;
    });
    const { value, seq } = await this.port.read((engine) => engine.openOrders(House.marketMaker));
    for (const live of this.board.all) {
      if (!live.instrument.tradable) continue;
      const plan = planFor(live.instrument, 1, 1);
      const orders = new Map<number, OrderEvent>();
      this.books.set(live.instrument.id, {
        live,
        plan,
        planPrice: 0,
        orders,
        quotedAt: 0,
        anchor: 0,
        disturbed: true,
        awaits: seq,
        busy: false,
      });
    }
    for (const order of value) this.note(order);
    this.seen = Math.max(this.seen, seq);
    const loop = () => {
      void this.round();
      this.cancel = this.clock.after(loopMs, loop);
    };
    loop();
  }
  stop() {
    this.cancel?.();
    this.unsubscribe?.();
    this.cancel = null;
    this.unsubscribe = null;
  }

  private note(event: EngineEvent) {
    if (event.kind === 'fill') {
      if (event.maker.account !== House.marketMaker && event.taker.account !== House.marketMaker) return;
      this.counts.fills += 1;
      const book = this.books.get(event.instrument);
      if (book) book.disturbed = true;
      return;
    }
    if (event.kind !== 'order' || event.account !== House.marketMaker) return;
    const book = this.books.get(event.instrument);
    if (!book) return;
    const resting = event.status === OrderStatus.open || event.status === OrderStatus.partlyFilled;
    const known = book.orders.get(event.order);
    // What start() read may be newer than a batch that was still on its way to us.
    if (known && known.seq > event.seq) return;
    if (resting) book.orders.set(event.order, event);
    else book.orders.delete(event.order);
  }

  /** One look over all books. Public for simulations that own the clock. */
  async round(): Promise<void> {
    const now = this.clock.now();
    if (this.looping || this.port.state !== 'running' || now < this.restUntil) return;
    this.looping = true;
    try {
      if (now - this.balancesAt >= inventoryEveryMs) await this.readBalances(now);
      if (!this.funded) {
        this.startedAt ??= now;
        const books = [...this.books.values()].map(({ live }) => ({ instrument: live.instrument, priceTicks: live.last }));
        // Assets are brought in for all books together, so their prices have to be there; a source that says nothing is not waited for.
        if (books.some(({ priceTicks }) => priceTicks === 0) && now - this.startedAt < fundingWaitMs) return;
        this.funded = true;
        if (await fundMaker(this.port, books, this.balances)) await this.readBalances(now);
      }
      const batches: Promise<void>[] = [];
      for (const book of this.books.values()) if (this.isDue(book, now)) batches.push(this.quote(book, now));
      await Promise.all(batches);
    } catch (error) {
      this.restUntil = now + restMs;
      this.log.warn({ err: error, venue: this.port.venue }, 'the market maker rests');
    } finally {
      this.looping = false;
    }
  }

  private async readBalances(now: number) {
    const { value } = await this.port.read((engine) => engine.balances(House.marketMaker));
    const balances = new Map<number, bigint>();
    for (const { wallet, asset, available, frozen } of value) if (wallet === Wallet.coin) balances.set(asset, available + frozen);
    this.balances = balances;
    this.balancesAt = now;
  }

  private isDue(book: Book, now: number): boolean {
    const { live } = book;
    if (book.busy || this.seen < book.awaits || live.time === 0 || this.board.isStale(live)) return false;
    if (now - book.quotedAt < batchEveryMs || !this.priced(live.instrument.id)) return false;
    return book.disturbed || now - book.quotedAt > reviewMs || Math.abs(live.last - book.anchor) > moveThreshold(book.plan);
  }

  private async quote(book: Book, now: number): Promise<void> {
    const { live } = book;
    const price = live.last;
    if (Math.abs(price - book.planPrice) > book.planPrice * 0.3) {
      book.plan = planFor(live.instrument, price, levelNotional(live.instrument) / tickLotValue(live));
      book.planPrice = price;
    }
    book.busy = true;
    try {
      const rises = price >= book.anchor;
      const items = changes(desiredQuotes(book.plan, price, this.means(book, price)), [...book.orders.values()], live.instrument.id, rises);
      book.anchor = price;
      book.quotedAt = now;
      book.disturbed = items.length > maxBatch;
      if (items.length > 0) await this.send(book, items.slice(0, maxBatch));
    } finally {
      book.busy = false;
    }
  }

  private async send(book: Book, items: readonly BatchItem[]) {
    const applied = await this.port.submit({
      account: House.marketMaker,
      command: { kind: 'orderBatch', account: House.marketMaker, items },
    });
    book.awaits = applied.seq;
    this.counts.batches += 1;
    this.counts.items += items.length;
    const { outcome } = applied;
    if (!outcome.ok) {
      // The venue is cancel-only, read-only or the price went stale: ask again later, not four times a second.
      this.restUntil = this.clock.now() + restMs;
      book.disturbed = true;
      return;
    }
    if (outcome.result.kind !== 'batch') return;
    outcome.result.items.forEach((item, index) => {
      if (item.ok) return;
      this.counts.refused += 1;
      book.disturbed = true;
      const sent = items[index];
      // An order that is gone although nobody told us: forget it.
      if (sent && 'order' in sent && (item.error === 'orderUnknown' || item.error === 'orderFinished')) book.orders.delete(sent.order);
    });
  }

  /** What this book may use: its part of the base inventory and of the quote asset, shared with the books that use the same. */
  private means(book: Book, price: number): Means {
    const { instrument } = book.live;
    const all = [...this.books.values()].map(({ live }) => live);
    const target = targetUnits(instrument, price);
    const wanted = all
      .filter((live) => live.instrument.base.id === instrument.base.id && live.last > 0)
      .reduce((sum, live) => sum + targetUnits(live.instrument, live.last), 0n);
    const held = this.balances.get(instrument.base.id) ?? 0n;
    const ratio = Number(held) / Number(wanted || 1n);
    const askLots = Math.floor((ratio * Number(target)) / Number(lotBaseUnits(instrument)));
    const rivals = all.filter((live) => live.instrument.quote.id === instrument.quote.id);
    const weight = levelNotional(instrument) / rivals.reduce((sum, live) => sum + levelNotional(live.instrument), 0);
    const quote = this.balances.get(instrument.quote.id) ?? 0n;
    const bidTickLots = (Number(quote) / instrument.quoteUnitsPerTickLot) * weight;
    return { lean: Math.max(-1, Math.min(1, ratio - 1)), askLots, bidTickLots };
  }
}

const tickLotValue = (live: Live) => live.instrument.quoteUnitsPerTickLot / 10 ** live.instrument.quote.scale;

/**
 * The fewest changes from what rests to what should: a level that is right stays, one that is wrong moves to a price that lacks one. The side that moves
 * away from the price goes first, so that our own orders never meet.
 */
export function changes(desired: readonly Quote[], resting: readonly OrderEvent[], instrument: number, rises: boolean): BatchItem[] {
  const sides = rises ? ([1, 0] as const) : ([0, 1] as const);
  return sides.flatMap((side) =>
    sideChanges(
      desired.filter((one) => one.side === side),
      resting.filter((one) => one.side === side),
      instrument,
    ),
  );
}

function sideChanges(desired: readonly Quote[], resting: readonly OrderEvent[], instrument: number): BatchItem[] {
  const lacking = new Map(desired.map((quote) => [quote.priceTicks, quote]));
  const surplus: OrderEvent[] = [];
  const items: BatchItem[] = [];
  for (const order of resting) {
    const quote = lacking.get(order.priceTicks);
    const left = order.lots - order.filledLots;
    lacking.delete(order.priceTicks);
    if (!quote) surplus.push(order);
    else if (left < quote.lots / 2 || left > quote.lots * 2.5) {
      items.push({ kind: 'amendOrder', order: order.order, lots: order.filledLots + quote.lots, priceTicks: 0 });
    }
  }
  for (const quote of lacking.values()) {
    const order = surplus.pop();
    if (order) items.push({ kind: 'amendOrder', order: order.order, lots: order.filledLots + quote.lots, priceTicks: quote.priceTicks });
    else
      items.push({
        kind: 'placeOrder',
        instrument,
        side: quote.side,
        type: OrderPriceType.limit,
        tif: TimeInForce.gtc,
        priceTicks: quote.priceTicks,
        triggerTicks: 0,
        lots: quote.lots,
        quoteAmount: 0,
        postOnly: false,
      });
  }
  for (const order of surplus) items.push({ kind: 'cancelOrder', order: order.order });
  return items;
}
