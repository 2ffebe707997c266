import { type BatchItem, type EngineEvent, House } from '@bourse/engine';
import { OrderStatus, PositionDirection, Wallet } from '@bourse/protocol/enums';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Board } from '../board.ts';
import { decidesMoney } from '../port.ts';
import { Capital } from './capital.ts';
import { changes, placing, positionChanges, withActions } from './changes.ts';
import { type Book, isLeveraged, newBook } from './maker-book.ts';
import { positionMeans, spotMeans } from './means.ts';
import { desiredQuotes, inBand, type Means, moveThreshold, planFor, type Quote } from './quotes.ts';

const loopMs = 250;
/** At most one batch per instrument in this time. */
const batchEveryMs = 1_000;
const leveragedEveryMs = 2_000;
const inventoryEveryMs = 2_000;
/** Levels are checked at this interval even when the price does not move, because fills must be replaced. */
const reviewMs = 20_000;
const maxBatch = 64;
const restMs = 5_000;

/**
 * The house's market maker of one venue: an ordinary account that sends ordinary orders, pays ordinary fees and can run out of money. It never trades
 * with itself: bids stay below asks, and the engine's self-trade rule is the second safeguard.
 */
export class MarketMaker {
  private readonly port: EnginePort;
  private readonly board: Board;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly reference: (instrument: number) => number | undefined;
  private readonly books = new Map<number, Book>();
  private readonly capital: Capital;
  private balances = new Map<number, bigint>();
  private balancesAt = Number.NEGATIVE_INFINITY;
  private seen = 0;
  /** An order's terms follow another event of that order, which names its book. */
  private latest: Book | undefined;
  private restUntil = 0;
  private cancel: (() => void) | null = null;
  private unsubscribe: (() => void) | null = null;
  private looping = false;
  readonly counts = { batches: 0, items: 0, refused: 0, fills: 0 };

  /** `reference`: the engine's reference price in ticks, while it is fresh. Without one it accepts no orders. */
  constructor(port: EnginePort, board: Board, clock: Clock, log: Log, reference: (instrument: number) => number | undefined) {
    this.reference = reference;
    this.port = port;
    this.board = board;
    this.clock = clock;
    this.log = log;
    this.capital = new Capital(port, board.house, (instrument) => reference(instrument) !== undefined);
  }

