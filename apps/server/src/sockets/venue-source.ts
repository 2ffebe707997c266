import type { CandleMessage, DepthMessage, MarkMessage, RowMessage, TradesMessage } from '@bourse/protocol/socket';
import type { Board, Live } from '../market/board.ts';
import type { Candle } from '../market/candles/builder.ts';
import { intervalIndex, intervalNames } from '../market/candles/intervals.ts';
import { placePoint, priceText, quantityText } from '../market/figures.ts';
import type { BookChange, PublicBooks, PublicFill } from '../market/house/books.ts';
import type { PublicMark, PublicMarks } from '../market/house/marks.ts';
import type { Catalogue, InstrumentInfo } from '../market/port.ts';
import { rowOf } from '../market/rows.ts';
import type { Clock } from '../platform/clock.ts';
import { type Channel, type ChannelSource, Numbers } from './channels.ts';

/** Levels per side in a snapshot. */
const snapshotLevels = 1_000;
const snapshotTrades = 50;
const statusEveryMs = 1_000;

type Trade = TradesMessage['l'][number];

/** The public channels of one venue: the index, the day's figures and candles from the market data; bid, ask, depth and trades from the venue's own books. */
export class VenueSource implements ChannelSource {
  private readonly catalogue: Catalogue;
  private readonly board: Board;
  private readonly books: () => PublicBooks | undefined;
  private readonly marks: () => PublicMarks | undefined;
  private readonly clock: Clock;
  private readonly numbers = new Numbers();
  private readonly changedRows = new Set<Live>();
  private readonly shownStatus = new Map<Live, 0 | 1>();
  private readonly closed = new Map<Channel, Candle[]>();
  private readonly shownCandles = new Map<Channel, string>();
  private statusAt = 0;
  readonly stop: () => void;

  /** `books` is called each time, because a venue's books open after its sockets. */
  constructor(parts: {
    catalogue: Catalogue;
    board: Board;
    books: () => PublicBooks | undefined;
    marks?: () => PublicMarks | undefined;
    clock: Clock;
  }) {
    this.catalogue = parts.catalogue;
    this.board = parts.board;
    this.books = parts.books;
    this.marks = parts.marks ?? (() => undefined);
    this.clock = parts.clock;
    this.stop = this.board.listen({
      tick: (live) => this.changedRows.add(live),
      loaded: (live) => this.changedRows.add(live),
      candleClosed: (live, interval, candle) => {
        if (!live.ready) return;
        const channel = `candle:${live.instrument.symbol}:${intervalNames[interval]}`;
        const closed = this.closed.get(channel) ?? [];
        closed.push(candle);
        this.closed.set(channel, closed);
      },
    });
  }

  private find(channel: Channel): { kind: string; live: Live; interval: number } | undefined {
    const [kind = '', symbol = '', interval = ''] = channel.split(':');
    const live = this.board.get(this.catalogue.instrumentBySymbol(symbol)?.id ?? 0);
    return live && { kind, live, interval: intervalIndex.get(interval) ?? 0 };
  }

  snapshot(channel: Channel): string[] {
    const found = this.find(channel);
    if (!found) return [];
    const { kind, live, interval } = found;
    const seq = this.numbers.current(channel);
    // A snapshot takes the newest number and follows no earlier message.
    const numbers = { seq, prev: seq };
    if (kind === 'row') return [this.row(live, numbers)];
    if (kind === 'depth') return [this.depthSnapshot(live.instrument, numbers), ...this.markSnapshot(live.instrument)];
    if (kind === 'trades') return [tradesText(live.instrument, numbers, 1, this.recentTrades(live.instrument))];
    const forming = live.builder.current(interval);
    return forming ? [candleText(live.instrument, interval, numbers, forming, false, this.clock.now())] : [];
  }

