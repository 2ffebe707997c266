import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { type Board, type Live, staleMs } from '../board.ts';
import { decidesMoney, type InstrumentInfo } from '../port.ts';
import { indexPrice } from './index-price.ts';

const pumpMs = 500;
/** An unchanged price is repeated when the engine's copy reaches this age, so that it never looks stale while the source is alive. */
const refreshMs = 3_000;

interface Tick {
  instrument: number;
  priceTicks: number;
  time: number;
}

/**
 * Sends reference prices to one venue's engine: every half second one command with the instruments whose price changed. The prices of a silent source
 * are not repeated: the engine's copy becomes stale, and the engine refuses new orders by itself. One exception: a venue without any price of a stock
 * gets its last close, with its real age, while its market is shut. Nothing trades on it, but orders can wait for the open.
 */
export class TickPump {
  private readonly port: EnginePort;
  private readonly board: Board;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly awaitsAction: (instrument: InstrumentInfo) => boolean;
  private readonly members: readonly Live[];
  private readonly sent = new Map<number, { price: number; time: number }>();
  /** Stocks without any price in the engine; undefined until the engine was asked. */
  private unpriced: Set<number> | undefined;
  private inFlight = false;
  private failing = false;
  private cancel: (() => void) | null = null;
  commands = 0;
  ticks = 0;

  /** `awaitsAction`: a split or dividend is due that the engine does not have yet. Until it has, it gets no price of that stock. */
  constructor(port: EnginePort, board: Board, clock: Clock, log: Log, awaitsAction: (instrument: InstrumentInfo) => boolean = () => false) {
    this.port = port;
    this.board = board;
    this.clock = clock;
    this.log = log;
    this.awaitsAction = awaitsAction;
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
  }

  /** Whether the engine has a price of this instrument from this pump. */
  knows(instrument: number): boolean {
    return this.sent.has(instrument);
  }

  /** Prices that the engine does not have yet, by source. The real venue gets live prices only. */
  due(): Map<string, Tick[]> {
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
      if (!index) {
        if (this.unpriced?.has(id) && live.last > 0 && live.shownAt > 0 && !this.board.isOpen(live)) {
          add(source.name, { instrument: id, priceTicks: live.last, time: live.shownAt });
          this.unpriced.delete(id);
        }
        continue;
      }
      const { priceTicks, time } = index;
      const before = this.sent.get(id);
      if (before && (before.time >= time || (before.price === priceTicks && time - before.time < refreshMs))) continue;
      if (this.awaitsAction(live.instrument)) continue;
      add(source.name, { instrument: id, priceTicks, time });
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
    try {
      this.unpriced ??= await this.withoutPrice();
      for (const [source, items] of this.due()) {
        const { outcome } = await this.port.submit({ account: 0, command: { kind: 'feedTicks', source, items } });
        if (!outcome.ok) this.log.warn({ venue: this.port.venue, source, error: outcome.error }, 'the engine refused reference prices');
        for (const item of items)
          if (now - item.time <= staleMs) this.sent.set(item.instrument, { price: item.priceTicks, time: item.time });
        this.commands += 1;
        this.ticks += items.length;
      }
      this.failing = false;
    } catch (error) {
      // The journal is away. Prices continue when it is back. Log it once, not twice a second.
      if (!this.failing)
        this.log.warn({ err: error, venue: this.port.venue }, 'the server could not send reference prices to the engine; it tries again');
      this.failing = true;
    } finally {
      this.inFlight = false;
    }
  }
}
