import type { DepthEvent, FillEvent, InstrumentStatusEvent } from '@bourse/engine';
import type { InstrumentStatus } from '@bourse/protocol/enums';
import type { EnginePort } from '../../sequencer/port.ts';
import { isParticipant } from '../participants/accounts.ts';

/** Levels per side that the first read takes over. In practice this covers the whole book. */
const allLevels = 1_000_000;
const fillsKept = 200;
const bookKinds = new Set(['fill', 'depth', 'instrumentStatus'] as const);
type BookEvent = FillEvent | DepthEvent | InstrumentStatusEvent;

export interface BookChange {
  side: 0 | 1;
  priceTicks: number;
  lots: number;
}

export interface PublicFill {
  fill: number;
  priceTicks: number;
  lots: number;
  side: 0 | 1;
  time: number;
  /** A simulated participant of the house took part. */
  simulated: boolean;
}

/** The best prices of a book, in ticks; 0 where a side is empty. */
export interface Best {
  bid: number;
  ask: number;
}

/** The public view of a venue's books. It is built only from durable events, so that nobody sees an order that a crash could undo. */
export class PublicBooks {
  private readonly port: EnginePort;
  private readonly books = new Map<number, { bids: Map<number, number>; asks: Map<number, number> }>();
  private readonly fills = new Map<number, PublicFill[]>();
  private readonly statuses = new Map<number, InstrumentStatus>();
  private readonly changes = new Map<number, Map<string, BookChange>>();
  private readonly newFills = new Map<number, PublicFill[]>();
  private unsubscribe: (() => void) | null = null;
  private from = 0;
  seq = 0;

  constructor(port: EnginePort) {
    this.port = port;
  }

  /** `earlier`: the newest trades of before this start, oldest first. */
  async start(instruments: readonly number[], earlier: ReadonlyMap<number, PublicFill[]> = new Map()): Promise<void> {
    const early: BookEvent[] = [];
    let loaded = false;
    this.stop();
    this.unsubscribe = this.port.onDurable(({ records, lastSeq }) => {
      const events = records.decode(bookKinds);
      if (!loaded) {
        early.push(...events);
        return;
      }
      for (const event of events) this.apply(event);
      this.seq = lastSeq;
    });
    const { seq, value } = await this.port.read((engine) =>
      instruments.map((id) => ({ id, depth: engine.depth(id, allLevels), status: engine.instrument(id)?.status })),
    );
    for (const { id, depth, status } of value) {
      if (status !== undefined) this.statuses.set(id, status);
      this.books.set(id, {
        bids: new Map(depth.bids.map((level) => [level.priceTicks, level.lots])),
        asks: new Map(depth.asks.map((level) => [level.priceTicks, level.lots])),
      });
    }
    // The read includes everything up to `seq`. Events up to `seq` may still arrive.
    this.from = seq;
    this.seq = seq;
    loaded = true;
    for (const [instrument, fills] of earlier) this.fills.set(instrument, fills.slice());
    for (const event of early) this.apply(event);
  }
  stop() {
    this.unsubscribe?.();
    this.unsubscribe = null;
  }

  private apply(event: BookEvent) {
    if (event.seq <= this.from) return;
    if (event.kind === 'fill') this.addFill(event);
    if (event.kind === 'instrumentStatus') this.statuses.set(event.instrument, event.status as InstrumentStatus);
    if (event.kind !== 'depth') return;
    const book = this.books.get(event.instrument) ?? { bids: new Map<number, number>(), asks: new Map<number, number>() };
    this.books.set(event.instrument, book);
    const side = event.side === 0 ? book.bids : book.asks;
    if (event.lots === 0) side.delete(event.priceTicks);
    else side.set(event.priceTicks, event.lots);
    const changed = this.changes.get(event.instrument) ?? new Map<string, BookChange>();
    changed.set(`${event.side}:${event.priceTicks}`, { side: event.side, priceTicks: event.priceTicks, lots: event.lots });
    this.changes.set(event.instrument, changed);
  }

  private addFill(event: FillEvent) {
    const known = this.fills.get(event.instrument)?.at(-1);
    if (known && known.fill >= event.fill) return;
    const { fill: number, priceTicks, lots, takerSide: side, time, taker, maker } = event;
    const fill = { fill: number, priceTicks, lots, side, time, simulated: isParticipant(taker.account) || isParticipant(maker.account) };
    for (const map of [this.fills, this.newFills]) {
      const list = map.get(event.instrument) ?? [];
      list.push(fill);
      if (list.length > 2 * fillsKept) list.splice(0, list.length - fillsKept);
      map.set(event.instrument, list);
    }
  }

  /** The venue's own status of an instrument: halted, cancel-only, or closed by its session. Undefined when the venue does not trade it. */
  status(instrument: number): InstrumentStatus | undefined {
    return this.statuses.get(instrument);
  }

  /** Best levels first, price and lots. */
  depth(instrument: number, levels: number): { bids: [number, number][]; asks: [number, number][] } {
    const book = this.books.get(instrument);
    if (!book) return { bids: [], asks: [] };
    return {
      bids: [...book.bids].sort((a, b) => b[0] - a[0]).slice(0, levels),
      asks: [...book.asks].sort((a, b) => a[0] - b[0]).slice(0, levels),
    };
  }
  best(instrument: number): Best | undefined {
    const book = this.books.get(instrument);
    if (!book) return undefined;
    let bid = 0;
    let ask = 0;
    for (const price of book.bids.keys()) if (price > bid) bid = price;
    for (const price of book.asks.keys()) if (ask === 0 || price < ask) ask = price;
    return { bid, ask };
  }
  /** The venue's own trades, oldest first. */
  recentFills(instrument: number): readonly PublicFill[] {
    return this.fills.get(instrument)?.slice(-fillsKept) ?? [];
  }

  /** Trades that the next `takeChanges` will return. */
  pendingFills(instrument: number): readonly PublicFill[] {
    return this.newFills.get(instrument) ?? [];
  }

  /** Changed levels and new fills since the last call, by instrument. Only the venue's publisher calls it. */
  takeChanges(): { depth: Map<number, BookChange[]>; fills: Map<number, PublicFill[]> } {
    const depth = new Map([...this.changes].map(([id, changed]) => [id, [...changed.values()]]));
    const fills = new Map(this.newFills);
    this.changes.clear();
    this.newFills.clear();
    return { depth, fills };
  }
}