  take(wanted: ReadonlyMap<Channel, number>): Map<Channel, string[]> {
    const messages = new Map<Channel, string[]>();
    const say = (channel: Channel, text: string) => {
      const list = messages.get(channel);
      if (list) list.push(text);
      else messages.set(channel, [text]);
    };
    this.noticeStatus();
    const changes = this.books()?.takeChanges();
    for (const id of changes?.depth.keys() ?? []) {
      const live = this.board.get(id);
      if (live) this.changedRows.add(live);
    }
    for (const live of this.changedRows) {
      const channel = `row:${live.instrument.symbol}`;
      if (wanted.has(channel)) say(channel, this.row(live, this.numbers.next(channel)));
    }
    this.changedRows.clear();
    if (changes) this.takeBook(changes, wanted, say);
    this.takeMarks(wanted, say);
    this.takeCandles(wanted, say);
    return messages;
  }

  private takeBook(
    { depth, fills }: ReturnType<PublicBooks['takeChanges']>,
    wanted: ReadonlyMap<Channel, number>,
    say: (channel: Channel, text: string) => void,
  ) {
    for (const [id, changes] of depth) {
      const instrument = this.catalogue.instrumentById(id);
      const channel = `depth:${instrument?.symbol}`;
      if (instrument && wanted.has(channel)) say(channel, depthText(instrument, this.numbers.next(channel), 0, changes));
    }
    for (const [id, trades] of fills) {
      const instrument = this.catalogue.instrumentById(id);
      const channel = `trades:${instrument?.symbol}`;
      if (instrument && wanted.has(channel)) say(channel, tradesText(instrument, this.numbers.next(channel), 0, trades.toReversed()));
    }
  }

  /** Subscribers of a contract's depth also get its mark price. Mark messages have numbers of their own. */
  private takeMarks(wanted: ReadonlyMap<Channel, number>, say: (channel: Channel, text: string) => void) {
    const marks = this.marks();
    for (const id of marks?.takeChanges() ?? []) {
      const instrument = this.catalogue.instrumentById(id);
      const mark = marks?.of(id);
      const channel = `depth:${instrument?.symbol}`;
      if (instrument && mark && wanted.has(channel))
        say(channel, markText(instrument, this.numbers.next(`mark:${instrument.symbol}`), mark));
    }
  }
  private markSnapshot(instrument: InstrumentInfo): string[] {
    const mark = this.marks()?.of(instrument.id);
    const seq = this.numbers.current(`mark:${instrument.symbol}`);
    return mark ? [markText(instrument, { seq, prev: seq }, mark)] : [];
  }

  private takeCandles(wanted: ReadonlyMap<Channel, number>, say: (channel: Channel, text: string) => void) {
    const now = this.clock.now();
    for (const channel of wanted.keys()) {
      if (!channel.startsWith('candle:')) continue;
      const found = this.find(channel);
      if (!found) continue;
      const { live, interval } = found;
      for (const candle of this.closed.get(channel) ?? []) {
        say(channel, candleText(live.instrument, interval, this.numbers.next(channel), candle, true, now));
      }
      const forming = live.builder.current(interval);
      const looks = forming ? `${forming.t} ${forming.h} ${forming.l} ${forming.c} ${forming.v}` : '';
      if (!forming || this.shownCandles.get(channel) === looks) continue;
      this.shownCandles.set(channel, looks);
      say(channel, candleText(live.instrument, interval, this.numbers.next(channel), forming, false, now));
    }
    this.closed.clear();
    if (this.shownCandles.size > 5_000) this.shownCandles.clear();
  }

  /** When a price stops, the row is sent again with `st` 1. */
  private noticeStatus() {
    const now = this.clock.now();
    if (now - this.statusAt < statusEveryMs) return;
    this.statusAt = now;
    for (const live of this.board.all) {
      const status = this.board.isOpen(live) && !this.board.isStale(live) ? 0 : 1;
      if (this.shownStatus.get(live) === status) continue;
      this.shownStatus.set(live, status);
      this.changedRows.add(live);
    }
  }