  /** Reads the account's resting orders and open positions from an earlier run, then starts quoting. */
  async start(): Promise<void> {
    this.stop();
    this.unsubscribe = this.port.onDurable(({ lastSeq, records }) => {
      const cursor = records.cursor();
      while (cursor.next()) {
        const own = cursor.account === House.marketMaker || cursor.maker === House.marketMaker;
        if (own || (cursor.kind === 'orderTerms' && this.latest)) this.note(cursor.event());
      }
      this.seen = lastSeq;
    });
    const tradable = this.board.all.filter(({ instrument }) => instrument.tradable);
    const leveraged = tradable.some(({ instrument }) => isLeveraged(instrument));
    const { value, seq } = await this.port.read((engine) => {
      const orders = engine.openOrders(House.marketMaker);
      if (!leveraged) return { orders, terms: [], positions: [] };
      return { orders, terms: orders.map(({ order }) => engine.orderTerms(order)), positions: engine.positions(House.marketMaker) };
    });
    for (const live of tradable) this.books.set(live.instrument.id, newBook(live, seq));
    value.orders.forEach((order, index) => {
      this.note(order);
      const terms = value.terms[index];
      if (terms) this.note(terms);
    });
    for (const position of value.positions) this.note(position);
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

  /** Takes in an event of the account, or the terms of any order. */
  private note(event: EngineEvent) {
    switch (event.kind) {
      case 'fill': {
        this.counts.fills += 1;
        const book = this.books.get(event.instrument);
        if (book) book.disturbed = true;
        return;
      }
      case 'orderTerms':
        if (this.latest?.orders.has(event.order)) this.latest.actions.set(event.order, event.action);
        return;
      case 'position': {
        const book = this.books.get(event.instrument);
        if (!book) return;
        if (event.direction === PositionDirection.long) book.longLots = event.lots;
        else book.shortLots = event.lots;
        return;
      }
      case 'order': {
        const book = this.books.get(event.instrument);
        this.latest = book;
        if (!book) return;
        const resting = event.status === OrderStatus.open || event.status === OrderStatus.partlyFilled;
        const known = book.orders.get(event.order);
        // The state that start() read may be newer than a batch whose events are still arriving.
        if (known && known.seq > event.seq) return;
        if (resting) book.orders.set(event.order, event);
        else this.forget(book, event.order);
      }
    }
  }

  private forget(book: Book, order: number) {
    book.orders.delete(order);
    book.actions.delete(order);
  }

  /** Checks all books once. Public for simulations that control the clock. */
  async round(): Promise<void> {
    const now = this.clock.now();
    if (this.looping || this.port.state !== 'running' || now < this.restUntil) return;
    this.looping = true;
    try {
      if (now - this.balancesAt >= inventoryEveryMs) await this.readBalances(now);
      if (await this.capital.bring([...this.books.values()], now)) await this.readBalances(now);
      const batches: Promise<void>[] = [];
      for (const book of this.books.values()) {
        if (this.isShut(book)) batches.push(this.withdraw(book, now));
        else if (this.isDue(book, now)) batches.push(this.quote(book, now));
      }
      await Promise.all(batches);
    } catch (error) {
      this.failed(error, now);
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

  /** After a market closes, it may open far from the last price, so quotes do not wait for the open. Nor do they rest where the prices decide nothing. */
  private isShut(book: Book): boolean {
    const idle = book.orders.size > 0 && !book.busy && this.seen >= book.awaits;
    return idle && (!this.board.isOpen(book.live) || !decidesMoney(this.port.venue, book.live.instrument));
  }

  private async withdraw(book: Book, now: number): Promise<void> {
    if (now < book.notBefore) return;
    await this.working(book, () => this.sendBatch(book, cancelling([...book.orders.keys()].slice(0, maxBatch))));
    book.disturbed = true;
  }

  /**
   * Moves the quotes that the latest prices of these instruments leave behind. It is called before the engine hears of these prices, in the same turn. So a
   * stop that a price wakes trades with quotes for that price.
   */
  follow(instruments: Iterable<number>): void {
    const now = this.clock.now();
    if (this.unsubscribe === null || now < this.restUntil) return;
    for (const instrument of new Set(instruments)) {
      const book = this.books.get(instrument);
      if (!book || !this.mayQuote(book, now) || Math.abs(book.live.last - book.anchor) <= worthTaking(book)) continue;
      this.quote(book, now).catch((error) => this.failed(error, now));
    }
  }

  private failed(error: unknown, now: number): void {
    this.restUntil = now + restMs;
    this.log.warn({ err: error, venue: this.port.venue }, 'the market maker failed; it pauses and tries again');
  }

  private mayQuote(book: Book, now: number): boolean {
    const { live } = book;
    if (book.busy || this.seen < book.awaits || now < book.notBefore || live.time === 0 || this.board.isStale(live)) return false;
    return this.capital.has(live) && this.reference(live.instrument.id) !== undefined;
  }

  private isDue(book: Book, now: number): boolean {
    if (!this.mayQuote(book, now)) return false;
    const { live } = book;
    const moved = Math.abs(live.last - book.anchor);
    const every = isLeveraged(live.instrument) ? leveragedEveryMs : batchEveryMs;
    if (now - book.quotedAt < every) return moved > worthTaking(book);
    return book.disturbed || now - book.quotedAt > reviewMs || moved > moveThreshold(book.plan);
  }

  private async working(book: Book, work: () => Promise<void>): Promise<void> {
    book.busy = true;
    try {
      await work();
    } finally {
      book.busy = false;
    }
  }

  private quote(book: Book, now: number): Promise<void> {
    const { live } = book;
    const price = live.last;
    if (Math.abs(price - book.planPrice) > book.planPrice * 0.3) {
      book.plan = planFor(live.instrument, price, live.instrument.quotedLevel / tickLotValue(book));
      book.planPrice = price;
    }
    const rises = price >= book.anchor;
    book.anchor = price;
    book.quotedAt = now;
    book.disturbed = false;
    return this.working(book, () => (isLeveraged(live.instrument) ? this.quotePositions(book, price) : this.quoteSpot(book, price, rises)));
  }

  /** The quotes that the engine accepts now. Those outside the band around its reference price follow in the next round. */
  private wanted(book: Book, price: number, means: Means): Quote[] {
    const { instrument } = book.live;
    const all = desiredQuotes(book.plan, price, means);
    const accepted = inBand(all, instrument, this.reference(instrument.id) ?? price);
    if (accepted.length < all.length) {
      book.disturbed = true;
      book.quotedAt = 0;
    }
    return accepted;
  }

  private async quoteSpot(book: Book, price: number, rises: boolean): Promise<void> {
    const means = spotMeans(book, price, this.books.values(), this.balances);
    const items = changes(this.wanted(book, price, means), [...book.orders.values()], book.live.instrument.id, rises);
    if (items.length > maxBatch) book.disturbed = true;
    if (items.length > 0) await this.sendBatch(book, items.slice(0, maxBatch));
  }

  /** For contracts and stocks: cancels wrong quotes and opens or closes missing ones, all in one turn of the sequencer. */
  private async quotePositions(book: Book, price: number): Promise<void> {
    const { instrument } = book.live;
    const mayShort = instrument.stock?.shortable ?? true;
    const quotes = this.wanted(book, price, positionMeans(book, price, mayShort));
    const { cancels, places } = positionChanges(withActions(quotes, book, mayShort), book);
    const cancelled = cancels.length > 0 ? this.sendBatch(book, cancels.slice(0, maxBatch)) : undefined;
    const placed = Promise.all(
      places.map((quote) => this.port.submit({ account: House.marketMaker, command: placing(instrument, quote) })),
    );
    // Await them together: when the journal fails, all of them fail at once, and a rejection that nobody awaits would end the process.
    const [answers] = await Promise.all([placed, cancelled]);
    for (const { seq, outcome } of answers) {
      book.awaits = Math.max(book.awaits, seq);
      this.counts.items += 1;
      if (!outcome.ok) this.refused(book);
    }
  }

  private refused(book: Book) {
    this.counts.refused += 1;
    book.disturbed = true;
    if (isLeveraged(book.live.instrument)) book.notBefore = this.clock.now() + restMs;
  }

  private async sendBatch(book: Book, items: readonly BatchItem[]) {
    const applied = await this.port.submit({
      account: House.marketMaker,
      command: { kind: 'orderBatch', account: House.marketMaker, items },
    });
    book.awaits = Math.max(book.awaits, applied.seq);
    this.counts.batches += 1;
    this.counts.items += items.length;
    const { outcome } = applied;
    if (!outcome.ok) {
      // The venue is cancel-only or read-only, or the price went stale. Wait before the next attempt.
      this.restUntil = this.clock.now() + restMs;
      book.disturbed = true;
      return;
    }
    if (outcome.result.kind !== 'batch') return;
    outcome.result.items.forEach((item, index) => {
      if (item.ok) return;
      this.refused(book);
      const sent = items[index];
      // The order is gone although no event said so. Forget it.
      if (sent && 'order' in sent && (item.error === 'orderUnknown' || item.error === 'orderFinished')) this.forget(book, sent.order);
    });
  }
}

const cancelling = (orders: readonly number[]): BatchItem[] => orders.map((order) => ({ kind: 'cancelOrder', order }));

/** How far the price must leave the quotes behind until taking them would pay, after the lowest fee of a taker. Then they move at once. */
const worthTaking = ({ live, anchor }: Book) => (anchor * Math.min(...live.instrument.takerFeePpm)) / 1_000_000;

const tickLotValue = ({ live }: Book) => live.instrument.quoteUnitsPerTickLot / 10 ** live.instrument.quote.scale;
