import type { Command } from '@bourse/engine';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { type Board, type Live, staleMs } from '../board.ts';
import { decidesMoney, type InstrumentInfo } from '../port.ts';
import { indexPrice } from './index-price.ts';
import { type Tick, TickQueue } from './tick-queue.ts';

const pumpMs = 500;
/** An unchanged price is repeated when the engine's copy reaches this age, so that it never looks stale while the source is alive. */
const refreshMs = 3_000;

/** How often a quiet feed is reported while it stays quiet. */
const quietEveryMs = 1_000;
/** Ticks of one command; the engine takes as many. */
const mostItems = 4_096;

interface PumpTools {
  /** A split or dividend is due that the engine does not have yet. Until it has, it gets no price of that stock. */
  awaitsAction: (instrument: InstrumentInfo) => boolean;
  /** The venue's own queue; it listens from before the feeds start. */
  queue: TickQueue;
  /** Called with the instruments of ticks right before the engine hears of them, in the same turn. */
  before: (instruments: readonly number[]) => void;
  /** The time up to which the instrument's feed has told everything; undefined where it cannot say. */
  toldUpTo: (instrument: number) => number | undefined;
}

/**
 * Sends reference prices to one venue's engine: every half second one command with the instruments whose price changed. The prices of a silent source
 * are not repeated: the engine's copy becomes stale, and the engine refuses new orders by itself. One exception: a venue without any price of a stock
 * gets its last close, with its real age, while its market is shut. Nothing trades on it, but orders can wait for the open.
 *
 * While timed contracts of an instrument are open, or a round of funding is due, the engine gets every queued tick of it with the tick's own time, however
 * late. When its feed says that it had none for more than five seconds, the engine is told that too.
 */
export class TickPump {
  private readonly port: EnginePort;
  private readonly board: Board;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly awaitsAction: PumpTools['awaitsAction'];
  private readonly queue: TickQueue;
  private readonly toldUpTo: PumpTools['toldUpTo'];
  private readonly before: PumpTools['before'];
  private readonly members: readonly Live[];
  private readonly sent = new Map<number, { price: number; time: number }>();
  /** Until when the engine was told that an instrument's feed was quiet. */
  private readonly quiet = new Map<number, number>();
  /** Stocks without any price in the engine; undefined until the engine was asked. */
  private unpriced: Set<number> | undefined;
  private inFlight = false;
  private failing = false;
  private cancel: (() => void) | null = null;
  commands = 0;
  ticks = 0;
  private lagMs = 0;

  constructor(port: EnginePort, board: Board, clock: Clock, log: Log, tools: Partial<PumpTools> = {}) {
    this.port = port;
    this.board = board;
    this.clock = clock;
    this.log = log;
    this.awaitsAction = tools.awaitsAction ?? (() => false);
    this.queue = tools.queue ?? new TickQueue(board);
    this.toldUpTo = tools.toldUpTo ?? (() => undefined);
    this.before = tools.before ?? (() => {});
    this.members = board.all.filter(({ instrument }) => instrument.tradable && decidesMoney(port.venue, instrument));
  }

  start() {
    const loop = () => {
      void this.pump();
      this.cancel = this.clock.after(pumpMs, loop);
    };
    loop();
  }
  stop() {
    this.cancel?.();
    this.cancel = null;
    this.queue.stop();
  }

  /** The oldest that the newest price was when the engine had it durably, since the last call. */
  takeLag(): number {
    const { lagMs } = this;
    this.lagMs = 0;
    return lagMs;
  }

  /** The price in ticks that the engine has of this instrument from this pump; undefined when it is too old for new orders. */
  freshPrice(instrument: number): number | undefined {
    const sent = this.sent.get(instrument);
    return sent && this.clock.now() - sent.time < staleMs ? sent.price : undefined;
  }