  private row(live: Live, numbers: { seq: number; prev: number }): string {
    const { o: _, ...row } = rowOf(this.board, live, this.books()?.best(live.instrument.id));
    return JSON.stringify({ c: 'row', ...numbers, ...row } satisfies RowMessage);
  }

  private depthSnapshot(instrument: InstrumentInfo, numbers: { seq: number; prev: number }): string {
    const { bids, asks } = this.books()?.depth(instrument.id, snapshotLevels) ?? { bids: [], asks: [] };
    const changes = [
      ...asks.map(([priceTicks, lots]) => ({ side: 1 as const, priceTicks, lots })),
      ...bids.map(([priceTicks, lots]) => ({ side: 0 as const, priceTicks, lots })),
    ];
    return depthText(instrument, numbers, 1, changes);
  }

  /** Newest first, without the trades that arrive with the next bundle. */
  private recentTrades({ id }: InstrumentInfo): PublicFill[] {
    const books = this.books();
    const pending = new Set(books?.pendingFills(id));
    const sent = (books?.recentFills(id) ?? []).filter((fill) => !pending.has(fill));
    return sent.slice(-snapshotTrades).reverse();
  }
}

const tradeOf = (instrument: InstrumentInfo, { priceTicks, lots, side, time, fill, simulated }: PublicFill): Trade => [
  priceText(instrument, priceTicks),
  quantityText(instrument, lots),
  side,
  time,
  String(fill),
  simulated ? 1 : 0,
];

const tradesText = (instrument: InstrumentInfo, numbers: { seq: number; prev: number }, snap: 0 | 1, trades: readonly PublicFill[]) =>
  JSON.stringify({
    c: 'trades',
    ...numbers,
    p: instrument.symbol,
    snap,
    l: trades.map((trade) => tradeOf(instrument, trade)),
  } satisfies TradesMessage);

/** A rate in parts per hundred million as percent, exact. */
const percentOfE8 = (rateE8: number) => `${rateE8 < 0 ? '-' : ''}${placePoint(Math.abs(rateE8), 6)}`;

const markText = (instrument: InstrumentInfo, numbers: { seq: number; prev: number }, mark: PublicMark) =>
  JSON.stringify({
    c: 'mark',
    ...numbers,
    p: instrument.symbol,
    m: priceText(instrument, mark.markTicks),
    i: priceText(instrument, mark.indexTicks),
    r: percentOfE8(mark.fundingRateE8),
    n: mark.nextFunding,
    t: mark.time,
  } satisfies MarkMessage);

function depthText(
  instrument: InstrumentInfo,
  numbers: { seq: number; prev: number },
  snap: 0 | 1,
  changes: readonly BookChange[],
): string {
  const level = ({ priceTicks, lots }: BookChange): [string, string] => [
    priceText(instrument, priceTicks),
    lots === 0 ? '0' : quantityText(instrument, lots),
  ];
  const a = changes.filter(({ side }) => side === 1).map(level);
  const b = changes.filter(({ side }) => side === 0).map(level);
  return JSON.stringify({ c: 'depth', ...numbers, p: instrument.symbol, snap, a, b } satisfies DepthMessage);
}

function candleText(
  instrument: InstrumentInfo,
  interval: number,
  numbers: { seq: number; prev: number },
  candle: Readonly<Candle>,
  closed: boolean,
  now: number,
): string {
  return JSON.stringify({
    c: 'candle',
    ...numbers,
    s: instrument.symbol,
    i: intervalNames[interval] ?? '',
    ts: now,
    t: candle.t,
    o: priceText(instrument, candle.o),
    h: priceText(instrument, candle.h),
    l: priceText(instrument, candle.l),
    cl: priceText(instrument, candle.c),
    v: quantityText(instrument, candle.v),
    closed,
  } satisfies CandleMessage);
}
