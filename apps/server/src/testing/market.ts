import { createEngine, defaultLimits, type Engine, type Limits, usualActor } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Clock } from '../platform/clock.ts';
import type { EnginePort } from '../sequencer/port.ts';

/** A fixed secret of simulated prices. */
export const testSecret = 'ab'.repeat(32);

/** A clock that moves only when told to. Timers that become due fire in order. */
export class TestClock implements Clock {
  private time: number;
  private timers: { at: number; order: number; work: () => void }[] = [];
  private order = 0;
  constructor(time = Date.UTC(2026, 10, 20, 15, 0)) {
    this.time = time;
  }
  now() {
    return this.time;
  }
  after(delayMs: number, work: () => void) {
    const timer = { at: this.time + Math.max(0, delayMs), order: this.order++, work };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }
  defer(work: () => void) {
    this.after(0, work);
  }
  /** Passes time in which nothing runs, as when the event loop is busy. What became due runs with the next `advance`. */
  stall(ms: number): void {
    this.time += ms;
  }
  /** Runs everything that becomes due and lets promises settle between two timers. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.work();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.time = until;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The real engine behind the port, without a journal: an applied command is durable at once. `engine`: one that was restored. */
export function memoryVenue(
  venue: Venue,
  clock: Clock,
  limits: Partial<Limits> = defaultLimits,
  engine: Engine = createEngine({ venue, limits }),
) {
  const listeners = new Set<Parameters<EnginePort['onDurable']>[0]>();
  const port: EnginePort = {
    venue,
    state: 'running',
    async submit({ command }) {
      const seq = engine.seq + 1;
      const time = Math.max(clock.now(), engine.time);
      const outcome = engine.apply({ seq, time, commandId: new Uint8Array(16), actor: usualActor(command), command });
      const records = engine.takeRecords();
      for (const listener of listeners) listener({ firstSeq: seq, lastSeq: seq, time, records });
      return { seq, time, outcome, repeated: false };
    },
    async read(reader) {
      return { seq: engine.seq, value: reader(engine) };
    },
    async outcomeOf() {
      return undefined;
    },
    onDurable(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    projected: () => 0,
    async waitProjected() {
      return true;
    },
  };
  return { engine, port };
}

/** A database without any record of sent commands. */
export const noTable = {
  query: async () => [],
  transaction: async () => undefined as never,
  withConnection: async () => undefined as never,
  close: async () => {},
};

/** Starts a server's market and lets time pass while its charts load. */
export async function startCharted(market: { start(): void; charted: Promise<unknown> }, clock: TestClock): Promise<void> {
  market.start();
  let loaded = false;
  void market.charted.then(() => {
    loaded = true;
  });
  while (!loaded) {
    await clock.advance(100);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