  /** Prices that the engine does not have yet, by source. The real venue gets live prices only. `open`: instruments of which it gets every queued tick. */
  private due(open: ReadonlySet<number>): Map<string, Tick[]> {
    const bySource = new Map<string, Tick[]>();
    const add = (source: string, tick: Tick) => {
      const items = bySource.get(source);
      if (items) items.push(tick);
      else bySource.set(source, [tick]);
    };
    const now = this.clock.now();
    for (const live of this.members) {
      // Each instrument has one source today. The rule is the median all the same.
      const index = indexPrice([{ priceTicks: live.last, time: live.time }], now);
      const { id, source } = live.instrument;
      const queued = this.queue.take(id);
      if (open.has(id)) for (const tick of queued) add(source.name, tick);
      if (!index) {
        if (this.unpriced?.has(id) && live.last > 0 && live.shownAt > 0 && !this.board.isOpen(live)) {
          add(source.name, { instrument: id, priceTicks: live.last, time: live.shownAt });
          this.unpriced.delete(id);
        }
        continue;
      }
      const { priceTicks, time } = index;
      const newest = open.has(id) ? queued.at(-1) : undefined;
      const before = newest ? { price: newest.priceTicks, time: newest.time } : this.sent.get(id);
      if (before && (before.time >= time || (before.price === priceTicks && time - before.time < refreshMs))) continue;
      if (this.awaitsAction(live.instrument)) continue;
      add(source.name, { instrument: id, priceTicks, time });
    }
    for (const items of bySource.values()) items.sort((a, b) => a.time - b.time);
    return bySource;
  }

  /** Instruments on which timed contracts are open, and those with a round of funding that waits or whose instant has just come. */
  private async undecided(now: number): Promise<Set<number>> {
    const { value } = await this.port.read((engine) =>
      this.members.filter(({ instrument: { id, timed, contract } }) => {
        const book = timed === null ? undefined : engine.timedBook(id);
        if (book !== undefined && book.owedUp + book.owedDown > 0) return true;
        const funding = contract === null ? undefined : engine.contract(id);
        return funding !== undefined && (funding.fundingWaits > 0 || funding.nextFunding <= now);
      }),
    );
    return new Set(value.map(({ instrument }) => instrument.id));
  }

  /** Undecided instruments whose feed had no tick for more than five seconds of its own time, by source. */
  private quietNow(open: ReadonlySet<number>): Map<string, { instrument: number; time: number }[]> {
    const bySource = new Map<string, { instrument: number; time: number }[]>();
    for (const { instrument, time: newest } of this.members) {
      const { id, source } = instrument;
      const time = this.toldUpTo(id);
      if (!open.has(id) || !this.queue.isEmpty(id) || time === undefined) continue;
      if (time - newest <= staleMs || time - (this.quiet.get(id) ?? 0) < quietEveryMs) continue;
      bySource.set(source.name, [...(bySource.get(source.name) ?? []), { instrument: id, time }]);
    }
    return bySource;
  }

  private async withoutPrice(): Promise<Set<number>> {
    const stocks = this.members.filter(({ instrument }) => instrument.stock !== null).map(({ instrument }) => instrument.id);
    const { value } = await this.port.read((engine) => stocks.filter((id) => (engine.instrument(id)?.referenceTicks ?? 0) === 0));
    return new Set(value);
  }

  async pump(): Promise<void> {
    if (this.inFlight || this.port.state !== 'running') return;
    const now = this.clock.now();
    this.inFlight = true;
    let unsent: Tick[] = [];
    try {
      this.unpriced ??= await this.withoutPrice();
      const open = await this.undecided(now);
      const due = this.due(open);
      unsent = [...due.values()].flat();
      for (const [source, all] of due)
        for (let at = 0; at < all.length; at += mostItems) {
          const items = all.slice(at, at + mostItems);
          this.before(items.map(({ instrument }) => instrument));
          await this.tell({ kind: 'feedTicks', source, items });
          for (const item of items)
            if (now - item.time <= staleMs) this.sent.set(item.instrument, { price: item.priceTicks, time: item.time });
          unsent = unsent.slice(items.length);
          this.lagMs = Math.max(this.lagMs, this.clock.now() - Math.max(...items.map(({ time }) => time)));
          this.ticks += items.length;
        }
      for (const [source, items] of this.quietNow(open)) {
        await this.tell({ kind: 'feedQuiet', source, items });
        for (const { instrument, time } of items) this.quiet.set(instrument, time);
      }
      this.failing = false;
    } catch (error) {
      this.queue.putBack(unsent);
      // The journal is away. Prices continue when it is back. Log it once, not twice a second.
      if (!this.failing)
        this.log.warn({ err: error, venue: this.port.venue }, 'the server could not send reference prices to the engine; it tries again');
      this.failing = true;
    } finally {
      this.inFlight = false;
    }
  }

  private async tell(command: Extract<Command, { kind: 'feedTicks' | 'feedQuiet' }>): Promise<void> {
    const { outcome } = await this.port.submit({ account: 0, command });
    const { source } = command;
    if (!outcome.ok) this.log.warn({ venue: this.port.venue, source, error: outcome.error }, 'the engine refused the word of a feed');
    this.commands += 1;
  }
}
