import type { ContractView } from '@bourse/engine';
import type { Clock } from '../../platform/clock.ts';
import type { EnginePort } from '../../sequencer/port.ts';

/** Funding is an average over hours, so it is read only at this interval. */
const fundingEveryMs = 5_000;
const markKinds = new Set(['mark'] as const);

/** Mark and index price of a contract in ticks, and the funding rate of the next round. */
export interface PublicMark {
  markTicks: number;
  indexTicks: number;
  fundingRateE8: number;
  nextFunding: number;
  time: number;
}

/** Mark prices of one venue, from durable events. The coming funding rate is read from the engine at intervals. */
export class PublicMarks {
  private readonly port: EnginePort;
  private readonly clock: Clock;
  private readonly instruments: readonly number[];
  private readonly marks = new Map<number, PublicMark>();
  private changed = new Set<number>();
  private cancel: (() => void) | null = null;
  private unsubscribe: (() => void) | null = null;

  constructor(port: EnginePort, clock: Clock, instruments: readonly number[]) {
    this.port = port;
    this.clock = clock;
    this.instruments = instruments;
  }

  async start(): Promise<void> {
    if (this.instruments.length === 0) return;
    this.stop();
    this.unsubscribe = this.port.onDurable(({ records }) => {
      for (const { instrument, markTicks, indexTicks, tickTime } of records.decode(markKinds)) {
        const before = this.marks.get(instrument);
        this.marks.set(instrument, {
          markTicks,
          indexTicks,
          fundingRateE8: before?.fundingRateE8 ?? 0,
          nextFunding: before?.nextFunding ?? 0,
          time: tickTime,
        });
        if (before?.markTicks !== markTicks || before.indexTicks !== indexTicks) this.changed.add(instrument);
      }
    });
    await this.readFunding();
    const loop = () => {
      // Other checks report an engine that is away. The last rate stays until it is back.
      void this.readFunding().catch(() => undefined);
      this.cancel = this.clock.after(fundingEveryMs, loop);
    };
    this.cancel = this.clock.after(fundingEveryMs, loop);
  }
  stop() {
    this.cancel?.();
    this.unsubscribe?.();
    this.cancel = null;
    this.unsubscribe = null;
  }

  private async readFunding(): Promise<void> {
    if (this.port.state !== 'running') return;
    const { value } = await this.port.read((engine) => this.instruments.flatMap((id) => engine.contract(id) ?? []));
    for (const view of value) this.note(view);
  }
  private note({ instrument, markTicks, indexTicks, fundingRateE8, nextFunding }: ContractView) {
    const before = this.marks.get(instrument);
    if (before?.fundingRateE8 === fundingRateE8 && before.nextFunding === nextFunding) return;
    // Until an event changes it, the engine's own view is the newest.
    this.marks.set(instrument, { ...(before ?? { markTicks, indexTicks, time: 0 }), fundingRateE8, nextFunding });
    this.changed.add(instrument);
  }

  /** Undefined before the first mark. */
  of(instrument: number): PublicMark | undefined {
    const mark = this.marks.get(instrument);
    return mark && mark.markTicks > 0 ? mark : undefined;
  }
  /** Contracts whose mark, index or funding changed since the last call. Only the venue's publisher calls it. */
  takeChanges(): ReadonlySet<number> {
    const changed = this.changed;
    this.changed = new Set();
    return changed;
  }
}
