import type { Engine } from '@bourse/engine';
import type { JournalWriter } from '../journal/journal.ts';
import type { Clock } from '../platform/clock.ts';
import { keepLease, watchEngineTimer } from './wake-ups.ts';

/** One engine with the right to write its journal. A recovery makes a new one. */
export interface Host {
  readonly engine: Engine;
  readonly writer: JournalWriter;
  /** To be called after every batch: the engine's next timer may have moved. */
  armTimer(): void;
  /** Stops the timer and the lease; the writer is released apart from this, once its last write is known. */
  close(): void;
}

export interface HostOptions {
  engine: Engine;
  writer: JournalWriter;
  clock: Clock;
  heartbeatMs: number;
  /** Whether a write shows, or has lately shown, that the writer lives. */
  busy: () => boolean;
  /** Sends the command that fires the engine's due timers. */
  timerDue: () => Promise<unknown>;
  leaseLost: () => void;
  leaseFailed: (error: unknown) => void;
}

export function openHost(options: HostOptions): Host {
  const { engine, writer, clock, heartbeatMs, busy, timerDue, leaseLost, leaseFailed } = options;
  const stopLease = keepLease({ writer, clock, everyMs: heartbeatMs, busy, lost: leaseLost, failed: leaseFailed });
  const timer = watchEngineTimer({ engine, clock, due: timerDue });
  return {
    engine,
    writer,
    armTimer: timer.arm,
    close() {
      timer.stop();
      stopLease();
    },
  };
}
